/// The progress of a run in one line.
public enum ProgressText {
  public static func line(people: Int, of total: Int, secondsLeft: Double?) -> String {
    let share = total > 0 ? people * 100 / total : 0
    let simulated = NumberText.grouped(Int64(people))
    let all = NumberText.counted(Int64(total), "person", "people")
    return "\(share) %: \(simulated) of \(all)" + (secondsLeft.map { ", \(rough($0)) left" } ?? "")
  }

  /// A duration rounded to what a waiting user needs.
  private static func rough(_ seconds: Double) -> String {
    let seconds = Int(seconds.rounded(.up))
    if seconds < 90 { return "\(seconds) s" }
    let minutes = (seconds + 30) / 60
    return minutes < 90 ? "\(minutes) min" : "\((minutes + 30) / 60) h"
  }
}
