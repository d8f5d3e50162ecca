import Base
import Chronology
import TestKit

@testable import DomainCore

/// Translates the events of a random history into the core's facts.
struct ScheduleReplay {
  private let sites: [Int: Int]

  init(_ events: [ModelCommandEvent]) {
    var sites: [Int: Int] = [:]
    for event in events { sites[event.number] = event.site }
    self.sites = sites
  }

  static func freshState() -> ScopeState {
    ScopeState(
      founders: [.parent, .child, .observer, .child, .parent],
      born: LocalDay(year: 2015, month: 1, day: 1), firstDay: RandomSchedule.firstDay,
      dayCapacity: 1)
  }

  func entity(_ number: Int) -> Entity {
    Entity(site: UInt32(sites[number] ?? 9), sequence: UInt32(number))
  }

  func id(_ training: Int, _ day: LocalDay) -> OccurrenceID {
    OccurrenceID(entity(training), day)
  }

  func duty(_ duty: ExpectedDuty) -> Duty {
    Duty(duty.isPickUp ? .pickUp : .dropOff, of: id(duty.training, duty.day))
  }

  func plain(_ duty: Duty) -> ExpectedDuty {
    ExpectedDuty(
      training: Int(duty.occurrence.trainingClass.raw & 0xFFFF_FFFF), day: duty.occurrence.day,
      isPickUp: duty.kind == .pickUp)
  }

  func plain(_ conflict: ScheduleConflict) -> ExpectedConflict {
    let first = plain(conflict.first)
    let second = conflict.second.map(plain)
    return ExpectedConflict(
      kind: Int(conflict.kind.rawValue), person: conflict.person.map { Int($0.index) },
      one: second.map { min(first, $0) } ?? first, two: second.map { max(first, $0) },
      from: conflict.from, to: conflict.to, isHandled: conflict.said.isHandled)
  }

  func fact(_ event: ModelCommandEvent) -> Fact {
    Fact(
      command: command(event),
      version: Version(stamp: UInt64(event.stamp) << 16, site: UInt32(event.site)),
      sequence: UInt32(event.number), author: MemberHandle(UInt16(event.author)), day: event.day,
      zone: .utc, claimed: event.day.noon)
  }

  private func command(_ event: ModelCommandEvent) -> Command {
    let subject = MemberHandle(UInt16(event.subject))
    switch event.what {
    case .makeSport(let first, let last):
      return .createSport(
        for: subject,
        SportCreation(name: TextHandle(1), season: Season(first: first, last: last)))
    case .season(let sport, let first, let last):
      return .setSeason(of: entity(sport), to: Season(first: first, last: last))
    case .archive(let sport, let archived): return .archiveSport(entity(sport), archived)
    case .deleteSport(let sport): return .deleteSport(entity(sport))
    case .makeClass(let sport, let day, let minute, let zone, let lasting):
      return .createClass(
        for: subject,
        ClassCreation(
          sport: entity(sport), type: .game, start: start(day, minute, zone),
          durationMinutes: UInt16(lasting)))
    case .start(let made, let day, let minute, let zone):
      return .setClassField(.start, of: entity(made), to: start(day, minute, zone).packed)
    case .duration(let made, let minutes):
      return .setClassField(.duration, of: entity(made), to: UInt64(minutes))
    case .place(let made, let number, let travel):
      let place = ClassPlace(text: .empty, number: UInt16(number), travelMinutes: travel)
      return .setClassField(.place, of: entity(made), to: place.packed)
    case .rule(let made, let rule):
      let packed = rule.map { PackedRecurrence(try! RecurrenceRule(parsing: $0.text))! }
      return .setRecurrence(of: entity(made), to: packed ?? .once)
    case .deleteClass(let made): return .deleteClass(entity(made))
    case .participant(let made, let isIn):
      return .setParticipant(subject, of: entity(made), to: isIn)
    case .type(let made, let isGame):
      let type = isGame ? ClassType.tournament : .training
      return .setClassField(.type, of: entity(made), to: UInt64(type.rawValue))
    case .points(let isGame, let amount):
      return .setPoints(
        isGame ? .gameOrTournament : .practiceOrTraining, to: amount, by: MemberHandle(0))
    case .goal(let target, let first, let last):
      return .createGoal(
        for: subject,
        GoalCreation(
          .attendance, title: TextHandle(1), target: target, unit: .empty, from: first,
          through: last, priority: .low))
    case .goalSport(let goal, let sport):
      return .setGoalSport(entity(goal), of: subject, to: entity(sport))
    case .end: return .deactivateMember(subject)
    case .resume: return .activateMember(subject)
    default: return occurrenceCommand(event, subject)
    }
  }

  private func occurrenceCommand(_ event: ModelCommandEvent, _ subject: MemberHandle) -> Command {
    switch event.what {
    case .cancel(let made, let day, let cancelled):
      return .cancelOccurrence(id(made, day), cancelled)
    case .move(let made, let day, let to, let minute):
      return .moveOccurrence(
        id(made, day), to: to.map { MovedStart(day: $0, minute: UInt16(minute)) })
    case .moveRoom(let made, let day, let number):
      let place = ClassPlace(text: .empty, number: UInt16(number))
      return .setOccurrenceField(.place, of: id(made, day), to: place.packed)
    case .lasts(let made, let day, let minutes):
      return .setOccurrenceField(.duration, of: id(made, day), to: UInt64(minutes))
    case .attended(let made, let day, let attended):
      return .setAttendance(of: subject, at: id(made, day), to: attended)
    case .claim(let taken): return .claim(duty(taken), by: subject)
    case .release(let freed): return .release(duty(freed), of: subject)
    case .assign(let given, let expected):
      return .assign(
        duty(given), to: subject, insteadOf: expected.map { MemberHandle(UInt16($0)) })
    case .coverage(let held, let isOn): return .requestCoverage(of: duty(held), by: subject, isOn)
    case .swap(let given, let wanted, let step):
      let swap = SwapPayload(
        given: duty(given), wanted: duty(wanted), SwapStep(rawValue: UInt8(step))!)
      return .swap(swap, with: subject)
    case .conflictHandled(let kind, let person, let one, let two, let isHandled):
      return .setConflictField(
        .handled, of: identity(kind, person, one, two), to: isHandled ? 1 : 0)
    default: fatalError("\(event.what) is not a fact")
    }
  }

  private func start(_ day: LocalDay, _ minute: Int, _ zone: String) -> ClassStart {
    ClassStart(day: day, minute: UInt16(minute), zone: Zone(named: zone)!)
  }

  func identity(
    _ kind: Int, _ person: Int?, _ one: ExpectedDuty, _ two: ExpectedDuty?
  ) -> Digest128 {
    let duties = [duty(one)] + (two.map { [duty($0)] } ?? [])
    let sorted = duties.sorted()
    return ScheduleConflict.identity(
      ConflictKind(rawValue: UInt8(kind))!, person.map { MemberHandle(UInt16($0)) }, sorted[0],
      sorted.count > 1 ? sorted[1] : nil)
  }
}
