import DomainCore

/// What a person remembers of a family or group whose data on their device was damaged.
final class RememberedState {
  private let memory: UnsafeMutablePointer<ScopeState>

  init(_ state: consuming ScopeState) {
    memory = .allocate(capacity: 1)
    memory.initialize(to: state)
  }

  deinit {
    memory.deinitialize(count: 1)
    memory.deallocate()
  }

  var address: UnsafePointer<ScopeState> { UnsafePointer(memory) }
}
