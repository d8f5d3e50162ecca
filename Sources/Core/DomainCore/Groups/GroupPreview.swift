import Base

/// GRP-3: what an invitation shows before a person confirms: the group's name and the number of its
/// members [FT 11], and nothing else of it.
public struct GroupPreview: BitwiseCopyable, Hashable, Sendable {
  /// Why they cannot join, or nil.
  public var response: Refusal?
  public var name: TextHandle
  public var memberCount: Int

  /// The preview of a group that is not shown.
  public static func hidden(because response: Refusal) -> GroupPreview {
    GroupPreview(response: response, name: .empty, memberCount: 0)
  }
}

extension GroupState {
  /// GRP-3: the group behind an invitation. A wrong code shows nothing, and nothing remains of a
  /// deleted group.
  public func groupPreview(presenting code: GroupCode, _ shared: borrowing SharedState)
    -> GroupPreview
  {
    let response = groupAnswer(to: code, shared)
    if let response, response != .groupFull { return .hidden(because: response) }
    return GroupPreview(response: response, name: head.name, memberCount: active.count)
  }
}
