import Synchronization
import SystemLibrary

/// Whether the program was interrupted, by Ctrl-C or a shutdown of the machine.
///
/// A run checks it between communities, so that it ends with a message and leaves no partial files.
public enum Interruption {
  private static let isInterrupted = Atomic<Bool>(false)

  public static var isRequested: Bool { isInterrupted.load(ordering: .relaxed) }

  /// Unblocks signals that the parent process blocked, so that reading an endless file can be
  /// interrupted.
  public static func unblock() {
    var heard = sigset_t()
    sigemptyset(&heard)
    for number in [SIGINT, SIGTERM, SIGHUP] { sigaddset(&heard, number) }
    pthread_sigmask(SIG_UNBLOCK, &heard, nil)
  }

  /// Makes the first signal set the flag instead of killing; a second one kills. For work that
  /// checks the flag.
  ///
  /// A program started with `nohup` still ignores the end of its terminal.
  public static func listen() {
    // A signal handler must not be the first to use a lazily initialized variable.
    _ = isRequested
    for number in [SIGINT, SIGTERM, SIGHUP] {
      let previous = signal(number) { number in
        Interruption.isInterrupted.store(true, ordering: .relaxed)
        signal(number, SIG_DFL)
      }
      if number == SIGHUP && isIgnored(previous) { signal(number, SIG_IGN) }
    }
    // A process started by a thread with blocked signals inherits the blocked signals.
    unblock()
  }

  private static func isIgnored(_ handler: (@convention(c) (Int32) -> Void)?) -> Bool {
    unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }
}
