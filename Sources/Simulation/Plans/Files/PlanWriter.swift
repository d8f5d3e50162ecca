public import Base
import Chronology
public import DomainCore
import Environment
import JSONText
public import Scenarios
public import SimulatedWorld

/// Writes a run as a plan.
public struct PlanWriter: Sendable {
  private let line = JSONWriter(.compact)
  private let texts: NameTable

  public init(texts: NameTable) {
    self.texts = texts
  }

  // MARK: Lines

  private func append(_ fields: [(String, JSONNode)], to text: inout [UInt8]) {
    text += line.bytes(.object(fields))
    text.append(UInt8(ascii: "\n"))
  }

  /// The first lines: versions, settings, texts.
  public func head(
    of scenario: Scenario, calendarTexts: [TextHandle], program: ProgramIdentity
  ) -> [UInt8] {
    head(scenario.json, calendarTexts: calendarTexts, program: program)
  }

  private func head(
    _ settings: JSONNode, calendarTexts: [TextHandle], program: ProgramIdentity
  ) -> [UInt8] {
    var text: [UInt8] = []
    append(
      [
        ("plan", .integer(Plan.format.current)), ("program", .string(program.version)),
        ("commit", .string(program.commit)), ("sources", .string(program.sources)),
      ], to: &text)
    append([("scenario", settings)], to: &text)
    let all = (0..<UInt32(texts.count)).map { texts.text(of: TextHandle($0)) }
    append([("texts", .array(all.map { .string($0) }))], to: &text)
    append(
      [("calendarTexts", .array(calendarTexts.map { .string(texts.text(of: $0)) }))], to: &text)
    return text
  }

  /// A plan as its text. It contains only settings that differ from the defaults, to be easier to
  /// read.
  public func text(of plan: Plan, program: ProgramIdentity) -> [UInt8] {
    var text = head(
      plan.scenario.differences, calendarTexts: plan.calendarTexts, program: program)
    for community in plan.communities {
      append([("community", .integer(community.setup.community))], to: &text)
      for household in community.setup.households { append(fields(of: household), to: &text) }
      for known in community.messageDeliveries { append(fields(of: known), to: &text) }
      for step in 0..<community.stepCount {
        text += community.stepText(step)
        text.append(UInt8(ascii: "\n"))
      }
    }
    return text
  }

  /// The lines of one community that has run with a journal.
  public func community(_ world: borrowing World) -> [UInt8] {
    var text: [UInt8] = []
    append([("community", .integer(world.setup.community))], to: &text)
    for household in world.setup.households { append(fields(of: household), to: &text) }
    for known in world.network.messageDeliveries ?? [] { append(fields(of: known), to: &text) }
    let names = PlanNames(world.setup, texts: texts)
    let steps = StepText(names)
    for entry in world.events.journal ?? [] {
      names.membershipSnapshot = entry.membershipSnapshot
      text += line.bytes(steps.json(of: entry.step))
      text.append(UInt8(ascii: "\n"))
      if let made = entry.made { names.note(made, by: entry.step.id) }
    }
    return text
  }

  private func fields(of household: WorldSetup.Household) -> [(String, JSONNode)] {
    let people = household.people.map { resident -> JSONNode in
      var members = [
        JSONMember("person", .integer(resident.number)),
        JSONMember("role", .string("\(resident.role)")),
        JSONMember("born", .string(resident.born.description)),
        JSONMember("usesApp", .boolean(resident.usesApp)),
        JSONMember("devices", .integer(resident.deviceCount)),
        JSONMember("motivation", .number(resident.motivation)),
      ]
      if let joinDay = resident.joinDay { members.append(JSONMember("joinDay", .integer(joinDay))) }
      return JSONNode(.object(members))
    }
    return [
      ("household", .integer(household.number)), ("zone", .string(household.zone.name)),
      ("joinDay", .integer(household.joinDay)),
      ("hasNotifications", .boolean(household.isNotified)),
      ("people", .array(people)),
    ]
  }

  private func fields(of known: RecordedDelivery) -> [(String, JSONNode)] {
    let id = StepID(raw: known.key.cause)
    let isStep = StepID(text: id.text) == id
    let device = known.key.device
    var fields: [(String, JSONNode)] = [
      ("delivery", .string("\(known.way)")),
      (
        "cause",
        .string(isStep ? id.text : "0x" + String(known.key.cause, radix: 16))
      ),
      ("device", .string("p\(device >> 4).\(device & 7)")),
    ]
    if device & 8 != 0 { fields.append(("in", "group")) }
    fields.append(("attempt", .integer(known.key.attempt)))
    if known.messageDelivery.isLost { fields.append(("lost", true)) }
    fields.append(("delay", .integer(known.messageDelivery.delayMilliseconds)))
    if known.messageDelivery.isDuplicated {
      fields.append(("duplicateDelay", .integer(known.messageDelivery.duplicateDelayMilliseconds)))
    }
    if known.messageDelivery.isDamaged {
      fields.append(("rowsKeptPerMille", .integer(known.messageDelivery.deliveredPerMille)))
    }
    return fields
  }
}
