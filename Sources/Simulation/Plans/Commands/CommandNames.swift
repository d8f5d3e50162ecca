public import DomainCore

/// What commands refer to, by the names that it has in a plan.
///
/// Entities, members and texts are numbers that say where something stands, and all of them move
/// when an earlier step of a plan is taken out. So a plan calls an entity by the step that made it,
/// a member by the step with which they joined or by their place among the founders, and spells
/// texts out.
///
/// Nobody asks for the name of `Entity.none` or `MemberHandle.newcomer`: they are the words `none`
/// and `nobody`, which must be no names of anything else.
public struct CommandNames {
  public var entityName: (Entity) -> String
  /// Nil when nothing is called that, because the step that made it is gone.
  public var entity: (String) -> Entity?
  public var memberName: (MemberHandle) -> String
  /// Nil when nobody is called that, because the step with which they joined is gone.
  public var member: (String) -> MemberHandle?
  /// Nil when the handle is that of no text; a hostile command may carry any number.
  public var text: (TextHandle) -> String?
  /// The handle of a text, which is taken into the table if it is new there.
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

  /// For who asks what fields there are, and has no plan. What follows from a text is unknown.
  static var none: CommandNames {
    CommandNames(
      entityName: { _ in "" }, entity: { _ in nil }, memberName: { _ in "" }, member: { _ in nil },
      text: { _ in nil }, handle: { _ in TextHandle(.max) })
  }
}
