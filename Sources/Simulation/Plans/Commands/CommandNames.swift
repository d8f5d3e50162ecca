public import DomainCore

/// The names by which a plan's commands refer to entities, members and texts.
///
/// These are numbers that change when an earlier step of a plan is removed. So a plan calls an
/// entity by the step that created it and a member by the step with which they joined or by their
/// index among the founders, and spells texts out.
///
/// `Entity.none` and `MemberHandle.newcomer` are called `none` and `nobody`, which must not name
/// anything else.
public struct CommandNames {
  public var entityName: (Entity) -> String
  /// Nil if no entity has the name, because the step that created it was removed.
  public var entity: (String) -> Entity?
  public var memberName: (MemberHandle) -> String
  /// Nil if no member has the name, because the step with which they joined was removed.
  public var member: (String) -> MemberHandle?
  /// Nil if there is no such text; a malformed command may have any handle.
  public var text: (TextHandle) -> String?
  /// The handle of a text; a new text is added to the table.
  public var handle: (String) -> TextHandle

  public init(
    entityName: @escaping (Entity) -> String, entity: @escaping (String) -> Entity?,
    memberName: @escaping (MemberHandle) -> String, member: @escaping (String) -> MemberHandle?,
    text: @escaping (TextHandle) -> String?, handle: @escaping (String) -> TextHandle
  ) {
    self.entityName = entityName
    self.entity = entity
    self.memberName = memberName
    self.member = member
    self.text = text
    self.handle = handle
  }

  /// For describing fields without a plan. What follows from a text is unknown.
  static var none: CommandNames {
    CommandNames(
      entityName: { _ in "" }, entity: { _ in nil }, memberName: { _ in "" }, member: { _ in nil },
      text: { _ in nil }, handle: { _ in TextHandle(.max) })
  }
}
