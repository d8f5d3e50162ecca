import Chronology
import Testing

@testable import DomainCore

@Suite("A training template")
struct TemplateTests {
  private let athlete = TestFamily.athlete

  /// A family and a template on Mondays and Thursdays, with squats.
  private func make(_ blueprint: TemplateBlueprint = TestFamily.blueprint())
    -> (family: TestFamily, template: Entity)
  {
    let family = TestFamily.withCoaches()
    let template = family.make(.createTemplate(for: athlete, blueprint), by: athlete)
    family.submit(
      .setTemplateExercise(0, of: template, owner: athlete, to: TestFamily.squats()), by: athlete)
    return (family, template)
  }

  private func generate(_ template: Entity, _ day: Int) -> Command {
    .generateSession(for: athlete, from: template, on: TestFamily.day(day))
  }

  @Test("TRN-1: generates each session once, with the values of the template")
  func generates() {
    let (family, template) = make()
    let due = family.state.training.sessionsToGenerate(
      for: athlete, from: TestFamily.day(0), through: TestFamily.day(13), family.state.shared)
    #expect(family.days(due) == [0, 3, 7, 10])
    #expect(
      family.state.training.sessionsToGenerate(
        for: TestFamily.child, from: TestFamily.day(0), through: TestFamily.day(13),
        family.state.shared
      ).isEmpty)
    for key in due {
      #expect(
        family.submit(
          generate(template, TestFamily.firstDay.distance(to: key.generatedDay!)), by: athlete)
          == .changed)
    }
    #expect(
      family.state.training.sessionsToGenerate(
        for: athlete, from: TestFamily.day(0), through: TestFamily.day(13), family.state.shared
      ).isEmpty)
    let session = family.state.training.sessions(of: athlete, on: TestFamily.day(3))[0]
    #expect(session.key == due[1] && session.title == TextHandle(7))
    #expect(session.time.minuteOfDay == 1_020 && session.time.minutes == 90)
    #expect(session.character == SessionCharacter(.strength, .high))
    #expect(family.state.training.exercise(0, of: due[1]) == TestFamily.squats())
    #expect(family.state.training.set(2, ofExercise: 0, of: due[1])?.isDone == false)
  }

  @Test(
    "TRN-1: two devices that generate a day offline make one session with the edits of both",
    arguments: [[0, 1, 2, 3], [2, 3, 0, 1], [0, 2, 1, 3], [2, 0, 3, 1]])
  func twoDevices(order: [Int]) {
    let (family, template) = make()
    let key = SessionKey(template: template, on: TestFamily.day(3))
    // The first device lifts more, the second moves the session: both generated it first.
    let facts = [
      family.fact(generate(template, 3), by: athlete, site: 2),
      family.fact(
        .setExercise(0, of: key, owner: athlete, to: TestFamily.squats(5)), by: athlete, site: 2),
      family.fact(generate(template, 3), by: athlete, site: 3),
      family.fact(
        .moveSession(key, of: athlete, to: TestFamily.plan(4).time), by: athlete, site: 3),
    ]
    let effects = order.map { family.submit(facts[$0]) }
    #expect(effects.filter { $0 == .superseded }.count == 1)
    #expect(family.state.training.sessions(of: athlete, on: TestFamily.day(3)).isEmpty)
    #expect(family.state.training.sessions(of: athlete, on: TestFamily.day(4)).map(\.key) == [key])
    #expect(family.state.training.exercise(0, of: key) == TestFamily.squats(5))
    // A moved session is still the one of its original day.
    #expect(
      family.days(
        family.state.training.sessionsToGenerate(
          for: athlete, from: TestFamily.day(0), through: TestFamily.day(4), family.state.shared))
        == [0])
    // It is one session, so folding the same facts in any order gives the same state.
    let (other, _) = make()
    for index in 0..<4 { other.submit(facts[index]) }
    #expect(other.state.digest == family.state.digest && other.isIdentical(to: family))
  }

  @Test(
    "TRN-1: one device edits and the other deletes: it stays deleted and is not generated again")
  func editedAndDeleted() {
    for order in [[0, 1, 2, 3], [2, 3, 0, 1]] {
      let (family, template) = make()
      let key = SessionKey(template: template, on: TestFamily.day(3))
      let facts = [
        family.fact(generate(template, 3), by: athlete, site: 2),
        family.fact(
          .setSessionText(.notes, of: key, owner: athlete, to: TextHandle(3)), by: athlete,
          site: 2),
        family.fact(generate(template, 3), by: athlete, site: 3),
        family.fact(.deleteSession(key, of: athlete), by: athlete, site: 3),
      ]
      let outcomes = order.map { family.submit(facts[$0]) }
      #expect(
        outcomes
          == (order[0] == 0
            ? [.changed, .changed, .superseded, .changed]
            : [.changed, .changed, .superseded, .refused(.sessionDeleted)]))
      #expect(family.state.training.session(key)!.isDeleted)
      #expect(family.state.training.sessions(of: athlete, on: TestFamily.day(3)).isEmpty)
      #expect(family.submit(generate(template, 3), by: athlete, site: 4) == .superseded)
      #expect(family.state.training.session(key)!.isDeleted)
      #expect(
        !family.state.training.sessionsToGenerate(
          for: athlete, from: TestFamily.day(0), through: TestFamily.day(9), family.state.shared
        ).contains(key))
    }
  }

  @Test("TRN-1: changing the template only changes sessions that are not generated yet")
  func changedLater() {
    let (family, template) = make()
    family.submit(generate(template, 0), by: athlete)
    for command in [
      Command.renameTemplate(template, of: athlete, to: TextHandle(8)),
      .setTemplateTime(template, of: athlete, minuteOfDay: 360, minutes: 30),
      .setTemplateCharacter(template, of: athlete, to: SessionCharacter(.practice, .low)),
      .setTemplateExercise(0, of: template, owner: athlete, to: .none),
      .setTemplateExercise(1, of: template, owner: athlete, to: TestFamily.squats(1)),
      .setTemplateRecurrence(
        template, of: athlete, to: TemplateRecurrence(on: .tuesday, from: TestFamily.day(0))),
    ] {
      #expect(family.submit(command, by: athlete) == .changed)
    }
    family.submit(generate(template, 1), by: athlete)
    let old = SessionKey(template: template, on: TestFamily.day(0))
    let new = SessionKey(template: template, on: TestFamily.day(1))
    #expect(family.state.training.session(old)!.title == TextHandle(7))
    #expect(family.state.training.session(old)!.exerciseNumbers == [0])
    #expect(family.state.training.exercise(0, of: old) == TestFamily.squats())
    #expect(family.state.training.session(new)!.title == TextHandle(8))
    #expect(family.state.training.session(new)!.exerciseNumbers == [1])
    #expect(family.state.training.session(new)!.time.minuteOfDay == 360)
    #expect(family.state.training.session(new)!.character == SessionCharacter(.practice, .low))
  }

  @Test("TRN-1: a device generates planned days only; the server accepts formerly planned ones")
  func plannedDays() {
    let (family, template) = make()
    let friday = family.fact(generate(template, 4), by: athlete)
    #expect(family.refusal(of: friday, at: .device) == .templateDayWrong)
    #expect(family.refusal(of: friday, at: .server) == nil)
    #expect(
      family.refusal(of: family.fact(generate(template, 3_660), by: athlete)) == .dayOutOfRange)
    let stranger = generate(Entity(site: 9, sequence: 9), 3)
    #expect(family.submit(stranger, by: athlete) == .refused(.templateUnknown))
    family.submit(generate(template, 0), by: athlete)
    family.submit(.deleteTemplate(template, of: athlete), by: athlete)
    #expect(family.submit(.deleteTemplate(template, of: athlete), by: athlete) == .superseded)
    for place in [DecisionPlace.device, .server] {
      let thursday = family.fact(generate(template, 3), by: athlete)
      #expect(family.refusal(of: thursday, at: place) == .templateDeleted)
      let rename = family.fact(
        .renameTemplate(template, of: athlete, to: TextHandle(1)), by: athlete)
      #expect(family.refusal(of: rename, at: place) == .templateDeleted)
    }
    #expect(family.state.training.templates(of: athlete).isEmpty)
    // A session that it generated stays, and can still be changed.
    let kept = SessionKey(template: template, on: TestFamily.day(0))
    #expect(
      family.submit(
        .completeSession(kept, of: athlete, EffortReport(isDone: true)), by: athlete) == .changed)
  }

  @Test("TRN-1: a template has weekdays, a time and known exercises")
  func bounds() {
    let (family, template) = make()
    func respond(_ command: Command) -> Refusal? {
      family.refusal(of: family.fact(command, by: athlete))
    }
    #expect(
      respond(.createTemplate(for: athlete, TestFamily.blueprint(on: []))) == .sessionOutOfRange)
    #expect(
      respond(.createTemplate(for: athlete, TestFamily.blueprint(from: -1))) == .dayOutOfRange)
    #expect(
      respond(.setTemplateTime(template, of: athlete, minuteOfDay: 1_440, minutes: 5))
        == .sessionOutOfRange)
    #expect(
      respond(
        .setTemplateRecurrence(
          template, of: athlete, to: TemplateRecurrence(on: [], from: TestFamily.day(0))))
        == .sessionOutOfRange)
    #expect(
      respond(.setTemplateExercise(24, of: template, owner: athlete, to: TestFamily.squats()))
        == .setOutOfRange)
    // The template of one member is not found under another.
    let stranger = Command.renameTemplate(template, of: TestFamily.child, to: .empty)
    #expect(family.submit(stranger) == .refused(.templateUnknown))
  }

  @Test("TRN-1: weekdays repeat across clock changes and year ends, as in dateutil")
  func recurrence() throws {
    let lines = try TrainingVectors.lines(of: "template-days.txt")
    #expect(lines.count == 160)
    for line in lines {
      // mask, first day, length or -, then the planned days among the next 800.
      let first = LocalDay(line[1])!
      var recurrence = TemplateRecurrence(on: WeekdaySet(rawValue: UInt8(line[0])!), from: first)
      recurrence.length = UInt16(line[2])
      let expected = line.dropFirst(3).map { Int($0)! }
      let planned = (-20..<800).filter { recurrence.contains(first.adding(days: $0)) }
      #expect(planned == expected, "\(line[0]) from \(line[1])")
    }
  }

  @Test("TRN-1: a template is planned at the same time of day before and after the clocks change")
  func clockChange() {
    // Clocks go forward in Zurich on Sunday, 29 March 2026, and back on 25 October.
    let zurich = Zone.all.first { $0.name == "Europe/Zurich" }!
    for sunday in [
      LocalDay(year: 2026, month: 3, day: 29), LocalDay(year: 2026, month: 10, day: 25),
    ] {
      let (family, template) = make(
        TestFamily.blueprint(on: [.saturday, .sunday, .monday], title: 7))
      let keys = family.state.training.sessionsToGenerate(
        for: athlete, from: sunday.adding(days: -1), through: sunday.adding(days: 1),
        family.state.shared)
      #expect(keys.map(\.generatedDay) == [-1, 0, 1].map { sunday.adding(days: $0) })
      for key in keys {
        family.submit(
          .generateSession(for: athlete, from: template, on: key.generatedDay!), by: athlete)
        let time = family.state.training.session(key)!.time
        let instant = zurich.instant(
          of: time.day, millisecondOfDay: Int32(time.minuteOfDay) * 60_000)
        #expect(zurich.localDay(at: instant) == key.generatedDay!)
        #expect(zurich.millisecondOfDay(at: instant) == 17 * 3_600_000)
      }
    }
    // Wednesday, 31 December and Thursday, 1 January.
    let (family, _) = make(TestFamily.blueprint(on: [.wednesday, .thursday]))
    let newYear = LocalDay(year: 2027, month: 1, day: 1)
    #expect(
      family.state.training.sessionsToGenerate(
        for: athlete, from: newYear.adding(days: -3), through: newYear.adding(days: 3),
        family.state.shared
      ).map(\.generatedDay) == [newYear.adding(days: -2), newYear.adding(days: -1)])
  }
}
