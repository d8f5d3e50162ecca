/// The name of a question that randomness answers, such as "does this person open the app".
///
/// The module that asks owns the identifier. A new decision takes a new one and never the
/// identifier of an old one, because reusing it would silently correlate the two.
public struct RandomPurpose: BitwiseCopyable, Hashable, Sendable {
  public let id: UInt16

  @inlinable
  public init(_ id: UInt16) {
    self.id = id
  }
}
