public import Base
public import Chronology

/// One position of a scope's feed: an operation as the server committed it.
///
/// Rejected operations have a row too, so that their author learns the verdict the same way as
/// everything else, in order and exactly once.
public struct FeedRow: BitwiseCopyable, Hashable, Sendable {
  public var operation: Operation
  /// In the four bytes that the operation leaves of a word, so that a row has 96.
  public var verdict: Verdict
  /// The digest of the scope's state after this row; every copy that applied the same rows has it.
  public var digest: Digest128
  public var committed: Instant

  @inlinable public init(
    operation: Operation, verdict: Verdict, digest: Digest128, committed: Instant
  ) {
    self.operation = operation
    self.verdict = verdict
    self.digest = digest
    self.committed = committed
  }
}
