import Base

/// GRP-3: what somebody sees who opens an invitation, before they confirm: the group's name, how
/// many are in it [FT 11], and nothing else of it.
public struct GroupPreview: BitwiseCopyable, Hashable, Sendable {
  /// Why they cannot join, or nil.
  public var answer: Refusal?
  public var name: TextHandle
  public var memberCount: Int

  /// What is seen of a group that is not shown.
  public static func hidden(because answer: Refusal) -> GroupPreview {
    GroupPreview(answer: answer, name: .empty, memberCount: 0)
  }
}

extension ScopeState {
  /// GRP-3: the group behind an invitation. Nothing of it is shown for a wrong code, and nothing
  /// is left of a deleted one.
  public func groupPreview(presenting code: GroupCode) -> GroupPreview {
    let answer = groupAnswer(to: code)
    if let answer, answer != .groupFull { return .hidden(because: answer) }
    return GroupPreview(answer: answer, name: group.head.name, memberCount: group.active.count)
  }
}
