import Base
import Chronology
import DomainCore
import Scenarios
import SimulatedWorld
import SyncCore
import Testing

@testable import Load

/// The families of a scenario on phones of a load, with a server in this process; and a second
/// phone of each coach, which no one of the load uses.
struct LiveFamilies: ~Copyable {
  private let plan: FamilyPlan
  private let population: LivePopulation
  private let texts: PlanTexts
  private let title: TextHandle
  private(set) var phones: [FamilyDevice] = []
  private(set) var outsiders: [FamilyDevice] = []
  private var server = Server(
    settings: ServerSettings(clockSkewBoundMilliseconds: 60_000, hasOwnTexts: true))
  private let messages = ExchangeMessages()
  private var request = Request()
  private var response = Response()
  private var writer = WireWriter()

  init(_ scenario: Scenario) throws {
    plan = FamilyPlan(
      living: scenario, endingBefore: LocalDay(year: 2_026, month: 3, day: 20))
    population = try #require(plan.live)
    var table = plan.texts
    title = table.handle(of: "Sprints")
    texts = PlanTexts(table)
    var accounts: [Int] = []
    for index in plan.families.indices {
      accounts.append(server.directory.accounts.count)
      for _ in plan.families[index].members { _ = server.replay(.accountOpened(.person)) }
      _ = server.open(Scope(state: genesis(index).founded()))
    }
    for (number, planned) in plan.devices.enumerated() {
      phones.append(signIn(planned.member, of: planned.family, number, accounts))
    }
    for index in plan.families.indices {
      for member in plan.families[index].members.indices where isCoach(member, of: index) {
        outsiders.append(signIn(member, of: index, phones.count + index, accounts))
      }
    }
  }

  private func isCoach(_ member: Int, of family: Int) -> Bool {
    plan.families[family].members[member].role == .coach
  }

  private func genesis(_ family: Int) -> ScopeGenesis {
    var members = FlatArray<Member>()
    for member in plan.families[family].members {
      members.append(Member(role: member.role, born: member.born))
    }
    return ScopeGenesis(
      members: members, firstDay: plan.scenario.firstDay, dayCapacity: plan.scenario.days + 2)
  }

  private mutating func signIn(
    _ member: Int, of family: Int, _ number: Int, _ accounts: [Int]
  ) -> FamilyDevice {
    let site = UInt32(server.sites.count)
    let install = UInt64(site) + 1
    let (scope, handle) = (UInt32(family), MemberHandle(UInt16(member)))
    _ = server.replay(
      .siteRegistered(
        site, scope: scope, handle, AccountHandle(UInt32(accounts[family] + member)),
        InstallNonce(raw: install)))
    return FamilyDevice(
      Registration(site: site, scope: scope, member: handle, genesis: genesis(family)),
      install: install, zone: plan.devices[plan.families[family].devices[0]].zone, head: [],
      entities: FamilyEntities(), time: plan.firstTime,
      place: FamilyDevice.Place(family: family, member: member, device: number), number: number,
      history: nil)
  }

  // MARK: Days

  /// Lets all days pass. What coaches do who live here never reaches the server.
  ///
  /// - Parameter isCoached: whether the phones outside of the load assign a workout to each athlete
  ///   for each day.
  mutating func live(isCoached: Bool) {
    let people = LivePeople(population, speed: 1, phones, texts)
    people.begin(at: 0, seconds: 1e8)
    var assigned = Int64(-1)
    while let time = people.nextArrival {
      let now = population.begin + time / 1_000_000
      if isCoached, assigned < time / 86_400_000_000_000 {
        assigned = time / 86_400_000_000_000
        for outsider in outsiders { assignWorkouts(by: outsider, at: now) }
      }
      for step in people.act(intended: time) {
        if case .leftOut = step.action { continue }
        let place = phones[step.device].place
        if !isCoach(place.member, of: place.family) { exchange(phones[step.device], at: now) }
      }
    }
  }

  private mutating func assignWorkouts(by coach: FamilyDevice, at now: Instant) {
    coach.look(at: now)
    exchange(coach, at: now)
    let count = coach.replica.store.state.memberCount
    for index in 0..<count {
      let athlete = MemberHandle(UInt16(index))
      guard coach.replica.store.state.member(athlete).role == .athlete else { continue }
      let time = SessionTime(
        day: coach.zone.localDay(at: now), minuteOfDay: 17 * 60, minutes: 60)
      let plan = SessionPlan(
        title: title, time: time, character: SessionCharacter(.conditioning))
      let roster = Command.setRoster(of: coach.author, athlete: athlete, to: true)
      _ = coach.save([roster], texts, intended: 0)
      let assignment = coach.save([.assignWorkout(to: athlete, plan)], texts, intended: 0)
      guard case .done = assignment else {
        Issue.record("a coach cannot assign: \(assignment)")
        continue
      }
    }
    exchange(coach, at: now)
  }

  /// Has a phone's owner ask for the analysis of a photo, which needs a connection; returns why
  /// their phone refuses it.
  func analyzesPhoto(on phone: FamilyDevice) -> Refusal? {
    let phones = CommunityPhones([phone], owners: [nil], texts)
    let step = StepAction.submit(.analyzePhoto(for: phone.author), ReplicaAddress(0))
    guard case .refused(let refusal) = phones.perform(step, at: population.begin) else {
      return nil
    }
    return refusal
  }

  // MARK: Exchanges

  private mutating func exchange(_ device: FamilyDevice, at now: Instant) {
    _ = device.machine.want()
    for _ in 0..<100 {
      let begun = device.machine.begin()
      let answer = answer(to: device.requestBody(begun, messages), at: now)
      guard let result = answer.withUnsafeBytes({ device.apply($0, messages) }) else {
        Issue.record("an answer cannot be read")
        return
      }
      _ = device.machine.react(
        to: result, needsSite: device.replica.needsSite, isForeign: device.replica.isForeign)
      let action = device.machine.finish(
        begun.number, result, wasAwaited: true, hasUnsent: device.replica.hasUnsent,
        ExchangeTiming())
      guard case .send = action else { return }
    }
    Issue.record("an exchange does not end")
  }

  private mutating func answer(to body: [UInt8], at now: Instant) -> [UInt8] {
    do throws(WireError) {
      try body.withUnsafeBufferPointer { (bytes) throws(WireError) in try request.decode(bytes) }
    } catch {
      Issue.record("a request cannot be read: \(error)")
    }
    server.respond(request, now: now, into: &response) { _, _ in }
    response.encode(into: &writer)
    return writer.bytes.withElements { Array($0) }
  }

  // MARK: What the server has

  /// The site that made what a row is about, for each row that changes an assignment.
  var changedAssignments: [(maker: UInt32, author: UInt32)] {
    var found: [(maker: UInt32, author: UInt32)] = []
    for scope in 0..<server.scopes.count {
      for place in 0..<server.scopes[scope].feed.count {
        let operation = server.scopes[scope].feed[place].operation
        guard operation.fact.kind == .assignmentChanged else { continue }
        found.append((UInt32(operation.fact.entity.raw >> 32), operation.site))
      }
    }
    return found
  }

  /// How many rows all feeds have.
  var rowCount: Int {
    (0..<server.scopes.count).reduce(0) { $0 + server.scopes[$1].feed.count }
  }
}
