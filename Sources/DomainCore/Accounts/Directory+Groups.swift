public import Chronology

extension Directory {
  /// Why the rules about groups refuse a fact across scopes, or nil.
  @inlinable public func groupRefusal(
    of fact: Fact, from caller: Caller, now: Instant
  ) -> Refusal? {
    nil
  }

  /// Remembers which group an accepted fact made an account join or leave.
  @inlinable public mutating func groupAccepted(_ fact: Fact, from caller: Caller, now: Instant) {}
}
