/// CAL-2: the details text of an event: the family's notes, then the drivers.
///
/// The calendar shows the drivers; only the family decides them (SCH-5). So an outside edit of the
/// text changes only the notes, and lines about driving are dropped when the text is read back.
public struct CalendarDetails: Hashable, Sendable {
  public var notes: String
  /// The names of the drivers, or nil while there is none.
  public var dropOff: String?
  public var pickUp: String?

  public init(notes: String, dropOff: String? = nil, pickUp: String? = nil) {
    self.notes = notes
    self.dropOff = dropOff
    self.pickUp = pickUp
  }

  private static let dropOffLabel = "Drop-off: "
  private static let pickUpLabel = "Pick-up: "
  private static let noDriver = "nobody yet"

  /// The text that the calendar shows.
  public var text: String {
    let driving =
      Self.dropOffLabel + (dropOff ?? Self.noDriver) + "\n" + Self.pickUpLabel
      + (pickUp ?? Self.noDriver)
    return notes.isEmpty ? driving : notes + "\n\n" + driving
  }

  /// The lines about driving in a text that people may have edited.
  public static func driving(of text: String) -> String {
    text.split(separator: "\n").filter(isDriving).joined(separator: "\n")
  }

  private static func isDriving(_ line: Substring) -> Bool {
    line.hasPrefix(dropOffLabel) || line.hasPrefix(pickUpLabel)
  }

  /// The notes in a text that people may have edited, without the lines about driving.
  public static func notes(of text: String) -> String {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let count = lines.count
    lines.removeAll(where: isDriving)
    // The empty line above the driving lines is dropped with them.
    while lines.count < count, lines.last?.isEmpty == true { lines.removeLast() }
    return lines.joined(separator: "\n")
  }
}
