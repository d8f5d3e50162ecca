import Base
import Chronology
import DomainCore
import TestKit
import Testing

@testable import SyncCore

@Suite("OFF-1: pending operations are folded in when they matter")
struct RelevanceTests {
  @Test("a device decides as it would on its whole visible state", arguments: 0..<20)
  func decidesAsOnTheWhole(seed: Int) throws {
    var (accepted, refused) = (0, 0)
    for number in 0..<50 {
      var life = try PendingLife(seed: UInt64(seed * 50 + number))
      for _ in 0..<60 { try life.step() }
      accepted += life.accepted
      refused += life.refused
    }
    // Without refusals and pending operations there would be nothing to compare.
    #expect(accepted > 500)
    #expect(refused > 500)
  }
}

/// A member who works on a phone without a network, in all areas at once.
private struct PendingLife {
  private let world = World()
  private let phone: Device
  private let other: Device
  private var dice: Dice
  private var entities: [Entity] = [.none]
  private var classes: [Entity] = []
  private(set) var accepted = 0
  private(set) var refused = 0

  init(seed: UInt64) throws {
    dice = Dice(seed: seed)
    phone = world.device(of: World.mother)
    other = world.device(of: World.father)
    let season = Season(first: World.firstDay, last: World.firstDay.adding(days: 60))
    let sport = try phone.does(
      .createSport(for: World.child, SportCreation(name: TextHandle(1), season: season)))
    entities.append(sport.fact.identity)
    for minute: UInt16 in [9 * 60, 15 * 60] {
      let start = ClassStart(day: World.firstDay, minute: minute, zone: .utc)
      let made = try phone.does(
        .createClass(
          for: World.child,
          ClassCreation(
            sport: sport.fact.identity, type: .practice, start: start, durationMinutes: 60)))
      classes.append(made.fact.identity)
      let rule = try #require(PackedRecurrence(RecurrenceRule(parsing: "FREQ=DAILY")))
      try phone.does(.setRecurrence(of: made.fact.identity, to: rule))
    }
    world.settle()
  }

  private mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[dice.roll(elements.count)]
  }

  /// One decision on the phone, and sometimes an exchange.
  mutating func step() throws {
    if dice.roll(12) == 0 {
      world.exchange(other)
      world.exchange(phone)
      return
    }
    world.passes(Span.minute)
    // Now and then the other parent submits it, so that the feed brings news.
    let asked = dice.roll(5) == 0 ? other : phone
    let command = command()
    let fact = asked.replica.drafted(
      command, author: asked.member, day: world.today, zone: .utc, now: world.now)
    if !fact.kind.isOverlaid {
      let quick = asked.replica.refusalByArea(fact, at: .device, now: world.now)
      let whole = decideByArea(
        fact, at: .device, now: world.now, on: asked.replica.shown.pointee)
      #expect(quick == whole, "\(fact.kind) with \(asked.pending.count) pending")
    }
    do {
      let made = try asked.does(command).fact
      accepted += 1
      if made.kind.createsEntity { entities.append(made.identity) }
      if made.kind == .classCreated { classes.append(made.identity) }
    } catch {
      refused += 1
    }
  }

  private mutating func command() -> Command {
    dice.roll(3) == 0 ? anyCommand() : scheduleCommand()
  }

  private mutating func scheduleCommand() -> Command {
    let day = World.firstDay.adding(days: dice.roll(3))
    let occurrence = OccurrenceID(pick(classes), day)
    let duty = Duty(dice.roll(2) == 0 ? .dropOff : .pickUp, of: occurrence)
    let driver = pick([World.mother, World.father, World.grandmother])
    let field = pick(OccurrenceField.allCases)
    let given = Duty(.dropOff, of: occurrence)
    let wanted = Duty(.pickUp, of: OccurrenceID(pick(classes), day))
    let step = pick(SwapStep.allCases)
    let commands: [Command] = [
      .claim(duty, by: driver), .claim(duty, by: World.mother), .release(duty, of: driver),
      .assign(duty, to: driver, insteadOf: dice.roll(2) == 0 ? nil : World.mother),
      .requestCoverage(of: duty, by: driver, true),
      .swap(SwapPayload(given: given, wanted: wanted, step), with: driver),
      .setOccurrenceField(field, of: occurrence, to: UInt64(dice.roll(2))),
      .cancelOccurrence(occurrence, dice.roll(2) == 0),
      .setAttendance(of: World.child, at: occurrence, to: dice.roll(3) > 0),
      .deleteClass(occurrence.trainingClass),
    ]
    return pick(Array(commands.dropLast(dice.roll(20) == 0 ? 0 : 1)))
  }

  /// A new entity in one of the areas, or a write about an existing one that may not be possible at
  /// all.
  private mutating func anyCommand() -> Command {
    let text = TextHandle(UInt32(1 + dice.roll(3)))
    let season = Season(first: World.firstDay, last: World.firstDay.adding(days: 60))
    let start = ClassStart(day: World.firstDay, minute: 9 * 60, zone: .utc)
    let entity = pick(entities)
    let subject = MemberHandle(UInt16(dice.roll(4)))
    let payload = Payload(UInt64(dice.roll(4)), UInt64(dice.roll(4)) << (8 * UInt64(dice.roll(5))))
    let raw = Command(pick(Self.rawKinds), subject: subject, entity: entity, payload: payload)
    let commands: [Command] = [
      .createSport(for: World.child, SportCreation(name: text, season: season)),
      .createClass(
        for: World.child,
        ClassCreation(sport: entity, type: .practice, start: start, durationMinutes: 60)),
      .setRole(of: subject, to: pick([.parent, .observer, .coach, .athlete])),
      .removeMember(subject), .activateMember(subject), .deactivateMember(subject),
      .setRoster(of: World.father, athlete: subject, to: true),
      .createCourse(for: World.child, name: text),
      .offerReward(text, price: 10, by: World.mother),
      .claimReward(entity, for: World.child, price: 10),
      .awardBonus(to: World.child, 25),
      .createNutritionTemplate(by: World.mother, name: text),
      .connectCalendar(0, dice.roll(2) == 0, by: World.mother),
      .setChildMayLog(World.child, to: dice.roll(2) == 0),
      raw, raw, raw,
    ]
    // Members join and leave less often than they act.
    let command = pick(commands)
    return command.kind.area == .families && dice.roll(3) > 0 ? raw : command
  }

  private static let rawKinds = FactKind.allCases.filter {
    !$0.isOverlaid && $0 != .photoAnalyzed && $0.area != .groups && !$0.admits
  }
}
