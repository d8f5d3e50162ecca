import Base
public import Chronology

/// GRP-3: what somebody sees who opens an invitation, before they confirm.
public struct GroupPreview: BitwiseCopyable, Hashable, Sendable {
  /// Why they cannot join, or nil.
  public var answer: Refusal?
  public var name: TextHandle
  public var memberCount: Int
  public var createdDay: LocalDay

  /// What a wrong invitation shows.
  public static let unknown = GroupPreview(
    answer: .groupInvitationUnknown, name: .empty, memberCount: 0, createdDay: LocalDay(number: 0))
}

extension ScopeState {
  /// GRP-3: the group behind an invitation. Nothing of it is shown for a wrong code, and nothing
  /// is left of a deleted one.
  public func groupPreview(presenting code: GroupCode) -> GroupPreview {
    let answer = groupAnswer(to: code)
    guard answer == nil || answer == .groupFull else {
      return GroupPreview(
        answer: answer, name: .empty, memberCount: 0, createdDay: LocalDay(number: 0))
    }
    return GroupPreview(
      answer: answer, name: group.head.name, memberCount: group.active.count,
      createdDay: group.head.createdDay)
  }
}
