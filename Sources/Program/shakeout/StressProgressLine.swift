import RunPipeline

/// The progress of a stress run: a line that overwrites itself on a terminal, and one line per
/// minute elsewhere, such as in the log of a nightly run.
struct StressProgressLine {
  private static let secondsBetween = 60.0
  private static let seedsBetween = 16

  let isRewritable: Bool
  let write: (String) -> Void
  private var secondsShown = 0.0
  private var isSecond = false

  init(isRewritable: Bool, write: @escaping (String) -> Void) {
    self.isRewritable = isRewritable
    self.write = write
  }

  mutating func show(_ progress: StressProgress) {
    if progress.isSecond != isSecond { secondsShown = 0 }
    isSecond = progress.isSecond
    if isRewritable {
      if progress.seeds % Self.seedsBetween == 0 { write("\r\(progress.text)\u{1B}[K") }
    } else if progress.seconds >= secondsShown + Self.secondsBetween {
      secondsShown = progress.seconds
      write(progress.text + "\n")
    }
  }
}
