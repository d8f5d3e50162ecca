import Base
import DomainCore
import SyncCore

/// A store that gives pending operations back differently from how it got them.
struct DistortingStore: ReplicaStore, ~Copyable {
  private let memory: UnsafeMutablePointer<ScopeState>
  let epoch: UInt32 = 1
  let position: UInt32 = 0
  var sequence: UInt32 = 0
  let clock = HybridClock()
  var outbox: [Operation] = []
  var distort: (Operation) -> Operation = { $0 }

  init(state: consuming ScopeState) {
    memory = .allocate(capacity: 1)
    memory.initialize(to: state)
  }

  deinit {
    memory.deinitialize(count: 1)
    memory.deallocate()
  }

  var stateAddress: UnsafePointer<ScopeState> { UnsafePointer(memory) }

  var pendingCount: Int { outbox.count }
  borrowing func pending(_ index: Int) -> Operation { distort(outbox[index]) }
  var rejectedCount: Int { 0 }
  borrowing func rejected(_ index: Int) -> FeedRow { preconditionFailure("there is none") }

  mutating func commit(_ operation: Operation) {
    outbox.append(operation)
    sequence = operation.sequence
  }

  mutating func apply(
    _ rows: UnsafeBufferPointer<FeedRow>, site: UInt32, clock: HybridClock
  ) {
    preconditionFailure("this store is for what is pending")
  }

  let revocation: Refusal? = nil

  mutating func purge(epoch: UInt32, reason: Refusal, sequenceDecided: UInt32) {
    preconditionFailure("this store is for what is pending")
  }

  mutating func restart(
    from founded: consuming ScopeState, with rows: UnsafeBufferPointer<FeedRow>, epoch: UInt32,
    site: UInt32, clock: HybridClock
  ) {
    preconditionFailure("this store is for what is pending")
  }
}
