import Glibc

/// A thread with a stack that is large enough for deep folds.
enum WorkThread {
  private static let stackByteCount = 8 << 20

  private final class ThreadBody {
    let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  static func start(_ body: @escaping @Sendable () -> Void) {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setstacksize(&attributes, stackByteCount)
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    var thread = pthread_t()
    let work = Unmanaged.passRetained(ThreadBody(body)).toOpaque()
    let problem = pthread_create(
      &thread, &attributes,
      { work in
        Unmanaged<ThreadBody>.fromOpaque(work!).takeRetainedValue().body()
        return nil
      }, work)
    precondition(problem == 0, "the system gives no thread: \(String(cString: strerror(problem)))")
  }
}
