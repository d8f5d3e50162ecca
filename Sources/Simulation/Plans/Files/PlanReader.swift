import Base
import Chronology
import DomainCore
import Environment
import JSONText
import Scenarios
import SimulatedWorld

/// Reads a plan. Any text gives a plan, or an error sentence with its line.
///
/// The reader checks the whole file before the run begins, so that a mistake in the last line does
/// not cost a run. It reads the text part by part, so that an endless one ends at its first
/// mistake.
public struct PlanReader {
  private var communities: [PlannedCommunity] = []
  private var scenario: Scenario?
  private var texts = NameTable()
  private var calendarTexts: [TextHandle] = []
  private var bytes: [UInt8] = []
  /// Where the next line starts, how far the search for its end has come, and its number.
  private var (start, searched, number) = (0, 0, 0)
  private let json = JSONReader()
  /// Reads the steps of the current community.
  private var steps: StepText?
  private var names: PlanNames?
  private var lastTime = Instant(milliseconds: .min)
  private var seen: Set<StepID> = []

  /// A line has at most so many bytes, a thousand times more than any that a run writes.
  private static let lineByteCountMax = 16 << 20

  /// Whether a text begins like a plan: with an object in its first line that has `plan`.
  public static func isStart(_ text: ArraySlice<UInt8>) -> Bool {
    let line = Array(text.prefix { $0 != UInt8(ascii: "\n") })
    return (try? JSONReader().read(line))?["plan"]?.integer(as: Int.self) != nil
  }

  /// A reader of a text that arrives in parts.
  public init() {}

  /// A reader of a whole text.
  public init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Reads a whole text.
  public mutating func read() throws(PlanError) -> Plan {
    try readLines()
    return try finish()
  }

  /// Adds a part of the text and reads the lines that are complete.
  public mutating func append(_ part: some Collection<UInt8>) throws(PlanError) {
    bytes += part
    try readLines()
  }

  private mutating func readLines() throws(PlanError) {
    while let end = bytes[searched...].firstIndex(of: UInt8(ascii: "\n")) {
      try parseLine(to: end)
      start = end + 1
      searched = start
    }
    searched = bytes.count
    guard bytes.count - start <= Self.lineByteCountMax else {
      throw PlanError(
        line: number + 1,
        "this line is longer than \(Self.lineByteCountMax >> 20) MiB, so this is not a plan")
    }
  }

  private mutating func parseLine(to end: Int) throws(PlanError) {
    number += 1
    if bytes[start..<end].contains(where: { $0 > 32 }) { try read(start..<end, line: number) }
  }

  /// Reads the last line and returns the plan.
  public mutating func finish() throws(PlanError) -> Plan {
    if start < bytes.count {
      try parseLine(to: bytes.count)
      start = bytes.count
    }
    guard let scenario else {
      throw PlanError(line: max(1, number), "this is not a plan: it has no line {\"scenario\":{…}}")
    }
    guard !communities.isEmpty else {
      throw PlanError(line: number, "this plan has no people: it has no line {\"community\":0}")
    }
    return Plan(
      scenario: scenario, texts: names?.texts ?? texts, calendarTexts: calendarTexts,
      communities: communities.map { $0.reading(names?.texts ?? texts, of: bytes) })
  }

  private mutating func read(_ range: Range<Int>, line: Int) throws(PlanError) {
    let node: JSONNode
    do {
      node = try json.read(Array(bytes[range]))
    } catch {
      throw PlanError(line: line, "column \(error.position.column): \(error.sentence)")
    }
    let row = try PlanRow(node, line: line)
    if line == 1 || row.has("plan") {
      try readVersion(row)
    } else if row.has("step") {
      try readStep(row, range)
    } else if row.has("delivery") {
      try readDelivery(row)
    } else if row.has("household") {
      try readHousehold(row)
    } else {
      try readHead(row)
    }
  }

  // MARK: The head

  private func readVersion(_ row: PlanRow) throws(PlanError) {
    guard row.has("plan") else {
      throw row.error(
        "this is not a plan: its first line is not {\"plan\":\(Plan.format.current),…}")
    }
    // First, because another version may have other fields.
    let version: Int = try row.whole("plan", 0...Int.max)
    let program = row.node["program"]?.string
    if let refusal = Plan.format.refusal(of: version, writtenBy: program) {
      throw row.error(refusal)
    }
    try row.only(["plan", "program", "commit", "sources"])
  }

  private mutating func readHead(_ row: PlanRow) throws(PlanError) {
    if row.has("scenario") {
      try row.only(["scenario"])
      let settings = JSONWriter(.compact).bytes(try row.value("scenario", "settings") { $0 })
      let resolver = ScenarioResolver(zoneNames: Zone.allNames) { (_, _) throws(ScenarioError) in
        ScenarioFile(displayName: "the plan's scenario", bytes: settings)
      }
      do throws(ScenarioErrors) {
        scenario = try resolver.resolve("the plan's scenario")
      } catch {
        throw row.error(error.errors.first.map { "\($0)" } ?? "")
      }
    } else if row.has("texts") {
      try row.only(["texts"])
      for text in try strings("texts", row) { texts.restore(text) }
    } else if row.has("calendarTexts") {
      try row.only(["calendarTexts"])
      calendarTexts = try strings("calendarTexts", row).map { texts.handle(of: $0) }
    } else if row.has("community") {
      try row.only(["community"])
      if let names { texts = names.texts }
      (names, steps, seen) = (nil, nil, [])
      lastTime = Instant(milliseconds: .min)
      communities.append(
        PlannedCommunity(
          setup: WorldSetup(
            community: try row.whole("community", 0...Int(Int32.max)), households: []),
          messageDeliveries: [], steps: [], text: [], texts: texts))
    } else {
      let allowed = [
        "plan", "scenario", "texts", "calendarTexts", "community", "household", "delivery", "step",
      ]
      throw row.renamedKey(allowed)
        ?? row.error(
          "this is not a line of a plan; allowed: a line with one of "
            + allowed.joined(separator: ", "))
    }
  }

  private func strings(_ key: String, _ row: PlanRow) throws(PlanError) -> [String] {
    try row.value(key, "a list of texts") { node in
      guard let elements = node.elements else { return nil }
      let texts = elements.compactMap(\.string)
      return texts.count == elements.count ? texts : nil
    }
  }

  // MARK: Communities

  private func checkCommunity(_ row: PlanRow) throws(PlanError) {
    if communities.isEmpty {
      throw row.error(
        "this line belongs to a community; the line {\"community\":0} must come first")
    }
    if scenario == nil {
      throw row.error("the line {\"scenario\":{…}} must come before communities")
    }
  }

  private mutating func readHousehold(_ row: PlanRow) throws(PlanError) {
    try checkCommunity(row)
    guard names == nil else {
      throw row.error("households must come before the first step of their community")
    }
    try row.only(["household", "zone", "joinDay", "hasNotifications", "people"])
    var household = WorldSetup.Household(
      number: try row.whole("household", 0...0xFF_FFFF), zone: try row.zone("zone"),
      joinDay: try row.whole("joinDay", 0...lastDay),
      isNotified: try row.flag("hasNotifications"), people: [])
    for node in try row.value("people", "a list of people", { $0.elements }) {
      household.people.append(try resident(PlanRow(node, line: row.line)))
    }
    let place = communities.count - 1
    let others = communities.lazy.flatMap(\.setup.households)
    let residents = Set(others.flatMap { $0.people.map(\.number) })
    if others.contains(where: { $0.number == household.number }) {
      throw row.error("household \(household.number) appears twice; a number must be unique")
    }
    var own: Set<UInt32> = []
    for resident in household.people
    where residents.contains(resident.number) || !own.insert(resident.number).inserted {
      throw row.error("person \(resident.number) appears twice; a number must be unique")
    }
    guard (1...63).contains(household.people.count) else {
      throw row.error(
        "a household has 1 to 63 people; this one has \(household.people.count)")
    }
    communities[place].setup.households.append(household)
  }

  private var lastDay: Int32 { Int32((scenario?.days ?? 1) - 1) }

  private func resident(_ row: PlanRow) throws(PlanError) -> WorldSetup.Resident {
    try row.only(["person", "role", "born", "usesApp", "devices", "motivation", "joinDay"])
    let born = try row.value("born", "a day such as \"1985-07-14\"") { node in
      node.string.flatMap { LocalDay($0) }.flatMap {
        (LocalDay(year: 1850, month: 1, day: 1)...LocalDay(year: 2050, month: 1, day: 1))
          .contains($0) ? $0 : nil
      }
    }
    return WorldSetup.Resident(
      number: try row.whole("person", 0...0xFF_FFFF),
      role: try row.choice("role", Role.allCases.map { ("\($0)", $0) }), born: born,
      usesApp: try row.flag("usesApp"), deviceCount: try row.whole("devices", 0...8),
      motivation: try row.value("motivation", "a number") { $0.double },
      joinDay: row.has("joinDay") ? try row.whole("joinDay", 0...lastDay) : nil)
  }

  private mutating func readDelivery(_ row: PlanRow) throws(PlanError) {
    try checkCommunity(row)
    try row.only([
      "delivery", "cause", "device", "in", "attempt", "lost", "delay", "duplicateDelay",
      "rowsKeptPerMille",
    ])
    let cause = try row.value("cause", "a step's name, or \"0x\" and hexadecimal digits") { node in
      node.string.flatMap { text -> UInt64? in
        text.hasPrefix("0x") ? UInt64(text.dropFirst(2), radix: 16) : StepID(text: text)?.raw
      }
    }
    let device = try row.value("device", "a device such as \"p12.0\"") { node in
      node.string.flatMap { Self.shortName($0) }
    }
    let isGroup =
      row.has("in") ? try row.choice("in", [("family", false), ("group", true)]) : false
    let longest = Int32.max / 2
    let messageDelivery = MessageDelivery(
      isLost: row.has("lost") ? try row.flag("lost") : false,
      delayMilliseconds: try row.whole("delay", 0...longest, defaultValue: 0),
      duplicateDelayMilliseconds: row.has("duplicateDelay")
        ? try row.whole("duplicateDelay", 0...longest) : -1,
      deliveredPerMille: try row.whole("rowsKeptPerMille", 0...1_000, defaultValue: 1_000))
    communities[communities.count - 1].messageDeliveries.append(
      RecordedDelivery(
        key: MessageKey(
          cause: cause, device: device | (isGroup ? 8 : 0),
          attempt: try row.whole("attempt", 0...0x3FFF)),
        way: try row.choice("delivery", MessageKind.allCases.map { ("\($0)", $0) }),
        messageDelivery: messageDelivery))
  }

  /// "p12.0" as the key of a message has it.
  private static func shortName(_ text: String) -> Int32? {
    let parts = text.dropFirst().split(separator: ".", omittingEmptySubsequences: false)
    guard text.hasPrefix("p"), parts.count == 2, let person = Int32(parts[0]),
      let number = Int32(parts[1]), (0...0xFF_FFFF).contains(person), (0...7).contains(number)
    else { return nil }
    return person << 4 | number
  }

  // MARK: Steps

  private mutating func readStep(_ row: PlanRow, _ range: Range<Int>) throws(PlanError) {
    try checkCommunity(row)
    let place = communities.count - 1
    if names == nil {
      guard !communities[place].setup.households.isEmpty else {
        throw row.error("the households of a community must come before its steps")
      }
      let names = PlanNames(communities[place].setup, texts: texts, resolvesAll: true)
      (self.names, steps) = (names, StepText(names))
    }
    guard let step = try steps?.step(row) else { return }
    guard step.time >= lastTime else {
      throw row.error(
        "this step is at \(step.time), earlier than the previous one; "
          + "steps must be in time order")
    }
    guard seen.insert(step.id).inserted else {
      throw row.error("the step '\(step.id.text)' appears twice; a step name must be unique")
    }
    lastTime = step.time
    let household = names.flatMap { step.action.household($0) }
    communities[place].steps.append(
      PlannedCommunity.StepLine(
        number: row.line, bytes: range, id: step.id, time: step.time,
        household: household.map { communities[place].setup.households[$0].number },
        deviceFault: StepFaultKind(step.action)))
  }
}

extension PlannedCommunity {
  /// A copy with the texts of the whole plan, whose steps are lines of `text`.
  func reading(_ texts: NameTable, of text: [UInt8]) -> PlannedCommunity {
    PlannedCommunity(
      setup: setup, messageDeliveries: messageDeliveries, steps: steps, text: text, texts: texts)
  }
}
