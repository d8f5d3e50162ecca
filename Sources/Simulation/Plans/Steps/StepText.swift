import Base
import Chronology
import Environment
import DomainCore
import JSONText
import SimulatedWorld

/// Steps as lines of a plan, such as
/// `{"step":"p12/d3/s0/mark","at":"2026-01-08T07:12:03Z","do":"submit","device":"p12.0",…}`.
struct StepText {
  let names: PlanNames
  private let commands: CommandText

  init(_ names: PlanNames) {
    self.names = names
    commands = CommandText(names: names.commandNames)
  }

  // MARK: Writing

  func json(of step: Step) -> JSONNode {
    let head: [(String, JSONNode)] = [
      ("step", .string(step.id.text)), ("at", .string(step.time.description)),
    ]
    return .object(head + fields(of: step.action))
  }

  private func fields(of action: StepAction) -> [(String, JSONNode)] {
    switch action {
    case .open(let device): [("do", "open"), deviceField(device)]
    case .close(let device): [("do", "close"), deviceField(device)]
    case .refresh(let device): [("do", "refresh"), deviceField(device)]
    case .exchange(let place): [("do", "exchange")] + placeFields(place)
    case .submit(let command, let place):
      [("do", "submit")] + placeFields(place) + [("what", commands.json(of: command))]
    case .submitTogether(let batch, let place):
      [("do", "submitTogether")] + placeFields(place)
        + [("what", .array(batch.map { commands.json(of: $0) }))]
    case .leave(let person): [("do", "leave"), personField(person)]
    case .deleteAccount(let person): [("do", "deleteAccount"), personField(person)]
    case .join(let command, let person):
      [("do", "join"), personField(person), ("what", commands.json(of: command))]
    case .offline(let device, let window):
      [
        ("do", "offline"), deviceField(device), ("from", .string(window.from.description)),
        ("until", .string(window.until.description)),
      ]
    case .deviceFault(let device, let deviceFault, let window):
      [
        ("do", "deviceFault"), deviceField(device), ("fault", .string("\(deviceFault)")),
        ("from", .string(window.from.description)), ("until", .string(window.until.description)),
      ]
    case .setClock(let device, let setting):
      [("do", "setClock"), deviceField(device)] + clockFields(setting)
    case .setZone(let device, let zone):
      [("do", "setZone"), deviceField(device), ("zone", .string(zone.name))]
    case .setServerClock(let setting): [("do", "setServerClock")] + clockFields(setting)
    case .impossible: [("do", "checkpoint")]
    case .failOver(let behind): [("do", "failOver"), ("lag", .integer(behind))]
    case .outage(let until):
      [("do", "outage"), ("until", .string(until.description))]
    case .reinstall(let device): [("do", "reinstall"), deviceField(device)]
    case .crash(let device): [("do", "crash"), deviceField(device)]
    case .diskFault(let device, let fault):
      [("do", "diskFault"), deviceField(device)] + diskFields(fault)
    case .serverDiskFault(let fault): [("do", "serverDiskFault")] + diskFields(fault)
    case .wakeWidget(let device): [("do", "wakeWidget"), deviceField(device)]
    case .update(let device, let version):
      [("do", "update"), deviceField(device), ("version", .string("\(version)"))]
    case .backUp(let device): [("do", "backUp"), deviceField(device)]
    case .restore(let device, let source):
      [("do", "restore"), deviceField(device), ("from", .string(names.device(source)))]
    case .signIn(let person, let device):
      [("do", "signIn"), personField(person), deviceField(device)]
    case .linkCalendar, .askCalendar, .editCalendar, .expireCalendarTokens, .openHealthStore,
      .recordWorkout, .healthStoreFault, .catalogFails:
      outsideFields(of: action)
    }
  }

  private func outsideFields(of action: StepAction) -> [(String, JSONNode)] {
    switch action {
    case .linkCalendar(let device): [("do", "linkCalendar"), deviceField(device)]
    case .askCalendar(let household): [("do", "askCalendar"), householdField(household)]
    case .expireCalendarTokens(let household):
      [("do", "expireCalendarTokens"), householdField(household)]
    case .editCalendar(let household, let edit):
      [
        ("do", "editCalendar"), householdField(household), ("edit", .string("\(edit.kind)")),
        ("draw", .integer(edit.randomWord)),
      ]
    case .openHealthStore(let person): [("do", "openHealthStore"), personField(person)]
    case .recordWorkout(let person, let worn):
      [
        ("do", "recordWorkout"), personField(person), ("start", .string(worn.start.description)),
        ("end", .string(worn.end.description)), ("kilocalories", .integer(worn.kilocalories)),
        ("delay", .integer(worn.recorded.delay)), ("change", .string("\(worn.recorded.change)")),
        ("changeDelay", .integer(worn.recorded.changeDelay)),
      ]
    case .catalogFails(let device): [("do", "catalogFails"), deviceField(device)]
    case .healthStoreFault(let person, let healthFault):
      [
        ("do", "healthStoreFault"), personField(person),
        ("fault", healthFault.map { .string("\($0)") } ?? "ended"),
      ]
    default: []
    }
  }

  private func deviceField(_ device: Int) -> (String, JSONNode) {
    ("device", .string(names.device(device)))
  }

  private func personField(_ person: Int) -> (String, JSONNode) {
    ("person", .string(names.person(person)))
  }

  private func householdField(_ household: Int) -> (String, JSONNode) {
    ("household", .string(names.household(household)))
  }

  private func placeFields(_ place: ReplicaAddress) -> [(String, JSONNode)] {
    [deviceField(place.device)] + (place.isGroup ? [("in", "group")] : [])
  }

  private func clockFields(_ setting: ClockDeviation) -> [(String, JSONNode)] {
    [
      ("offset", .integer(setting.offsetMilliseconds)),
      ("drift", .integer(setting.driftPartsPerMillion)),
    ]
  }

  private func diskFields(_ fault: DiskFaultStep) -> [(String, JSONNode)] {
    [
      ("fault", .string("\(fault.kind)")), ("call", .integer(Int(fault.call))),
      ("draw", .integer(UInt64(fault.randomWord))),
    ]
  }

  // MARK: Commands

  func command(_ node: JSONNode, _ row: PlanRow) throws(PlanError) -> Command? {
    do {
      return try commands.command(from: node)
    } catch .unresolved {
      return nil
    } catch {
      throw row.error("\(error)")
    }
  }
}
