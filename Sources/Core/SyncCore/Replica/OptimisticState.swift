import Chronology
public import DomainCore

/// A copy of a replica's base into which its pending operations are folded.
///
/// Made when it is asked for and caught up while the base stays the same; an applied page makes
/// the next question start from the new base. So it never holds what a rejection took away.
@usableFromInline struct OptimisticState: ~Copyable {
  @usableFromInline struct Memory: BitwiseCopyable {
    var state: UnsafeMutablePointer<ScopeState>
    /// The base it was copied from, by the position in the feed.
    var position: UInt32
    /// The last pending operation that is folded in.
    var sequence: UInt32
  }

  /// Beside the replica, so that a question can be answered without changing the replica.
  @usableFromInline let memory: UnsafeMutablePointer<Memory?>

  @usableFromInline init() {
    memory = .allocate(capacity: 1)
    memory.initialize(to: nil)
  }

  deinit {
    forget()
    memory.deallocate()
  }

  func forget() {
    guard let kept = memory.pointee else { return }
    kept.state.deinitialize(count: 1)
    kept.state.deallocate()
    memory.pointee = nil
  }
}

extension Replica where Storage: ~Copyable {
  /// Everything the device shows, as a whole state: the base when nothing is pending, otherwise
  /// the base with the pending operations folded in. Valid until the replica changes.
  ///
  /// What waits counts as taken in when it was said, so that this is made of what is saved alone:
  /// it is the same after a restart, and whenever somebody asks (P22).
  public var shown: UnsafePointer<ScopeState> {
    guard store.pendingCount > 0 else {
      folded.forget()
      return store.stateAddress
    }
    if let kept = folded.memory.pointee, kept.position != store.position { folded.forget() }
    var kept = folded.memory.pointee ?? copiedBase()
    for index in 0..<store.pendingCount {
      let operation = store.pending(index)
      if operation.sequence > kept.sequence {
        kept.state.pointee.foldPending(shownFact(index))
        kept.sequence = operation.sequence
      }
    }
    folded.memory.pointee = kept
    return UnsafePointer(kept.state)
  }

  private func copiedBase() -> OptimisticState.Memory {
    let copy = UnsafeMutablePointer<ScopeState>.allocate(capacity: 1)
    copy.initialize(to: store.state.copy())
    return OptimisticState.Memory(
      state: copy, position: store.position, sequence: store.pending(0).sequence - 1)
  }
}
