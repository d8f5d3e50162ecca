import CCrashHandler
import Simulator
import SystemLibrary

/// What the program prints on a crash, such as a failed precondition, an overflow or a full stack:
/// the run, the position of each thread, and the command that reproduces the crash.
///
/// The exit status still contains the signal, and a previously installed handler, such as a
/// backtrace, still runs.
public enum CrashReport {
  /// Sets the run for crash reports. The texts are never freed, because a crash can happen at any
  /// time.
  public static func prepare(run: String, command: String) {
    let (events, stepKinds) = (CrashContext.eventNames, CrashContext.stepKindNames)
    crash_handler_install(
      kept(run), kept(command), kept(events), Int32(events.count), kept(stepKinds),
      Int32(stepKinds.count))
  }

  private static func kept(_ texts: [String]) -> UnsafePointer<UnsafePointer<CChar>?> {
    let kept = UnsafeMutablePointer<UnsafePointer<CChar>?>.allocate(capacity: texts.count)
    for (place, text) in texts.enumerated() { kept[place] = self.kept(text) }
    return UnsafePointer(kept)
  }

  private static func kept(_ text: String) -> UnsafePointer<CChar> {
    UnsafePointer(strdup(text)!)
  }
}
