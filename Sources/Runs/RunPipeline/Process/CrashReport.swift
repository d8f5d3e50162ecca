import CCrashHandler
import Glibc
import Simulator

/// What the program says when a trap ends it, such as a broken invariant, an overflow or a full
/// stack: which run it was, where each thread stood, and the command that leads there again.
///
/// The exit status still says which signal it was, and a debugger or a backtrace that was there
/// before is still called.
public enum CrashReport {
  /// From now on the story is of this run. Texts are kept for the rest of the program's life, since
  /// it can end at any time.
  public static func prepare(run: String, command: String) {
    let (events, verbs) = (CrashContext.eventNames, CrashContext.verbNames)
    trap_prepare(
      kept(run), kept(command), kept(events), Int32(events.count), kept(verbs),
      Int32(verbs.count))
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
