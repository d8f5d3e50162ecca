import Chronology
public import DomainCore

/// A copy of a replica's base into which its pending operations are folded.
///
/// It is made on demand and caught up while the base stays the same; an applied page makes the next
/// read start from the new base. So it never holds the effect of a rejected operation.
@usableFromInline struct OptimisticState: ~Copyable {
  @usableFromInline struct Memory: BitwiseCopyable {
    @usableFromInline var state: UnsafeMutablePointer<ScopeState>
    /// The base it was copied from, by the position in the feed.
    @usableFromInline var position: UInt32
    /// The last pending operation that is folded in.
    @usableFromInline var sequence: UInt32

    @usableFromInline init(
      state: UnsafeMutablePointer<ScopeState>, position: UInt32, sequence: UInt32
    ) {
      self.state = state
      self.position = position
      self.sequence = sequence
    }
  }

  /// In separate memory, so that a read need not change the replica.
  @usableFromInline let memory: UnsafeMutablePointer<Memory?>

  @usableFromInline init() {
    memory = .allocate(capacity: 1)
    memory.initialize(to: nil)
  }

  deinit {
    forget()
    memory.deallocate()
  }

  @usableFromInline func forget() {
    guard let kept = memory.pointee else { return }
    kept.state.deinitialize(count: 1)
    kept.state.deallocate()
    memory.pointee = nil
  }
}

extension Replica where Storage: ~Copyable {
  /// Everything the device shows, as a whole state: the base when nothing is pending, otherwise the
  /// base with the pending operations folded in. Valid until the replica changes.
  ///
  /// A pending operation counts as accepted at the time of its submission, so that the state
  /// depends on saved data alone: it is the same after a restart, and at every read (P22).
  @inlinable public var shown: UnsafePointer<ScopeState> {
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

  @inlinable func copiedBase() -> OptimisticState.Memory {
    let copy = UnsafeMutablePointer<ScopeState>.allocate(capacity: 1)
    copy.initialize(to: store.state.copy())
    return OptimisticState.Memory(
      state: copy, position: store.position, sequence: store.pending(0).sequence - 1)
  }
}
