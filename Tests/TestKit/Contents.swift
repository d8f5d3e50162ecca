import Base
public import DomainCore
public import SyncCore

// The contents of servers and replicas as arrays, which tests compare and print.
extension Server {
  /// The feed of a scope.
  public func rows(of scope: UInt32) -> [FeedRow] {
    scopes[Int(scope)].feed.withElements { Array($0) }
  }
}

extension Replica where Storage: ~Copyable {
  /// The operations without a verdict, oldest first.
  public var pendingOperations: [Operation] {
    (0..<store.pendingCount).map { store.pending($0) }
  }

  /// The operations that were rejected, oldest first.
  public var rejectedRows: [FeedRow] { (0..<rejectedCount).map { rejected($0) } }

  /// Why they were.
  public var rejectionReasons: [Refusal?] { rejectedRows.map(\.verdict.refusal) }
}
