import Base
import Chronology
import Environment
import DomainCore
import JSONText
import SimulatedWorld

// Reads a line of a plan as a step. Its devices, people and households must be in the world setup;
// a reference to an entity that no earlier step creates makes the step impossible, which is no
// error.
extension StepText {
  func step(_ row: PlanRow) throws(PlanError) -> Step {
    let name = try row.string("step", "a name such as \"p12/d3/s0/mark/0/1\"")
    guard let id = StepID(text: name) else {
      if let renamed = RenamedPlanWords.stepKind(of: name) {
        throw row.error("'step' is '\(name)'; \(renamed)")
      }
      throw row.error("'step' is '\(name)'; allowed: a name such as \"p12/d3/s0/mark/0/1\"")
    }
    let time = try row.instant("at")
    return Step(id, at: time, try action(try row.choice("do", PlanAction.choices), row))
  }

  private func action(_ planAction: PlanAction, _ row: PlanRow) throws(PlanError) -> StepAction {
    switch planAction {
    case .open: .open(device: try device(row))
    case .close: .close(device: try device(row))
    case .refresh: .refresh(device: try device(row))
    case .exchange: try exchange(row)
    case .submit: try submit(row)
    case .submitTogether: try submitTogether(row)
    case .leave: .leave(person: try person(row))
    case .deleteAccount: .deleteAccount(person: try person(row))
    case .join: try join(row)
    case .offline: try offline(row)
    case .setClock: try setClock(row)
    case .setZone: try setZone(row)
    case .setServerClock: try setServerClock(row)
    case .checkpoint: try checkpoint(row)
    case .failOver: try failOver(row)
    case .outage: try outage(row)
    case .deviceFault: try deviceFault(row)
    case .diskFault: try diskFault(row)
    case .serverDiskFault: try serverDiskFault(row)
    case .restore: try restore(row)
    case .signIn: try signIn(row)
    case .reinstall: .reinstall(device: try device(row))
    case .crash: .crash(device: try device(row))
    case .wakeWidget: .wakeWidget(device: try device(row))
    case .update: try update(row)
    case .backUp: .backUp(device: try device(row))
    case .linkCalendar: .linkCalendar(device: try device(row))
    case .askCalendar: .askCalendar(household: try household(row))
    case .editCalendar: try editCalendar(row)
    case .expireCalendarTokens: .expireCalendarTokens(household: try household(row))
    case .openHealthStore: .openHealthStore(person: try person(row))
    case .recordWorkout: try recordWorkout(row)
    case .healthStoreFault: try healthStoreFault(row)
    case .catalogFails: .catalogFails(device: try device(row))
    }
  }

  private static let head = ["step", "at", "do"]

  // MARK: Devices, people and households

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

  private func checkpoint(_ row: PlanRow) throws(PlanError) -> StepAction {
    try row.only(Self.head)
    return .impossible
  }

  private func exchange(_ row: PlanRow) throws(PlanError) -> StepAction {
    try row.only(Self.head + ["device", "in"])
    return .exchange(try place(row))
  }

  private func place(_ row: PlanRow) throws(PlanError) -> ReplicaAddress {
    let device = try one(of: names.devices, "device", row)
    let isGroup =
      row.has("in") ? try row.choice("in", [("family", false), ("group", true)]) : false
    return ReplicaAddress(device, isGroup: isGroup)
  }

  /// Something of the community's inventory, by its name.
  private func one(of known: [String: Int], _ key: String, _ row: PlanRow) throws(PlanError) -> Int
  {
    let name = try row.string(
      key, "a \(key) of this community such as \"\(known.keys.min() ?? "")\"")
    if let index = known[name] { return index }
    let near = nearest(to: name, in: known.keys.sorted()).map { ". Did you mean '\($0)'?" } ?? ""
    throw row.error("'\(key)' is '\(name)', which this community does not have\(near)")
  }

  // MARK: Saying

  private func submit(_ row: PlanRow) throws(PlanError) -> StepAction {
    try row.only(Self.head + ["device", "in", "what"])
    let place = try place(row)
    let node = try row.value("what", "a command, see docs/commands.md") { $0 }
    return try command(node, row).map { .submit($0, place) } ?? .impossible
  }

  private func submitTogether(_ row: PlanRow) throws(PlanError) -> StepAction {
    try row.only(Self.head + ["device", "in", "what"])
    let place = try place(row)
    let node = try row.value("what", "a list of commands, see docs/commands.md") { $0.elements }
    var commands: [Command] = []
    for one in node {
      guard let command = try command(one, row) else { return .impossible }
      commands.append(command)
    }
    return commands.isEmpty ? .impossible : .submitTogether(commands, place)
  }

  private func join(_ row: PlanRow) throws(PlanError) -> StepAction {
    try row.only(Self.head + ["person", "what"])
    let person = try one(of: names.people, "person", row)
    let node = try row.value("what", "a command, see docs/commands.md") { $0 }
    return try command(node, row).map { .join($0, person: person) } ?? .impossible
  }

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

  private func deviceFault(_ row: PlanRow) throws(PlanError) -> StepAction {
    try row.only(Self.head + ["device", "fault", "from", "until"])
    return .deviceFault(
      device: try one(of: names.devices, "device", row),
      try row.choice("fault", DeviceFault.allCases.map { ("\($0)", $0) }),
      OfflineWindow(from: try row.instant("from"), until: try row.instant("until")))
  }

  private func diskFault(_ row: PlanRow) throws(PlanError) -> StepAction {
    try row.only(Self.head + ["device", "fault", "call", "draw"])
    return .diskFault(
      device: try one(of: names.devices, "device", row),
      try diskFault(DiskFaultKind.allCases, row))
  }

  private func serverDiskFault(_ row: PlanRow) throws(PlanError) -> StepAction {
    try row.only(Self.head + ["fault", "call", "draw"])
    return .serverDiskFault(try diskFault(DiskFaultKind.ofServer, row))
  }

  private func diskFault(
    _ kinds: [DiskFaultKind], _ row: PlanRow
  ) throws(PlanError) -> DiskFaultStep {
    DiskFaultStep(
      try row.choice("fault", kinds.map { ("\($0)", $0) }),
      call: try row.whole("call", 0...1_000_000), randomWord: try row.whole("draw", 0...UInt32.max))
  }

  private func setClock(_ row: PlanRow) throws(PlanError) -> StepAction {
    try row.only(Self.head + ["device", "offset", "drift"])
    return .setClock(device: try one(of: names.devices, "device", row), try setting(row))
  }

  private func setServerClock(_ row: PlanRow) throws(PlanError) -> StepAction {
    try row.only(Self.head + ["offset", "drift"])
    return .setServerClock(try setting(row))
  }

  private func setting(_ row: PlanRow) throws(PlanError) -> ClockDeviation {
    // Ten years either way, and a tenth of the time.
    let most = 3_660 * Span.day
    return ClockDeviation(
      offsetMilliseconds: try row.whole("offset", -most...most, defaultValue: 0),
      driftPartsPerMillion: try row.whole("drift", -100_000...100_000, defaultValue: 0))
  }

  private func failOver(_ row: PlanRow) throws(PlanError) -> StepAction {
    try row.only(Self.head + ["lag"])
    return .failOver(behind: try row.whole("lag", 0...366 * Span.day))
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

  // MARK: External services

  private func editCalendar(_ row: PlanRow) throws(PlanError) -> StepAction {
    try row.only(Self.head + ["household", "edit", "draw"])
    let edit = CalendarEdit(
      millisecondOfDay: 0,
      kind: try row.choice("edit", CalendarEditKind.allCases.map { ("\($0)", $0) }),
      randomWord: try row.whole("draw", 0...UInt64.max))
    return .editCalendar(household: try one(of: names.households, "household", row), edit)
  }

  private func recordWorkout(_ row: PlanRow) throws(PlanError) -> StepAction {
    try row.only(
      Self.head + ["person", "start", "end", "kilocalories", "delay", "change", "changeDelay"])
    let (start, end) = (try row.instant("start"), try row.instant("end"))
    guard start <= end, end - start <= Span.day else {
      throw row.error("'end' is \(end); allowed: up to a day after 'start'")
    }
    let longest = 366 * Span.day
    let recorded = RecordedWorkout(
      startShift: 0, endShift: 0, delay: try row.whole("delay", 0...longest, defaultValue: 0),
      change: try row.choice("change", SampleChange.allCases.map { ("\($0)", $0) }),
      changeDelay: try row.whole("changeDelay", 0...longest, defaultValue: 0))
    return .recordWorkout(
      person: try one(of: names.people, "person", row),
      WearableWorkout(
        start: start, end: end, kilocalories: try row.whole("kilocalories", 0...60_000),
        recorded: recorded))
  }

  private func healthStoreFault(_ row: PlanRow) throws(PlanError) -> StepAction {
    try row.only(Self.head + ["person", "fault"])
    let healthFault = try row.choice(
      "fault",
      [("ended", HealthStoreFault?.none)]
        + HealthStoreFault.allCases.map { ("\($0)", Optional($0)) }
    )
    return .healthStoreFault(person: try one(of: names.people, "person", row), healthFault)
  }
}

/// What a step does, as its line calls it.
enum PlanAction: String, CaseIterable {
  case open, close, refresh, exchange, submit, submitTogether, leave, deleteAccount, join, offline
  case setClock, setZone, setServerClock, checkpoint, failOver, outage, deviceFault
  case diskFault, serverDiskFault
  case restore, signIn, reinstall, crash, wakeWidget, update, backUp
  case linkCalendar, askCalendar, editCalendar, expireCalendarTokens
  case openHealthStore, recordWorkout, healthStoreFault, catalogFails

  static let choices = allCases.map { ($0.rawValue, $0) }
}
