public import DomainCore

/// A refusal, thrown or returned.
public struct RefusalError: Error, Hashable, Sendable {
  public let refusal: Refusal

  @inlinable public init(_ refusal: Refusal) {
    self.refusal = refusal
  }
}
