import Base
import Chronology
import ReferenceModels
import SyncCore
import Testing

@testable import DomainCore
@testable import Properties

/// What screens query from a state: each query gives one wrong answer.
@Suite("Violations of P12 and P14 in what screens show")
struct ScreenReplayTests {
  let busy = ContendedWorld()

  private var state: ScopeState { busy.world.server.scopes[0].state.copy() }

  private func reports(_ change: (inout ScopeState) -> Void = { _ in }) -> [String] {
    busy.world.exchangeAll()
    return busy.reports { change(&$0.server.scopes[0].state) }
  }

  /// The same at each of so many minutes, which select the person that a screen is about.
  private func reports(at minutes: Int, _ change: (inout ScopeState) -> Void) -> Set<String> {
    busy.world.exchangeAll()
    change(&busy.world.server.scopes[0].state)
    for _ in 0..<minutes {
      busy.world.now += Span.minute
      busy.look()
    }
    return Set(busy.world.reports)
  }

  private func plans(_ day: Int, _ minute: UInt16, lasting minutes: UInt16 = 60) -> OccurrenceID {
    let start = ClassStart(day: busy.day.adding(days: day), minute: minute, zone: .utc)
    let made = busy.says(
      .createClass(
        for: busy.child,
        ClassCreation(
          sport: busy.sport, type: .practice, start: start, durationMinutes: minutes)))
    return OccurrenceID(made.fact.identity, start.day)
  }

  // MARK: Habits

  @Test("HAB-6: a wrong order, and an archived habit in a list, are detected")
  func lists() {
    for name in [1, 2] as [UInt32] { _ = busy.world.creates(name: name) }
    #expect(reports() == [])
    let what = "the habits in a person's list, or their order, differ from the log"
    #expect(reports { $0.habits.rows[0].rank.value = 9 }.first == what)
    #expect(reports { $0.habits.rows[1].archived.value = true }.contains(what))
  }

  @Test("HAB-4: a wrong history, and a history of a deleted habit, are detected")
  func histories() {
    let habit = busy.world.creates()
    busy.world.completes(habit)
    #expect(reports() == [])
    let what = "the history of a habit differs from its completions"
    #expect(reports { $0.habits.rows[0].started.value = busy.day.adding(days: -5) } == [what])
    busy.says(.deleteHabit(habit, of: busy.parent))
    let deleted = reports { $0.habits.rows[0].life = HabitLifecycle() }
    #expect(deleted.contains("a deleted habit has a history"))
  }

  @Test("HAB-1: a habit shown under another number of its name is detected")
  func namesakes() {
    for device in [MonitoredWorld.phone, MonitoredWorld.tablet] {
      _ = busy.world.creates(device, name: 4)
    }
    #expect(reports() == [])
    let names = reports { $0.habits.rows[0].name.value.folded = TextHandle(99) }
    #expect(names.contains("a habit's details differ from the log"))
  }

  // MARK: Read access

  @Test("FAM-3: a child who can read what it may not write is detected")
  func reading() {
    let child = reports { $0.shared.members[1].mayLog.value = true }
    #expect(child.contains("a person's read access differs from the rules"))
    #expect(busy.world.broken.contains(.isolation))
  }

  @Test("FAM-11: a profile that asks for known values is detected")
  func profile() {
    let place = busy.position(.weightSet)
    busy.world.changePayload(at: place) { _ in Measurement(day: busy.day, value: 0).payload }
    #expect(reports().contains("what a child's profile needs differs from the log"))
  }

  // MARK: What is ahead

  @Test("SCH-9: wrong next occurrences, and wrong drivers asking for cover, are detected")
  func ahead() {
    let next = plans(1, 600)
    busy.says(.claim(Duty(.dropOff, of: next), by: busy.parent))
    busy.says(.requestCoverage(of: Duty(.dropOff, of: next), by: busy.parent, true))
    #expect(reports() == [])
    let cover = reports {
      for row in 0..<$0.schedule.occurrences.count {
        $0.schedule.occurrences[row].dropOff.isCoverageRequested = false
      }
    }
    #expect(cover == ["the drivers who ask for cover differ from the log"])
    let gone = reports { $0.schedule.classes[1].isDeleted = true }
    #expect(gone.contains("the next occurrences differ from the plan"))
  }

  @Test("SCH-7: a busy driver suggested as free, and a conflict shown as handled, are detected")
  func attention() {
    let (first, second) = (plans(1, 600), plans(1, 610))
    busy.says(.claim(Duty(.dropOff, of: first), by: busy.parent))
    busy.says(.claim(Duty(.dropOff, of: second), by: busy.parent))
    let now = busy.world.now
    busy.world.exchangeAll()
    let shown = state.conflicts(in: now..<now + 3 * Span.day, now: now)
    busy.says(.setConflictField(.handled, of: shown[0].identity, to: 1))
    #expect(reports() == [])
    let handled = reports { $0.schedule.conflicts[0].isHandled = false }
    #expect(handled.contains("the conflicts that need attention differ from the unhandled ones"))
    let free = reports {
      for row in 0..<$0.schedule.occurrences.count {
        $0.schedule.occurrences[row].dropOff.holder = .newcomer
      }
    }
    #expect(free.contains("the suggested drivers are not exactly those who are free"))
    #expect(free.contains("the possible drivers are not exactly those who are free"))
  }

  @Test("SCH-8, ACA-2: a week with wrong classes of a course is detected")
  func weeks() {
    let course = busy.says(
      .createCourse(for: busy.child, name: TextHandle(31), code: TextHandle(32))
    ).fact.identity
    let meeting = CourseMeeting(weekdays: 0b10100, minuteOfDay: 480, minutes: 45)
    busy.says(.setCourseMeeting(1, of: course, owner: busy.child, to: meeting))
    let term = CourseTerm(from: busy.day, through: busy.day.adding(days: 3))
    busy.says(.setCourseTerm(of: course, owner: busy.child, to: term))
    #expect(reports() == [])
    let what = "a person's week differs from the log"
    let endless = reports { $0.academics.courses[0].termPacked = 0 }
    let list = "the classes of a week, or their order, differ from the timetable"
    #expect(endless.contains(what) && endless.contains(list))
  }

  // MARK: Training

  @Test("TRN-1, TRN-5: wrong planned sessions, or wrong mobility work of a day, are detected")
  func practice() {
    busy.says(.logMobility(for: busy.child, exercise: 3, minutes: 10))
    #expect(reports() == [])
    let changed = reports {
      $0.training.mobility[0].minutes = 11
      $0.training.templates[0].recurrence.weekdays = []
    }
    #expect(changed.contains("the mobility work of a day differs from the log"))
    #expect(changed.contains("the sessions still to be generated differ from the templates"))
  }

  @Test("TRN-6: a recommendation that does not follow from the person's days is detected")
  func recommended() {
    // The check-in was before nine; the last five o'clock was on its day.
    let what = "a training recommendation does not follow from the person's days"
    #expect(reports() == [])
    #expect(reports { $0.shared.personDays[1].mental = 1 }.contains(what))
  }

  @Test("GRP-6: wrong calories of a day's workouts are detected")
  func totals() {
    let log = WorkoutLog(
      .yoga, start: Zone.utc.startOfDay(busy.day) + Span.hour, duration: 600_000, calories: 40,
      day: busy.day)
    busy.says(.logWorkout(for: busy.child, log))
    busy.world.exchangeAll()
    // Each day is checked once in four times.
    while (Int(busy.day.number) + busy.world.server.scopes[0].feed.count) % 4 != 0 {
      busy.says(.setSportField(.team, of: busy.sport, to: 9))
      busy.world.exchangeAll()
    }
    busy.look()
    #expect(busy.world.reports == [])
    let burned = busy.reports { $0.server.scopes[0].state.training.workouts[0].calories = 41 }
    #expect(burned.contains("the totals of a day's workouts differ from the log"))
  }

  // MARK: Food

  @Test("NUT-3, NUT-6: a metric with a wrong goal or a wrong color is detected")
  func targets() {
    let color = reports { $0.shared.personDays[1].nutrients.lanes[2] = 138 }
    #expect(color.contains("a day's color does not follow from its food"))
    let other = ContendedWorld()
    let place = other.position(.nutritionOverrideSet)
    let set = other.reports { $0.changeFeed { $0[place].operation.fact.payload.first += 500 } }
    #expect(
      set.contains(
        "a person's nutrition goal does not follow from their body and their parents' settings"))
  }

  @Test("NUT-8: wrong averages, nutrition streaks or best days are detected")
  func trends() {
    let trends = reports(at: 2) { $0.shared.personDays[1].isNutritionMet = false }
    #expect(trends.contains("the averages of a week differ from those of its days"))
    #expect(trends.contains("a person's nutrition streak differs from the log"))
    #expect(trends.contains("the best days differ from the log"))
  }

  // MARK: First screens, siblings

  @Test("HOME-1: a first screen that shows another day than the person has is detected")
  func screens() {
    #expect(reports(at: 8) { _ in } == [])
    let screens = reports(at: 8) { $0.shared.personDays[1].physical = 1 }
    #expect(
      screens.contains(
        "a first screen shows another day than the person has, or than the reader may see"))
  }

  @Test("HOME-1, FAM-3: a first screen that shows what its reader may not see is detected")
  func locked() {
    let course = busy.says(
      .createCourse(for: busy.child, name: TextHandle(31), code: TextHandle(32))
    ).fact.identity
    let draft = AcademicItemDraft(
      .project, title: TextHandle(33), course: course, priority: .high,
      due: DueTime(day: busy.day.adding(days: 1)))
    busy.says(.createAcademicItem(for: busy.child, draft))
    #expect(reports() == [])
    let locked = reports(at: 8) { $0.shared.members[1].mayLog.value = true }
    #expect(
      locked.contains("a first screen shows what the reader may not see, or lacks what they may"))
  }

  @Test("REW-6: a wrong ranking of siblings, or one that no one enabled, is detected")
  func siblings() {
    busy.says(.showLeaderboard(true, by: busy.parent))
    #expect(reports() == [])
    let what = "siblings are not ranked by the points that they have earned"
    #expect(reports { $0.rewards.people[1].lifetime += 1 }.contains(what))
  }
}
