/// A cause of the difference between what the server knows and what people did.
///
/// The cases are in the order in which a bias breakdown removes them. Loss comes first, because an
/// operation that arrives immediately cannot be lost any more. Immaturity comes before lateness,
/// because immature operations arrive within the allowed days on their own, and late ones do not.
public enum BiasCause: String, CaseIterable, Sendable {
  case lost, immaturity, late, clock, zone, duplicates, rules

  /// The causes that are removed one after the other. The rest of the bias is due to the rules.
  public static let switched = allCases.filter { $0 != .rules }

  /// Its meaning, for readers of a bias breakdown.
  public var meaning: String {
    switch self {
    case .lost: "erased on a device or a server before it reached another one"
    case .immaturity: "not on the server at the end of the run, but within the allowed lateness"
    case .late: "not on the server by then either, because the network was slow or offline"
    case .clock: "dated by a device with a wrong clock"
    case .zone: "dated by a device in another time zone"
    case .duplicates: "duplicated by the network"
    case .rules: "decided differently by the server than by the device, after everything arrived"
    }
  }
}
