import Glibc
import Synchronization

/// Whether somebody has asked the program to stop: Ctrl-C, or the machine going down.
///
/// A run looks at it between communities, so that it ends with its own sentence and leaves nothing
/// half-written behind.
public enum Interruption {
  private static let isAsked = Atomic<Bool>(false)

  public static var isRequested: Bool { isAsked.load(ordering: .relaxed) }

  /// Lets signals through that whoever started the program has blocked, so that reading a file that
  /// never ends can be broken off.
  public static func unblock() {
    var heard = sigset_t()
    sigemptyset(&heard)
    for number in [SIGINT, SIGTERM, SIGHUP] { sigaddset(&heard, number) }
    pthread_sigmask(SIG_UNBLOCK, &heard, nil)
  }

  /// From now on a signal asks instead of killing; a second one kills. For work that looks whether
  /// it was asked.
  ///
  /// Who was told to live on when the terminal goes away, as by `nohup`, still does.
  public static func listen() {
    // A handler may not be the first to touch what is made at its first use.
    _ = isRequested
    for number in [SIGINT, SIGTERM, SIGHUP] {
      let previous = signal(number) { number in
        Interruption.isAsked.store(true, ordering: .relaxed)
        signal(number, SIG_DFL)
      }
      if number == SIGHUP && isIgnored(previous) { signal(number, SIG_IGN) }
    }
    // Who was started by a thread that hears no signals would hear none either.
    unblock()
  }

  private static func isIgnored(_ handler: __sighandler_t?) -> Bool {
    unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }
}
