public import SimulatedWorld

// The name of a step as a plan writes it: "p12/d3/s0/mark/2/1" is what person 12 did on day 3 of
// the run in the first session: marking habit 1 of member 2. "self" stands for what a device does
// on its own, and "h4" for what happens to household 4. Zeros at the end are left out.
extension StepID {
  public var text: String {
    let isHousehold = session == StepID.ofHousehold
    var text = (isHousehold ? "h" : "p") + "\(who)/d\(day)/"
    if !isHousehold { text += session == StepID.byItself ? "self/" : "s\(session)/" }
    text += StepKind.names[Int((verb ?? .none).rawValue)]
    if place != 0 || number != 0 { text += "/\(place)" }
    if number != 0 { text += "/\(number)" }
    return text
  }

  /// Reads what `text` writes.
  public init?(text: some StringProtocol) {
    var parts = text.split(separator: "/", omittingEmptySubsequences: false)[...]
    guard let first = parts.popFirst(), let who = Self.number(first.dropFirst(), below: 1 << 24),
      let day = parts.popFirst(), day.first == "d",
      let day = Self.number(day.dropFirst(), below: 1 << 12)
    else { return nil }
    let session: UInt8
    switch first.first {
    case "h": session = Self.ofHousehold
    case "p":
      guard let part = parts.popFirst(), let number = Self.session(part) else { return nil }
      session = number
    default: return nil
    }
    guard let name = parts.popFirst(), let verb = StepKind(text: name) else { return nil }
    let place = parts.isEmpty ? 0 : Self.number(parts.removeFirst(), below: 64)
    let number = parts.isEmpty ? 0 : Self.number(parts.removeFirst(), below: 1024)
    guard let place, let number, parts.isEmpty else { return nil }
    self.init(
      who: UInt32(who), day: Int32(day), session: session, verb: verb, place: place,
      number: number)
  }

  private static func session(_ text: some StringProtocol) -> UInt8? {
    if text == "self" { return byItself }
    guard text.first == "s" else { return nil }
    return number(text.dropFirst(), below: Int(byItself)).map { UInt8($0) }
  }

  /// A number of digits only.
  private static func number(_ text: some StringProtocol, below end: Int) -> Int? {
    guard !text.isEmpty, text.utf8.allSatisfy({ (48...57).contains($0) }), let number = Int(text),
      number < end
    else { return nil }
    return number
  }
}

extension StepKind {
  init?(text: some StringProtocol) {
    guard let verb = Self.byText[String(text)] else { return nil }
    self = verb
  }

  private static let byText = [String: StepKind](
    uniqueKeysWithValues: zip(names, allCases))
}
