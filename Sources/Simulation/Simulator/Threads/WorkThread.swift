import SystemLibrary

/// A thread with a stack that is large enough for deep folds.
enum WorkThread {
  private static let stackByteCount = 8 << 20

  static func start(_ body: @escaping @Sendable () -> Void) {
    let problem = HostSystem.startThread(stackByteCount: stackByteCount, body)
    precondition(problem == 0, "the system gives no thread: \(String(cString: strerror(problem)))")
  }
}
