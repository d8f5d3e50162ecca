import Base
import Chronology
import TestKit
import Testing

@testable import DomainCore

@Suite("Family membership equals that of a reference model")
struct PeopleOracleTests {
  private static let firstDay = TestFamily.firstDay
  private static let roles = ["parent", "child", "observer", "coach", "athlete"]
  private static let births = [
    MemberModel.Date(year: 1985, month: 7, day: 1), .init(year: 2013, month: 1, day: 20),
    .init(year: 2012, month: 2, day: 29), .init(year: 2016, month: 2, day: 29),
    .init(year: 2026, month: 1, day: 15), .init(year: 1899, month: 12, day: 31),
  ]

  /// A family in the core and in the reference model, and the situations that occurred.
  private struct History {
    var dice: Dice
    var model: MemberModel
    var names = NameTable()
    var log: [(fact: Fact, now: Instant)] = []
    var sequences: [UInt32] = Array(repeating: 0, count: 6)
    var ticks = 0
    /// The codes of the requested invitations, with the entities of these facts.
    var invitations: [(code: Int, entity: Entity)] = []
    /// Events that are pending on their sites.
    var pending: [(event: MemberModel.Event, fact: Fact)] = []
    var met: [String: Int] = [:]
    var differences: [String] = []
  }

  @Test(
    "FAM-1, FAM-5, FAM-6, FAM-10, FAM-11, FAM-12: after random histories, late and out of order",
    arguments: 0..<20 as Range<UInt64>)
  func histories(part: UInt64) {
    for seed in (part * 50)..<((part + 1) * 50) {
      let history = Self.run(seed: seed)
      #expect(history.differences.isEmpty, "seed \(seed): \(history.differences.prefix(3))")
    }
  }

  @Test("The random histories contain the situations that they have to cover")
  func coverage() {
    var met: [String: Int] = [:]
    for seed in 0..<120 as Range<UInt64> {
      met.merge(Self.run(seed: seed).met) { $0 + $1 }
    }
    let wanted = [
      "accepted", "consentMissing", "accountClosed", "consentNotNeeded", "memberRemoved",
      "lastParent", "memberGone", "invitationUnknown", "invitationUsed", "invitationRevoked",
      "invitationForAnother", "roleTooYoung", "rosterNotPossible", "profileNotYours",
      "profileIncomplete", "profileValueImpossible", "sharingNotYours", "parentNeeded",
      "loggingNotAllowed", "subjectNotChild", "dayInFuture",
    ]
    for reason in wanted { #expect(met[reason, default: 0] > 0, "\(reason)") }
  }

  // MARK: Running

  private static func run(seed: UInt64) -> History {
    var history = History(
      dice: Dice(seed: seed),
      model: MemberModel(founders: [
        .init(role: "parent", born: births[0], founder: true),
        .init(role: "child", born: births[1], founder: true),
        .init(role: "child", born: births[3], founder: true),
      ]))
    let founders = history.model.people.map { Member(role: role($0.role), born: day($0.born)) }
    var state = ScopeState(founders: founders, firstDay: firstDay, dayCapacity: 1)
    for step in 0..<60 {
      submit(at: step, in: &history)
      while history.dice.chance(3, in: 4), !history.pending.isEmpty {
        deliver(at: step, &history, &state)
      }
    }
    while !history.pending.isEmpty { deliver(at: 60, &history, &state) }
    compare(state, &history)
    refold(state, &history)
    return history
  }

  /// A random member submits an event; it is pending until it is delivered.
  private static func submit(at step: Int, in history: inout History) {
    let count = history.model.people.count
    let what = randomEvent(count, step, &history)
    var author = history.dice.chance(1, in: 2) ? 0 : history.dice.roll(count)
    if case .join = what { author = Int(MemberHandle.newcomer.index) }
    let site = history.dice.roll(6)
    history.ticks += 1
    history.sequences[site] += 1
    // Clocks differ by a few taps, but each runs forward.
    let tick = history.ticks * 10 + site
    let today = max(0, step - history.dice.pick([0, 0, 0, 1, 8]))
    let event = MemberModel.Event(
      at: .init(tick: tick, site: site), author: author, day: today,
      date: date(firstDay.adding(days: today)), committed: 0, what: what)
    let version = Version(stamp: UInt64(tick) << 16, site: UInt32(site))
    let fact = Fact(
      command: command(what, by: MemberHandle(UInt16(author)), in: history), version: version,
      sequence: history.sequences[site], author: MemberHandle(UInt16(author)),
      day: firstDay.adding(days: today), zone: .utc,
      claimed: firstDay.adding(days: today).noon)
    if case .invite(let code, _) = what {
      history.invitations.append((code, fact.identity))
    }
    history.pending.append((event, fact))
  }

  private static func randomEvent(
    _ count: Int, _ step: Int, _ history: inout History
  ) -> MemberModel.What {
    let person = history.dice.roll(count)
    let isTrue = history.dice.chance(2, in: 3)
    let role = history.dice.pick(roles)
    let known = history.invitations.count
    let code = known == 0 || history.dice.chance(1, in: 9) ? 999 : history.dice.roll(known)
    switch history.dice.roll(20) {
    case 0: return .add(role: role, born: history.dice.pick(births), full: isTrue)
    case 1, 2: return .join(code: code, role: role, born: history.dice.pick(births))
    case 3, 4: return .invite(code: known, role: role)
    case 5: return .revoke(code: code)
    case 6: return .end(person, forGood: history.dice.chance(1, in: 3))
    case 7: return .activate(person)
    case 8: return .role(person, role)
    case 9, 10: return .consent(person, isTrue)
    case 11:
      return .roster(coach: history.dice.roll(count), athlete: person, isTrue)
    case 12, 13:
      let day = step - history.dice.roll(20) + 2
      return .weigh(
        person, day: day, date: date(firstDay.adding(days: day)),
        grams: history.dice.pick([0, 499, 500, 41_000, 42_500, 500_001]))
    case 14: return .name(person, history.dice.roll(3))
    case 15: return .share(person, isTrue)
    case 16: return .allow(person, isTrue)
    default: return .log(person)
    }
  }

  /// The server receives one of the pending events; each site's own events stay in order.
  private static func deliver(
    at step: Int, _ history: inout History, _ state: inout ScopeState
  ) {
    let site = history.dice.pick(history.pending).fact.version.site
    let index = history.pending.firstIndex { $0.fact.version.site == site }!
    let (submitted, fact) = history.pending.remove(at: index)
    var event = submitted
    event.committed = step * 1_000
    let now = Instant(milliseconds: Int64(firstDay.number) * Span.day + Int64(step) * Span.day)
    let expected = history.model.receive(event)
    let refusal = decide(fact, at: .server, now: now, on: state)
    if refusal.map({ "\($0)" }) != expected {
      history.differences.append("\(event): \(String(describing: refusal)), not \(expected ?? "–")")
    }
    history.met[expected ?? "accepted", default: 0] += 1
    guard refusal == nil else { return }
    state.apply(fact, committed: Instant(milliseconds: Int64(event.committed)))
    history.log.append((fact, Instant(milliseconds: Int64(event.committed))))
  }

  // MARK: Comparing

  private static func compare(_ state: borrowing ScopeState, _ history: inout History) {
    let model = history.model
    func differ(_ what: String) { history.differences.append(what) }
    if state.memberCount != model.people.count { return differ("number of members") }
    if state.shared.activeParentCount != model.parents.count { differ("parents") }
    if state.shared.activeParentCount == 0 { differ("no parent is left") }
    for person in model.people.indices {
      let handle = MemberHandle(UInt16(person))
      let member = state.member(handle)
      let standing = model.standing(person)
      if "\(member.role)" != model.role(person) { differ("role of \(person)") }
      if member.isActive != standing.isActive || member.isRemoved != standing.isGone {
        differ("standing of \(person)")
      }
      if member.born != day(model.people[person].born) { differ("birthday of \(person)") }
      if (member.consent == .given) != (model.consent(person) == nil) {
        differ("consent \(person)")
      }
      if state.families.sharesWorkouts(handle, state.shared) != model.shares(person) {
        differ("sharing of \(person)")
      }
      if Int(state.families.profileText(.name, of: handle, state.shared).raw) != model.name(person)
      {
        differ("name of \(person)")
      }
      for index in [-30, -1, 0, 5, 11, 29, 44, 59, 61, 90] {
        let weight = state.families.weightGrams(of: handle, on: firstDay.adding(days: index)).map(
          Int.init)
        if weight != model.weight(person, on: index) { differ("weight of \(person) on \(index)") }
        let isYoung =
          ["child", "athlete"].contains(model.role(person))
          && !model.isOld(person, on: date(firstDay.adding(days: index)))
        let purges =
          !standing.isActive || (isYoung && model.consent(person) == "accountClosed")
        if state.shared.mustPurge(handle, on: firstDay.adding(days: index)) != purges {
          differ("purging \(person)")
        }
        let start = Instant(milliseconds: Int64(index * 1_000))
        for ends in 0...model.ends(person).count
        where state.shared.keepsDuty(handle, takenAfter: UInt32(ends), start: start)
          != model.keeps(person, takenAfter: ends, start: index * 1_000)
        {
          differ("duty of \(person)")
        }
      }
      for other in model.people.indices {
        let isOn = state.shared.isOnRoster(coach: handle, athlete: MemberHandle(UInt16(other)))
        if isOn != model.isOnRoster(person, other) { differ("roster \(person), \(other)") }
      }
    }
  }

  /// Another replica that folds the same log has an equal state, and so does a copy.
  private static func refold(_ state: borrowing ScopeState, _ history: inout History) {
    let founders = history.model.people.prefix(3).map {
      Member(role: role($0.role), born: day($0.born))
    }
    var other = ScopeState(founders: founders, firstDay: firstDay, dayCapacity: 300)
    for row in history.log { other.apply(row.fact, committed: row.now) }
    let copy = state.copy()
    if other.digest != state.digest || !other.isIdentical(to: state)
      || !state.isIdentical(to: copy) || copy.digest != state.digest
    {
      history.differences.append("the same log, another state")
    }
  }

  // MARK: Translating

  private static func role(_ name: String) -> Role {
    Role.allCases.first { "\($0)" == name }!
  }

  private static func day(_ date: MemberModel.Date) -> LocalDay {
    LocalDay(year: date.year, month: date.month, day: date.day)
  }

  private static func date(_ day: LocalDay) -> MemberModel.Date {
    MemberModel.Date(year: day.year, month: day.month, day: day.day)
  }

  private static func command(
    _ what: MemberModel.What, by author: MemberHandle, in history: History
  ) -> Command {
    func handle(_ person: Int) -> MemberHandle { MemberHandle(UInt16(person)) }
    func secret(_ code: Int) -> InvitationCode { InvitationCode(UInt64(code) &* 0x9E37_79B9) }
    switch what {
    case .join(let code, let name, let born):
      return .join(with: secret(code), as: role(name), born: day(born))
    case .add(let name, let born, let full):
      var addition = MemberAddition(role: role(name), born: day(born))
      if full {
        addition = MemberAddition(
          role: role(name), born: day(born),
          name: TextHandle(UInt32(MemberModel.nameComing)), sex: .female,
          weightGrams: UInt32(MemberModel.gramsComing), heightMillimeters: 1_400)
      }
      return .addMember(addition, by: author)
    case .end(let person, let forGood):
      return forGood ? .removeMember(handle(person)) : .deactivateMember(handle(person))
    case .activate(let person): return .activateMember(handle(person))
    case .role(let person, let name): return .setRole(of: handle(person), to: role(name))
    case .consent(let person, let given): return .setConsent(for: handle(person), given: given)
    case .invite(let code, let name):
      return .invite(as: role(name), code: secret(code), by: author)
    case .revoke(let code):
      let made = history.invitations.first { $0.code == code }
      return .revokeInvitation(made?.entity ?? Entity(site: 99, sequence: 1), by: author)
    case .roster(let coach, let athlete, let isOn):
      return .setRoster(of: handle(coach), athlete: handle(athlete), to: isOn)
    case .weigh(let person, let index, _, let grams):
      return .setWeight(
        of: handle(person), on: firstDay.adding(days: index), grams: UInt32(grams))
    case .name(let person, let name):
      return .setProfile(.name, of: handle(person), to: TextHandle(UInt32(name)))
    case .share(let person, let shares):
      return .setWorkoutSharing(of: handle(person), to: shares)
    case .allow(let person, let allowed): return .setChildMayLog(handle(person), to: allowed)
    case .log(let person):
      return .logWater(
        for: handle(person), WaterAmount(tenthOunces: 80, source: .glass, minuteOfDay: 600))
    }
  }
}
