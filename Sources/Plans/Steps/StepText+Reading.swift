import Base
import Chronology
import Counterparts
import DomainCore
import Faults
import JSONText
import World

// A line of a plan as a step. What it names must be in the inventory; what no earlier step has made
// any more turns it into a step that is impossible, which is no mistake.
extension StepText {
  func step(_ row: PlanRow) throws(PlanError) -> Step {
    let name = try row.string("step", "a name such as \"p12/d3/s0/mark/0/1\"")
    guard let id = StepID(text: name) else {
      throw row.error("'step' is '\(name)'; allowed: a name such as \"p12/d3/s0/mark/0/1\"")
    }
    let time = try row.instant("at")
    let read = try row.choice("do", Self.readers)
    return Step(id, at: time, try read(self)(row))
  }

  private typealias Reader = (PlanRow) throws(PlanError) -> StepAction

  /// What a step can do, and how the rest of its line is read.
  private static var readers: [(String, (StepText) -> Reader)] {
    [
      ("open", { text in { row throws(PlanError) in .open(device: try text.device(row)) } }),
      ("close", { text in { row throws(PlanError) in .close(device: try text.device(row)) } }),
      ("refresh", { text in { row throws(PlanError) in .refresh(device: try text.device(row)) } }),
      ("exchange", { text in { row throws(PlanError) in .exchange(try text.place(row)) } }),
      ("say", { $0.say }), ("sayTogether", { $0.sayTogether }),
      ("leave", { text in { row throws(PlanError) in .leave(person: try text.person(row)) } }),
      ("join", { $0.join }), ("offline", { $0.offline }), ("setClock", { $0.setClock }),
      ("setZone", { $0.setZone }), ("setServerClock", { $0.setServerClock }),
      ("nothing", { $0.nothing }), ("failOver", { $0.failOver }), ("outage", { $0.outage }),
      ("trouble", { $0.trouble }),
      ("restore", { $0.restore }), ("signIn", { $0.signIn }),
      (
        "reinstall",
        { text in { row throws(PlanError) in .reinstall(device: try text.device(row)) } }
      ),
      ("crash", { text in { row throws(PlanError) in .crash(device: try text.device(row)) } }),
      ("update", { $0.update }),
      ("backUp", { text in { row throws(PlanError) in .backUp(device: try text.device(row)) } }),
      (
        "linkCalendar",
        { text in { row throws(PlanError) in .linkCalendar(device: try text.device(row)) } }
      ),
      (
        "askCalendar",
        { text in { row throws(PlanError) in .askCalendar(household: try text.household(row)) } }
      ),
      ("editCalendar", { $0.editCalendar }),
      (
        "expireCalendarTokens",
        { text in
          { row throws(PlanError) in .expireCalendarTokens(household: try text.household(row)) }
        }
      ),
      (
        "openHealthStore",
        { text in { row throws(PlanError) in .openHealthStore(person: try text.person(row)) } }
      ),
      ("recordWorkout", { $0.recordWorkout }), ("healthLapse", { $0.healthLapse }),
    ]
  }

  /// All that a step can do.
  static var deeds: [String] { readers.map(\.0) }

  private static let head = ["step", "at", "do"]

  // MARK: Who and where

  private func device(_ row: PlanRow) throws(PlanError) -> Int {
    try row.only(Self.head + ["device"])
    return try one(of: names.devices, "device", row)
  }

  private func person(_ row: PlanRow) throws(PlanError) -> Int {
    try row.only(Self.head + ["person"])
    return try one(of: names.people, "person", row)
  }

  private func household(_ row: PlanRow) throws(PlanError) -> Int {
    try row.only(Self.head + ["household"])
    return try one(of: names.households, "household", row)
  }

  private func place(_ row: PlanRow) throws(PlanError) -> Place {
    let device = try one(of: names.devices, "device", row)
    let isGroup =
      row.has("in") ? try row.choice("in", [("family", false), ("group", true)]) : false
    return Place(device, isGroup: isGroup)
  }

  /// Something of the community's inventory, by its name.
  private func one(of known: [String: Int], _ key: String, _ row: PlanRow) throws(PlanError) -> Int
  {
    let example = known.keys.min() ?? ""
    let name = try row.string(key, "a \(key) of this community such as \"\(example)\"")
    if let index = known[name] { return index }
    let near = nearest(to: name, in: known.keys.sorted()).map { ". Did you mean '\($0)'?" } ?? ""
    throw row.error("'\(key)' is '\(name)', which this community does not have\(near)")
  }

  // MARK: Saying

  private func say(_ row: PlanRow) throws(PlanError) -> StepAction {
    try row.only(Self.head + ["device", "in", "what"])
    let place = try place(row)
    let said = try row.value("what", "a command, see docs/commands.md") { $0 }
    return try command(said, row).map { .say($0, place) } ?? .impossible
  }

  private func sayTogether(_ row: PlanRow) throws(PlanError) -> StepAction {
    try row.only(Self.head + ["device", "in", "what"])
    let place = try place(row)
    let said = try row.value("what", "a list of commands, see docs/commands.md") { $0.elements }
    var commands: [Command] = []
    for one in said {
      guard let command = try command(one, row) else { return .impossible }
      commands.append(command)
    }
    return commands.isEmpty ? .impossible : .sayTogether(commands, place)
  }

  private func join(_ row: PlanRow) throws(PlanError) -> StepAction {
    try row.only(Self.head + ["person", "what"])
    let person = try one(of: names.people, "person", row)
    let said = try row.value("what", "a command, see docs/commands.md") { $0 }
    return try command(said, row).map { .join($0, person: person) } ?? .impossible
  }

  private func nothing(_ row: PlanRow) throws(PlanError) -> StepAction { .impossible }

  // MARK: Faults

  private func outage(_ row: PlanRow) throws(PlanError) -> StepAction {
    try row.only(Self.head + ["until"])
    return .outage(until: try row.instant("until"))
  }

  private func update(_ row: PlanRow) throws(PlanError) -> StepAction {
    try row.only(Self.head + ["device", "version"])
    return .update(
      device: try one(of: names.devices, "device", row),
      try row.choice("version", AppVersion.allCases.map { ("\($0)", $0) }))
  }

  private func offline(_ row: PlanRow) throws(PlanError) -> StepAction {
    try row.only(Self.head + ["device", "from", "until"])
    return .offline(
      device: try one(of: names.devices, "device", row),
      OfflineWindow(from: try row.instant("from"), until: try row.instant("until")))
  }

  private func trouble(_ row: PlanRow) throws(PlanError) -> StepAction {
    try row.only(Self.head + ["device", "trouble", "from", "until"])
    return .trouble(
      device: try one(of: names.devices, "device", row),
      try row.choice("trouble", DeviceTrouble.allCases.map { ("\($0)", $0) }),
      OfflineWindow(from: try row.instant("from"), until: try row.instant("until")))
  }

  private func setClock(_ row: PlanRow) throws(PlanError) -> StepAction {
    try row.only(Self.head + ["device", "ahead", "drift"])
    return .setClock(device: try one(of: names.devices, "device", row), try setting(row))
  }

  private func setServerClock(_ row: PlanRow) throws(PlanError) -> StepAction {
    try row.only(Self.head + ["ahead", "drift"])
    return .setServerClock(try setting(row))
  }

  private func setting(_ row: PlanRow) throws(PlanError) -> ClockSetting {
    // Ten years either way, and a tenth of the time.
    let most = 3_660 * Span.day
    return ClockSetting(
      offsetMilliseconds: try row.whole("ahead", -most...most, usually: 0),
      driftPartsPerMillion: try row.whole("drift", -100_000...100_000, usually: 0))
  }

  private func failOver(_ row: PlanRow) throws(PlanError) -> StepAction {
    try row.only(Self.head + ["behind"])
    return .failOver(behind: try row.whole("behind", 0...366 * Span.day))
  }

  private func restore(_ row: PlanRow) throws(PlanError) -> StepAction {
    try row.only(Self.head + ["device", "from"])
    return .restore(
      device: try one(of: names.devices, "device", row),
      from: try one(of: names.devices, "from", row))
  }

  private func signIn(_ row: PlanRow) throws(PlanError) -> StepAction {
    try row.only(Self.head + ["person", "device"])
    return .signIn(
      person: try one(of: names.people, "person", row),
      device: try one(of: names.devices, "device", row))
  }

  private func setZone(_ row: PlanRow) throws(PlanError) -> StepAction {
    try row.only(Self.head + ["device", "zone"])
    return .setZone(device: try one(of: names.devices, "device", row), try row.zone("zone"))
  }

  // MARK: What lies outside

  private func editCalendar(_ row: PlanRow) throws(PlanError) -> StepAction {
    try row.only(Self.head + ["household", "deed", "lot"])
    let edit = CalendarEdit(
      millisecondOfDay: 0,
      deed: try row.choice("deed", CalendarDeed.allCases.map { ("\($0)", $0) }),
      lot: try row.whole("lot", 0...UInt64.max))
    return .editCalendar(household: try one(of: names.households, "household", row), edit)
  }

  private func recordWorkout(_ row: PlanRow) throws(PlanError) -> StepAction {
    try row.only(
      Self.head + ["person", "start", "end", "kilocalories", "delay", "then", "thenDelay"])
    let (start, end) = (try row.instant("start"), try row.instant("end"))
    guard start <= end, end - start <= Span.day else {
      throw row.error("'end' is \(end); allowed: up to a day after 'start'")
    }
    let longest = 366 * Span.day
    let recorded = RecordedWorkout(
      startShift: 0, endShift: 0, delay: try row.whole("delay", 0...longest, usually: 0),
      change: try row.choice("then", SampleChange.allCases.map { ("\($0)", $0) }),
      changeDelay: try row.whole("thenDelay", 0...longest, usually: 0))
    return .recordWorkout(
      person: try one(of: names.people, "person", row),
      WornWorkout(
        start: start, end: end, kilocalories: try row.whole("kilocalories", 0...60_000),
        recorded: recorded))
  }

  private func healthLapse(_ row: PlanRow) throws(PlanError) -> StepAction {
    try row.only(Self.head + ["person", "lapse"])
    let lapse = try row.choice(
      "lapse",
      [("over", HealthLapse?.none)] + HealthLapse.allCases.map { ("\($0)", Optional($0)) })
    return .healthLapse(person: try one(of: names.people, "person", row), lapse)
  }
}
