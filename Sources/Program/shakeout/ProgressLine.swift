import Reporting
import RunPipeline

/// A line on a terminal that says how far a run has come, written over as it goes on.
///
/// Short runs are over before it shows, and it leaves no trace.
struct ProgressLine {
  private static let secondsBefore = 1.0
  private static let secondsBetween = 0.2

  /// The columns of the terminal.
  let width: Int
  let write: (String) -> Void
  private var secondsShown: Double?

  init(width: Int, write: @escaping (String) -> Void) {
    self.width = width
    self.write = write
  }

  mutating func show(_ advance: RunProgressReport) {
    let next = secondsShown.map { $0 + Self.secondsBetween } ?? Self.secondsBefore
    guard advance.seconds >= next else { return }
    secondsShown = advance.seconds
    let text = ProgressText.line(
      people: advance.people, of: advance.peopleTotal, secondsLeft: advance.secondsLeft)
    // To the line's beginning, the text, and away with what was longer.
    write("\r\(text.prefix(width - 1))\u{1B}[K")
  }

  mutating func clear() {
    if secondsShown != nil { write("\r\u{1B}[K") }
    secondsShown = nil
  }
}
