extension HostSystem {
  #if canImport(Darwin)
    /// What a new process does with files before it begins.
    public typealias FileActions = posix_spawn_file_actions_t?
    /// What a new process does not inherit.
    public typealias SpawnAttributes = posix_spawnattr_t?
  #else
    /// What a new process does with files before it begins.
    public typealias FileActions = posix_spawn_file_actions_t
    /// What a new process does not inherit.
    public typealias SpawnAttributes = posix_spawnattr_t
  #endif

  /// Memory for `posix_spawn_file_actions_init`.
  public static var noFileActions: FileActions {
    #if canImport(Darwin)
      nil
    #else
      posix_spawn_file_actions_t()
    #endif
  }

  /// Memory for `posix_spawnattr_init`.
  public static var noSpawnAttributes: SpawnAttributes {
    #if canImport(Darwin)
      nil
    #else
      posix_spawnattr_t()
    #endif
  }

  private final class ThreadBody {
    let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) { self.body = body }

    static func run(_ work: UnsafeMutableRawPointer) {
      Unmanaged<ThreadBody>.fromOpaque(work).takeRetainedValue().body()
    }
  }

  /// Starts a thread that nothing waits for; returns the error number, or 0.
  public static func startThread(
    stackByteCount: Int, _ body: @escaping @Sendable () -> Void
  ) -> Int32 {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setstacksize(&attributes, stackByteCount)
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    let work = Unmanaged.passRetained(ThreadBody(body))
    #if canImport(Darwin)
      var thread: pthread_t?
      let problem = pthread_create(
        &thread, &attributes,
        { work in
          ThreadBody.run(work)
          return nil
        }, work.toOpaque())
    #else
      var thread = pthread_t()
      let problem = pthread_create(
        &thread, &attributes,
        { work in
          if let work { ThreadBody.run(work) }
          return nil
        }, work.toOpaque())
    #endif
    if problem != 0 { work.release() }
    return problem
  }
}
