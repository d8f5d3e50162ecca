/// CAL-2: the details of an event: the family's notes, and below them who drives.
///
/// The calendar shows who drives; only the family decides it (SCH-5). So what people change outside
/// counts for the notes alone, and lines about driving are left out when details are read back.
public struct CalendarDetails: Hashable, Sendable {
  public var notes: String
  /// The names of who drives, or nil while nobody does.
  public var dropOff: String?
  public var pickUp: String?

  public init(notes: String, dropOff: String? = nil, pickUp: String? = nil) {
    self.notes = notes
    self.dropOff = dropOff
    self.pickUp = pickUp
  }

  private static let dropOffLabel = "Drop-off: "
  private static let pickUpLabel = "Pick-up: "
  private static let nobody = "nobody yet"

  /// What the calendar shows.
  public var text: String {
    let driving =
      Self.dropOffLabel + (dropOff ?? Self.nobody) + "\n" + Self.pickUpLabel
      + (pickUp ?? Self.nobody)
    return notes.isEmpty ? driving : notes + "\n\n" + driving
  }

  /// What details that somebody may have edited say about driving.
  public static func driving(of text: String) -> String {
    text.split(separator: "\n").filter(isDriving).joined(separator: "\n")
  }

  private static func isDriving(_ line: Substring) -> Bool {
    line.hasPrefix(dropOffLabel) || line.hasPrefix(pickUpLabel)
  }

  /// The notes of details that somebody may have edited, without what is said about driving.
  public static func notes(of text: String) -> String {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let count = lines.count
    lines.removeAll(where: isDriving)
    // The empty line above the driving goes with it.
    while lines.count < count, lines.last?.isEmpty == true { lines.removeLast() }
    return lines.joined(separator: "\n")
  }
}
