import ShakeoutCore
import Testing

@Suite("A name of which nothing is visible")
struct InvisibleNameTests {
  /// Nothing, white space, a zero-width space, blank letters, and a braille pattern without dots.
  static let names = ["", " ", "\t\u{A0}", "\u{200B}", "\u{3164}\u{2060}", "\u{2800}", "\u{FEFF}"]

  @Test("FAM-16: is refused for everything that an app can name", arguments: names)
  func refused(name: String) throws {
    var family = try KitchenFamily()
    let (today, max) = (family.ada.today, family.max)
    let habit = try family.ada.perform(.createHabit("Read", for: max))
    let goal = try family.ada.perform(
      .createGoal("Books", for: max, .skill, reaching: 5, term: today...today.adding(days: 9)))
    var child = Kitchen.max
    child.name = name
    family.refuses(.addChild(child), "child")
    family.refuses(.rename(max, to: name), "person")
    family.refuses(.createHabit(name, for: max), "habit")
    family.refuses(.rename(habit, to: name), "habit again")
    family.refuses(.createSport(name, for: max, season: today...today.adding(days: 9)), "sport")
    family.refuses(
      .createGoal(name, for: max, .skill, reaching: 5, term: today...today.adding(days: 9)),
      "goal")
    family.refuses(.setMilestone(1, of: goal, at: 2, name), "milestone")
    family.refuses(.createCourse(name, for: max), "course")
    family.refuses(.createSchoolwork(name, .exam, due: today, for: max), "schoolwork")
    family.refuses(.offerReward(name, for: 10), "reward")
    family.refuses(.makeTrophy(name), "trophy")
    family.refuses(
      .createSession(name, .strength, for: max, on: today, minuteOfDay: 600, minutes: 30),
      "session")
    family.refuses(
      .createTemplate(
        name, .strength, for: max, on: WeekdaySet(rawValue: 127), from: today, minuteOfDay: 600,
        minutes: 30), "template")
  }

  @Test("FAM-16: is refused for a workout that a coach assigns", arguments: names)
  func assigned(name: String) throws {
    var family = try KitchenFamily()
    var (coachPerson, runner) = (Kitchen.ada, Kitchen.eva)
    coachPerson.name = "Coach"
    runner.name = "Runner"
    let coach = try family.ada.perform(.addMember(coachPerson, as: .coach))
    let athlete = try family.ada.perform(.addMember(runner, as: .athlete))
    family.exchange()
    try family.ada.perform(.setRoster(of: coach, athlete: athlete))
    family.exchange()
    var phone = try family.openPhone(of: coach)
    func assign(_ title: String) -> Action<AssignmentID> {
      .assignWorkout(
        title, .strength, to: athlete, due: phone.today, minuteOfDay: 1_080, minutes: 45)
    }
    let (unnamed, named) = (assign(name), assign("Sprints"))
    #expect(throws: Refusal.titleMissing) { try phone.perform(unnamed) }
    try phone.perform(named)
  }

  @Test("FAM-16: is refused for a group and on its boards, also later", arguments: names)
  func group(name: String) throws {
    var family = try KitchenFamily()
    var gym = try family.server.createGroup("Gym", as: "Ada", secret: 7, by: family.ada)
    #expect(throws: Refusal.groupNameEmpty) { try gym.perform(.renameGroup(to: name)) }
    #expect(throws: Refusal.displayNameEmpty) { try gym.perform(.setDisplayName(to: name)) }
  }
}

extension KitchenFamily {
  fileprivate mutating func refuses<Made>(_ action: Action<Made>, _ kind: String) {
    let reasons: Set<Refusal> = [
      .nameEmpty, .profileIncomplete, .sportNameEmpty, .goalTitleEmpty, .titleMissing,
      .rewardTitleEmpty,
    ]
    do throws(Refusal) {
      _ = try ada.perform(action)
      Issue.record("\(kind) has a name of which nothing is visible")
    } catch {
      #expect(reasons.contains(error), "\(kind): \(error)")
    }
  }
}
