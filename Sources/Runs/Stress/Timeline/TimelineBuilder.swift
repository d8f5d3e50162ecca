import Base
import Chronology
import DomainCore
import Environment
import JSONText
import Plans
import Properties
import Simulator
import SyncCore
import SimulatedWorld

/// Writes the events of one community as sentences.
struct TimelineBuilder {
  private(set) var lines: [Timeline.Line] = []
  private(set) var rows: [Timeline.Row] = []
  private(set) var deviceNames: [String] = []
  /// The lines of the plan, by their steps.
  private var planned: [StepID: JSONNode] = [:]
  /// The device of each replica.
  private var devices: [Int] = []
  private var isGroup: [Bool] = []
  /// The device of each site, the last one if there were several: an app that is reinstalled, or
  /// used by another person, gets another site.
  private var devicesBySite: [Int] = []
  /// The scope of each replica.
  private var scopes: [UInt32] = []
  /// By household, the index of its first device.
  private(set) var households: [UInt32] = []
  private(set) var commands: CommandText

  init(_ plan: PlannedCommunity, _ community: borrowing Community) {
    let json = JSONReader()
    for index in 0..<plan.stepCount {
      planned[plan.stepID(index)] = try? json.read(plan.stepText(index))
    }
    for household in plan.setup.households {
      households.append(household.number)
      for resident in household.people {
        for number in 0..<resident.deviceCount {
          deviceNames.append("p\(resident.number).\(number) \(resident.role)")
        }
      }
    }
    for replica in 0..<community.world.fleet.replicas.count {
      let place = community.world.fleet.place(ofReplica: replica)
      devices.append(place.device)
      isGroup.append(place.isGroup)
      scopes.append(community.world.fleet.replicas[replica].scope)
    }
    for site in 0..<community.world.fleet.siteCount {
      devicesBySite.append(community.world.fleet.speaker(at: UInt32(site)).device)
    }
    let (names, sites, texts) = (deviceNames, devicesBySite, plan.texts)
    commands = CommandText(
      names: .reported(texts) { site in sites.indices.contains(site) ? names[sites[site]] : nil })
  }

  mutating func addEvents(of community: borrowing Community) {
    for event in community.world.events.trace ?? [] { addLine(event) }
    removeNonReaders()
  }

  /// Removes rows from phones that could read a group's feed and never have: they miss nothing.
  private mutating func removeNonReaders() {
    var readers: Set<Timeline.Reader> = []
    for row in rows {
      for (device, taken) in row.devices where taken != .missing {
        readers.insert(Timeline.Reader(device: device, scope: row.scope))
      }
    }
    for replica in scopes.indices where isGroup[replica] {
      let reader = Timeline.Reader(device: devices[replica], scope: scopes[replica])
      if readers.contains(reader) { continue }
      for place in rows.indices where rows[place].scope == reader.scope {
        rows[place].devices[reader.device] = nil
      }
    }
  }

  mutating func add(
    _ event: TraceEvent, _ lane: Timeline.Lane, _ text: String, why: String = "",
    message: Timeline.Message? = nil, operations: [Timeline.OperationName] = []
  ) {
    lines.append(
      Timeline.Line(
        time: event.time, lane: lane, text: text, why: why, message: message,
        operations: operations, violation: nil))
  }

  private mutating func addLine(_ event: TraceEvent) {
    switch event.what {
    case .step(let id): addStep(event, id)
    case .ended(let id, let outcome): addStepEnd(event, id, outcome)
    case .saved(let operation, let replica):
      add(
        event, lane(replica),
        "confirms “saved”: \(words(operation))\(inGroup(replica))"
          + stamped(operation.fact.version.instant, at: event.time),
        operations: [name(operation)])
    case .healed:
      add(
        event, .everywhere,
        "The run ends: the network heals, and all devices sync until quiescence.")
    case .violationFound(let violation):
      add(event, violationLane(violation), "VIOLATED \(violation.property.id): \(violation.whole)")
      lines[lines.count - 1].violation = violation
      lines[lines.count - 1].why = violation.property.guarantee
      lines[lines.count - 1].operations = [
        Timeline.OperationName(site: violation.site, sequence: violation.sequence)
      ]
    default: addExchange(event)
    }
  }

  // MARK: Steps

  private mutating func addStep(_ event: TraceEvent, _ id: StepID) {
    guard let line = planned[id] else { return }
    let lane = self.lane(of: line)
    let content = (line["what"]?.elements ?? line["what"].map { [$0] } ?? [])
      .map { JSONWriter(.compact).text($0) }.joined(separator: " and ")
    let group = line["in"]?.string == "group" ? " in the group" : ""
    let text =
      switch line["do"]?.string {
      case "open": "a person opens the app"
      case "close": "a person closes the app"
      case "refresh": words(.backgroundSync)
      case "exchange": "the app starts an exchange\(group)"
      case "submit", "submitTogether": "a person submits\(group) \(content)"
      case "join": "a person joins: \(content)"
      case "leave": words(.churn)
      case "deleteAccount": words(.accountDeletion)
      case "offline": words(.shortOffline, "until", line["until"])
      case "setClock", "setServerClock":
        "\(words(.clockSkew)) \(line["offset"]?.integer() ?? 0) ms ahead, gaining "
          + "\(line["drift"]?.integer() ?? 0) in a million"
      case "crash": words(.crash)
      case "wakeWidget": words(.widget)
      case "deviceFault":
        deviceFault(line).map { words($0.occurrence, "until", line["until"]) } ?? ""
      case "diskFault", "serverDiskFault": diskFault(line)
      case "update": words(.versionUpdate, line["version"])
      case "reinstall": words(.reinstall)
      case "backUp": "the app is backed up"
      case "restore": words(.restore, line["from"])
      case "signIn": "\(line["person"]?.string ?? "a person") \(words(.sharedDeviceSignIn))"
      case "failOver": "\(words(.failover)) \(line["lag"]?.integer() ?? 0) ms behind"
      case "linkCalendar": "the external calendar is connected"
      case "askCalendar": "the app syncs with the external calendar"
      case "editCalendar": "a person edits the external calendar: \(line["edit"]?.string ?? "")"
      case "expireCalendarTokens": words(.calendarTokensExpired)
      case "openHealthStore": "the app may read the health store"
      case "recordWorkout": "a watch records a workout for the health store"
      case "healthStoreFault": "\(words(.healthStoreFailure)): \(line["fault"]?.string ?? "")"
      case "catalogFails": words(.catalogFailure)
      case "outage": words(.outage, "until", line["until"])
      case "setZone": words(.travel, line["zone"])
      default: JSONWriter(.compact).text(line.without("step").without("at"))
      }
    add(event, lane, text, why: "step \(id.text)")
  }

  private func deviceFault(_ line: JSONNode) -> DeviceFault? {
    DeviceFault.allCases.first { "\($0)" == line["fault"]?.string }
  }

  private func diskFault(_ line: JSONNode) -> String {
    guard let kind = DiskFaultKind.allCases.first(where: { "\($0)" == line["fault"]?.string })
    else {
      return ""
    }
    let occurrence =
      line["do"]?.string == "diskFault"
      ? kind.occurrence : kind == .powerCut ? .serverPowerCut : .serverDiskFailure
    let call = line["call"]?.integer() ?? 0
    if kind == .secondProcess { return words(occurrence) + ", and tries to save when it writes" }
    let when =
      kind == .lyingSync || kind == .flippedBit || (kind == .powerCut && call == 0)
      ? "" : " at call \(max(1, call)) from now"
    return words(occurrence) + when
  }

  private mutating func addStepEnd(_ event: TraceEvent, _ id: StepID, _ outcome: StepOutcome) {
    let lane = planned[id].map { self.lane(of: $0) } ?? .everywhere
    switch outcome {
    case .done: break
    case .refused(let refusal):
      add(event, lane, "the device rejects it: \(refusal.sentence)", why: "its own rules")
    case .impossible:
      add(event, lane, "the step is no longer possible", why: "a precondition is missing")
    }
  }

  // MARK: Messages

  private mutating func addExchange(_ event: TraceEvent) {
    switch event.what {
    case .waits(let replica, let until):
      add(event, lane(replica), "waits to sync: it has no network until \(until)")
    case .sent(let replica, let number, let operations, let position, let messageDelivery):
      let carried =
        operations.isEmpty ? "nothing new" : operations.map(words).joined(separator: ", ")
      add(
        event, lane(replica),
        "sends request \(number)\(inGroup(replica)): \(carried); asks for rows from \(position)",
        why: words(messageDelivery),
        message: message(replica, number, isResponse: false, isArrival: false),
        operations: operations.map(name))
    case .arrived(let replica, let number, let isCopy):
      add(
        event, .server,
        "receives request \(number) of \(deviceNames[devices[replica]])\(isCopy ? ", again" : "")",
        message: message(replica, number, isResponse: false, isArrival: true))
    case .serverUnreachable(let replica, let number):
      add(
        event, .server,
        "cannot be reached by request \(number) of \(deviceNames[devices[replica]])",
        message: message(replica, number, isResponse: false, isArrival: true))
    case .rateLimited(let replica, let number):
      add(
        event, .server,
        "\(words(.rateLimited)) request \(number) of \(deviceNames[devices[replica]])",
        message: message(replica, number, isResponse: false, isArrival: true))
    case .decided(let row, let scope, let position):
      addDecision(event, row, scope, position)
    case .responded(let replica, let number, let header, let messageDelivery):
      add(
        event, .server,
        "responds to \(deviceNames[devices[replica]]): \(header.kind), "
          + "rows \(header.from)..<\(header.to) "
          + "of \(header.end), decided up to \(header.sequenceDecided)",
        why: words(messageDelivery),
        message: message(replica, number, isResponse: true, isArrival: false))
    case .applied(let replica, let number, let result, let given):
      addApplied(event, replica, number, result, given)
    case .discarded(let replica, let number, let why):
      add(
        event, lane(replica), "discards response \(number): \(words(why))",
        message: message(replica, number, isResponse: true, isArrival: true))
    case .timedOut(let replica, let number):
      add(event, lane(replica), "\(words(.retry)) response \(number), and will retry")
    case .salvaged, .savedBeside, .rolledBack, .serverRestarted: addStorage(event)
    case .pushed(let replica):
      add(event, lane(replica), "is notified of new group activity", why: "a push")
    default: addExternal(event)
    }
  }

  private mutating func addDecision(
    _ event: TraceEvent, _ row: FeedRow, _ scope: UInt32, _ position: Int
  ) {
    let verdict =
      row.verdict.refusal.map { "rejected: \($0.sentence)" }
      ?? (row.verdict.kind == .superseded
        ? "in the log, superseded by a later write" : "in the log")
    add(
      event, .server, "decides \(words(row.operation)): \(verdict)",
      why: "row \(position) of scope \(scope)", operations: [name(row.operation)])
    var decided = Timeline.Row(
      scope: scope, position: position, name: name(row.operation), text: words(row.operation),
      content: content(row.operation.fact), verdict: verdict, devices: [:])
    for replica in scopes.indices where scopes[replica] == scope {
      decided.devices[devices[replica]] = .missing
    }
    // An earlier row at this position was lost in a failover.
    for known in rows.indices where rows[known].scope == scope {
      if rows[known].position >= position { rows[known].isLost = true }
    }
    rows.append(decided)
  }

  private mutating func addApplied(
    _ event: TraceEvent, _ replica: Int, _ number: Int32, _ result: ApplyResult, _ given: [FeedRow]
  ) {
    let fresh = given.suffix(result.rowsApplied)
    let text =
      switch result {
      case .page(let rows, let hasMore):
        rows == 0
          ? "receives nothing new"
          : "applies \(fresh.map { words($0.operation) }.joined(separator: ", "))"
            + (hasMore ? "; there is more" : "")
      case .snapshot(let rows): "starts over from a snapshot of \(rows) rows"
      case .purged(let refusal): "drops everything: \(refusal.sentence)"
      case .needsSignIn: "is asked to sign in"
      case .signedIn: "has signed in"
      case .signInRefused(let refusal): "cannot sign in: \(refusal.sentence)"
      case .ignored(let reason):
        "ignores response \(number)"
          + (reason.isBelated ? "" : ": \(reason)")
      }
    let why =
      switch result.ignored {
      case .stale: "it already has all of these rows"
      case .overtaken: "it already has these rows, but not the latest ones"
      default: ""
      }
    add(
      event, lane(replica), text + inGroup(replica), why: why,
      message: message(replica, number, isResponse: true, isArrival: true),
      operations: fresh.map { name($0.operation) })
    if case .snapshot(let count) = result {
      for known in rows.indices
      where rows[known].scope == scopes[replica] && rows[known].position < count
        && !rows[known].isLost
      {
        rows[known].devices[devices[replica]] = .inSnapshot
      }
    }
    for row in fresh {
      let known = rows.lastIndex {
        $0.name == name(row.operation) && $0.scope == scopes[replica]
      }
      guard let known else { continue }
      let given = content(row.operation.fact)
      rows[known].devices[devices[replica]] = rows[known].content == given ? .same : .other(given)
    }
  }

  // MARK: Sentences

  func lane(_ replica: Int) -> Timeline.Lane { .device(devices[replica]) }

  private func inGroup(_ replica: Int) -> String { isGroup[replica] ? " (group)" : "" }

  /// The lane of a step of the plan.
  private func lane(of line: JSONNode) -> Timeline.Lane {
    guard let name = line["device"]?.string ?? line["person"]?.string.map({ "\($0).0" }) else {
      return line["do"]?.string == "setServerClock" ? .server : .everywhere
    }
    return deviceNames.firstIndex { $0.hasPrefix(name + " ") }.map { .device($0) } ?? .everywhere
  }

  private func violationLane(_ violation: Violation) -> Timeline.Lane {
    device(at: violation.site).map { .device($0) } ?? .server
  }

  private func device(at site: UInt32) -> Int? {
    devicesBySite.indices.contains(Int(site)) ? devicesBySite[Int(site)] : nil
  }

  private func name(_ operation: Operation) -> Timeline.OperationName {
    Timeline.OperationName(site: operation.site, sequence: operation.sequence)
  }

  /// "p4.0#3 completionSet".
  private func words(_ operation: Operation) -> String {
    let device = device(at: operation.site).map { deviceNames[$0].prefix { $0 != " " } } ?? "?"
    return "\(device)#\(operation.sequence) \(operation.fact.kind)"
  }

  /// The catalog's phrase for a fault, with the details that follow it.
  func words(
    _ fault: FaultOccurrence, _ preposition: String = "", _ value: JSONNode? = nil
  ) -> String {
    ([fault.words ?? "\(fault)", preposition] + (value.map { [$0.string ?? ""] } ?? []))
      .filter { !$0.isEmpty }.joined(separator: " ")
  }

  func words(_ fault: FaultOccurrence, _ value: JSONNode?) -> String { words(fault, "", value) }

  func words(_ messageDelivery: MessageDelivery) -> String {
    var words: [String] = []
    if messageDelivery.isLost { words.append(self.words(.requestLost)) }
    if !messageDelivery.isLost && messageDelivery.delayMilliseconds > 1_000 {
      words.append("\(self.words(.latency)) \(messageDelivery.delayMilliseconds) ms")
    }
    if messageDelivery.isDuplicated {
      words.append("\(self.words(.duplicate)) \(messageDelivery.duplicateDelayMilliseconds) ms")
    }
    if messageDelivery.isDamaged {
      words.append(
        self.words(.corruption)
          + (messageDelivery.deliveredPerMille == 0
            ? ": it cannot be decoded"
            : ": \(messageDelivery.deliveredPerMille) ‰ of its rows arrive"))
    }
    return words.joined(separator: ", ")
  }

  private func words(_ why: TraceEvent.DiscardReason) -> String {
    switch why {
    case .hasNoNetwork: "it has no network"
    case .processEnded: "the app that asked has crashed"
    case .isUnreadable: "it cannot be decoded"
    case .isFromCaptivePortal: "a captive portal answered"
    case .wasRateLimited: "the server limited the rate"
    case .isStorageFull: "storage is full"
    }
  }

  /// Stamps show which of two writes is the later one, where a clock is wrong.
  private func stamped(_ instant: Instant, at time: Instant) -> String {
    abs(instant - time) < Span.second ? "" : ", stamped \(instant)"
  }

  private func message(
    _ replica: Int, _ number: Int32, isResponse: Bool, isArrival: Bool
  ) -> Timeline.Message {
    Timeline.Message(replica: replica, number: number, isResponse: isResponse, isArrival: isArrival)
  }
}
