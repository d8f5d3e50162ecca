/// Why a server knows something else than what people did.
///
/// The cases stand in the order in which a ledger switches them off. What is lost comes first,
/// because whatever arrives at once cannot be lost any more; immaturity comes before what is late,
/// because the one would come by itself in the days that are allowed for it, and the other not.
public enum BiasCause: String, CaseIterable, Sendable {
  case lost, immaturity, late, clock, zone, duplicates, rules

  /// The causes that are switched off one after the other; what is left then is the rules' doing.
  public static let switched = allCases.filter { $0 != .rules }

  /// What it is, for whoever reads a ledger.
  public var meaning: String {
    switch self {
    case .lost: "taken from a device or a server before anybody else had it"
    case .immaturity: "not there yet, but within the lateness that is allowed behind the run's end"
    case .late: "not there by then either, because the network was slow or away"
    case .clock: "dated by a device whose clock was off"
    case .zone: "dated by a device that showed another time zone"
    case .duplicates: "sent twice by the network"
    case .rules: "decided otherwise by the server than by the device, once all had arrived"
    }
  }
}
