import ShakeoutCore
import Testing

@Suite("What a server does by itself")
struct ServiceTests {
  // MARK: TRN-8

  @Test("TRN-8: a template's session is there when its owner's device or a parent's meets the day")
  func deviceMeetsDay() throws {
    var family = try KitchenFamily()
    let today = family.ada.today
    let lifting = try family.template(from: today)
    #expect(family.ada.sessions(of: family.max, on: today).isEmpty)
    family.exchange()
    #expect(
      family.ada.sessions(of: family.max, on: today).map(\.id) == [SessionID(lifting, on: today)])
    // Offline for two days: the next tap meets them.
    family.kitchen.pass(hours: 48)
    try family.ada.perform(.createHabit("Read", for: family.max))
    for back in 0...1 {
      let day = today.adding(days: 2 - back)
      #expect(
        family.ada.sessions(of: family.max, on: day).map(\.id) == [SessionID(lifting, on: day)])
    }
    // What was deleted stays deleted, and nothing is generated twice.
    try family.ada.perform(.delete(SessionID(lifting, on: family.ada.today)))
    family.exchange()
    family.exchange()
    #expect(family.ada.sessions(of: family.max, on: family.ada.today).isEmpty)
  }

  @Test("TRN-8: the server generates for those whose devices are away")
  func serverMeetsDay() throws {
    var family = try KitchenFamily()
    let today = family.ada.today
    let lifting = try family.template(from: today)
    family.exchange()
    try family.ada.perform(.allowLogging(family.max))
    try family.ada.perform(.consent(for: family.max))
    family.exchange()
    var phone = try family.openPhone(of: family.max)
    family.kitchen.pass(hours: 24)
    // Max may not manage sessions, and Ada's phone is off.
    phone.exchange(with: &family.server)
    let tomorrow = today.adding(days: 1)
    #expect(
      phone.sessions(of: family.max, on: tomorrow).map(\.id) == [SessionID(lifting, on: tomorrow)])
    family.exchange()
    #expect(family.ada.sessions(of: family.max, on: tomorrow).count == 1)
  }

  // MARK: TRN-10

  /// Ada's family and her session in a group, in which she shares her workouts.
  private struct GymFamily: ~Copyable {
    var family: KitchenFamily
    var gym: GroupSession<MemoryStorage>
    let own: MemberID

    init() throws {
      var family = try KitchenFamily()
      var gym = try family.server.createGroup("Gym", as: "Ada", secret: 7, by: family.ada)
      try gym.perform(.consent())
      own = family.ada.person
      self.family = family
      self.gym = gym
    }

    mutating func run(minutes: Double) throws -> TrainingLogID {
      try family.ada.perform(.logWorkout(.running, minutes: minutes, kilocalories: 420, for: own))
    }

    mutating func importWorkout(_ kind: WorkoutKind, at time: String, minutes: Double) throws {
      try family.ada.perform(
        .importWorkout(
          sample: 5, kind, from: Instant("2026-03-10T\(time):00Z")!, minutes: minutes,
          kilocalories: 400, for: own))
    }

    mutating func removeImport() throws {
      try family.ada.perform(.removeImport(of: 5, for: own))
    }

    mutating func shareAll() throws {
      for workout in family.ada.workouts(of: own, on: family.ada.today) {
        try gym.perform(.share(workout))
      }
    }

    /// The check-ins on the board, after both sessions exchanged with the server.
    mutating func checkIns() -> [Int] {
      family.exchange()
      gym.exchange(with: &family.server)
      return gym.board(.checkIns).map(\.value)
    }
  }

  @Test("TRN-10: a workout that its owner deletes is no check-in in the group any more")
  func deletedWorkout() throws {
    var gym = try GymFamily()
    let run = try gym.run(minutes: 40)
    try gym.importWorkout(.cycling, at: "09:00", minutes: 60)
    gym.family.exchange()
    try gym.shareAll()
    #expect(gym.checkIns() == [2])
    try gym.family.ada.perform(.delete(run))
    #expect(gym.checkIns() == [1])
    try gym.removeImport()
    #expect(gym.checkIns().isEmpty)
  }

  @Test("TRN-10: a device that shares it later, because it did not know, changes nothing")
  func sharedLate() throws {
    var gym = try GymFamily()
    let run = try gym.run(minutes: 40)
    let workouts = gym.family.ada.workouts(of: gym.own, on: gym.family.ada.today)
    let workout = try #require(workouts.first)
    try gym.family.ada.perform(.delete(run))
    gym.family.exchange()
    try gym.gym.perform(.share(workout))
    #expect(gym.checkIns().isEmpty)
    #expect(gym.gym.refusals.isEmpty)
  }

  @Test("TRN-10, TRN-3: what the health store still has goes on counting, once")
  func stillInTheStore() throws {
    var gym = try GymFamily()
    let run = try gym.run(minutes: 60)
    try gym.shareAll()
    try gym.importWorkout(.running, at: "14:05", minutes: 50)
    _ = gym.checkIns()
    try gym.family.ada.perform(.delete(run))
    #expect(gym.checkIns() == [1])
    try gym.removeImport()
    #expect(gym.checkIns().isEmpty)
  }

  // MARK: FAM-15

  @Test("FAM-15: one person in two families is one account, with one group")
  func oneGroup() throws {
    var family = try KitchenFamily()
    let account = family.server.account(of: family.ada)
    let second = try family.server.createFamily(
      by: Kitchen.ada, in: Kitchen.berlin, as: account)
    #expect(family.server.account(of: second) == account)
    _ = try family.server.createGroup("Gym", as: "Ada", secret: 7, by: family.ada)
    #expect(throws: Refusal.alreadyInGroup) {
      _ = try family.server.createGroup("Other", as: "Ada", secret: 8, by: second)
    }
    let stranger = try family.server.createFamily(by: Kitchen.ada, in: Kitchen.berlin)
    #expect(family.server.account(of: stranger) != account)
  }

  @Test("FAM-15: a member keeps their account, and two members of a family have two")
  func accountsStay() throws {
    var family = try KitchenFamily()
    let account = family.server.account(of: family.ada)
    let max = family.max
    #expect(throws: Refusal.valueNotPossible) {
      _ = try family.server.openSession(
        of: max, beside: family.ada, in: Kitchen.berlin, as: account)
    }
    let own = family.ada.person
    let other = try family.server.createFamily(by: Kitchen.ada, in: Kitchen.berlin)
    let foreign = family.server.account(of: other)
    #expect(throws: Refusal.valueNotPossible) {
      _ = try family.server.openSession(
        of: own, beside: family.ada, in: Kitchen.berlin, as: foreign)
    }
    let tablet = try family.server.openSession(
      of: own, beside: family.ada, in: Kitchen.berlin, as: account)
    #expect(family.server.account(of: tablet) == account)
  }

  @Test("FAM-15: notification settings are the account's, in whatever family they were made")
  func settings() throws {
    var family = try KitchenFamily()
    let account = family.server.account(of: family.ada)
    let (first, own) = (family.ada.person, family.ada.person)
    try family.ada.perform(.setQuietHours(of: own, from: 1_320, until: 420))
    family.exchange()
    var second = try family.server.createFamily(by: Kitchen.ada, in: Kitchen.berlin, as: account)
    second.exchange(with: &family.server)
    let other = second.person
    #expect(second.notificationSettings(of: other)?.quiet?.from == 1_320)
    try second.perform(.notify(other, of: .meal, by: .email))
    try second.perform(.remind(other, minutesBefore: [45]))
    second.exchange(with: &family.server)
    family.exchange()
    let shown = family.ada.notificationSettings(of: first)
    #expect(shown?.channels(for: .meal) == .email)
    #expect(shown?.leadMinutes[0] == 45)
    try family.ada.perform(.endQuietHours(of: own))
    family.exchange()
    second.exchange(with: &family.server)
    #expect(second.notificationSettings(of: other)?.quiet == nil)
    #expect(second.refusals.isEmpty && family.ada.refusals.isEmpty)
  }

  // MARK: FAM-10

  @Test("FAM-10: a roster can be set, and then the coach assigns and reads")
  func roster() throws {
    var family = try KitchenFamily()
    var person = Kitchen.ada
    person.name = "Coach"
    let coach = try family.ada.perform(.addMember(person, as: .coach))
    var runner = Kitchen.eva
    runner.name = "Runner"
    let athlete = try family.ada.perform(.addMember(runner, as: .athlete))
    family.exchange()
    var phone = try family.openPhone(of: coach)
    let assign = Action<AssignmentID>.assignWorkout(
      "Sprints", .strength, to: athlete, due: phone.today, minuteOfDay: 1_080, minutes: 45)
    #expect(throws: Refusal.self) { try phone.perform(assign) }
    #expect(throws: Refusal.rosterNotPossible) {
      try family.ada.perform(.setRoster(of: coach, athlete: family.max))
    }
    try family.ada.perform(.setRoster(of: coach, athlete: athlete))
    family.exchange()
    phone.exchange(with: &family.server)
    #expect(phone.roster(of: coach) == [athlete])
    try phone.perform(assign)
    try family.ada.perform(.setRoster(of: coach, athlete: athlete, isOn: false))
    family.exchange()
    phone.exchange(with: &family.server)
    #expect(phone.roster(of: coach).isEmpty)
    #expect(throws: Refusal.self) { try phone.perform(assign) }
  }
}

extension KitchenFamily {
  /// A template of Max's, for every day at four in the afternoon.
  fileprivate mutating func template(from day: LocalDay) throws -> TemplateID {
    try ada.perform(
      .createTemplate(
        "Lifting", .strength, for: max, on: WeekdaySet(rawValue: 127), from: day,
        minuteOfDay: 960, minutes: 60))
  }
}
