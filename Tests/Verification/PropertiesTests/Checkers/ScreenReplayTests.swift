import Base
import Chronology
import ReferenceModels
import SyncCore
import Testing

@testable import DomainCore
@testable import Properties

/// What screens ask a state, told from the log: each question is answered wrongly once.
@Suite("P12 and P14 of what screens show are seen to fail")
struct ScreenReplayTests {
  let busy = ContendedWorld()

  private var state: ScopeState { busy.world.server.scopes[0].state.copy() }

  private func reports(_ change: (inout ScopeState) -> Void = { _ in }) -> [String] {
    busy.world.exchangeAll()
    return busy.reports { change(&$0.server.scopes[0].state) }
  }

  /// The same at each of so many minutes, which choose at whom somebody looks.
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

  @Test("HAB-6: when a list has another order, or something that was put away")
  func lists() {
    for name in [1, 2] as [UInt32] { _ = busy.world.creates(name: name) }
    #expect(reports() == [])
    let what = "somebody's list has other habits than the log, or another order"
    #expect(reports { $0.habits[0].rank.value = 9 }.first == what)
    #expect(reports { $0.habits[1].archived.value = true }.contains(what))
  }

  @Test("HAB-4: when a history counts other days, or is of a habit that was deleted")
  func histories() {
    let habit = busy.world.creates()
    busy.world.completes(habit)
    #expect(reports() == [])
    let what = "the history of a habit is not what was done"
    #expect(reports { $0.habits[0].started.value = busy.day.adding(days: -5) } == [what])
    busy.says(.deleteHabit(habit, of: busy.parent))
    let deleted = reports { $0.habits[0].life = HabitLifecycle() }
    #expect(deleted.contains("a habit has a history that was deleted"))
  }

  @Test("HAB-1: when a habit is shown under another number of its name")
  func namesakes() {
    for device in [MonitoredWorld.phone, MonitoredWorld.tablet] {
      _ = busy.world.creates(device, name: 4)
    }
    #expect(reports() == [])
    let names = reports { $0.habits[0].name.value.folded = TextHandle(99) }
    #expect(names.contains("a habit is another one of its name than the log has it"))
  }

  // MARK: Who reads what

  @Test("FAM-3: when a child may read what it may not write")
  func reading() {
    let child = reports { $0.shared.members[1].mayLog.value = true }
    #expect(child.contains("somebody may read what is not for them, or not what is"))
    #expect(busy.world.broken.contains(.isolation))
  }

  @Test("FAM-11: when a profile needs what was said")
  func profile() {
    let place = busy.position(.weightSet)
    busy.world.changePayload(at: place) { _ in Measurement(day: busy.day, value: 0).payload }
    #expect(reports().contains("a child's profile needs something else than the log says"))
  }

  // MARK: What is ahead

  @Test("SCH-9: when other occurrences come next, or other drivers ask for cover")
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
    #expect(cover == ["other drivers ask for somebody else than do"])
    let gone = reports { $0.schedule.classes[1].isDeleted = true }
    #expect(gone.contains("other occurrences come next than the plan has"))
  }

  @Test("SCH-7: when somebody is free who drives, or a conflict was handled")
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
    #expect(handled.contains("other conflicts need attention than nobody has handled"))
    let free = reports {
      for row in 0..<$0.schedule.occurrences.count {
        $0.schedule.occurrences[row].dropOff.holder = .newcomer
      }
    }
    #expect(free.contains("somebody is suggested as a driver who is not free, or is not"))
    #expect(free.contains("somebody could drive who is not free, or the other way round"))
  }

  @Test("SCH-8, ACA-2: when a week has other classes of a course")
  func weeks() {
    let course = busy.says(
      .createCourse(for: busy.child, name: TextHandle(31), code: TextHandle(32))
    ).fact.identity
    let meeting = CourseMeeting(weekdays: 0b10100, minuteOfDay: 480, minutes: 45)
    busy.says(.setCourseMeeting(1, of: course, owner: busy.child, to: meeting))
    let term = CourseTerm(from: busy.day, through: busy.day.adding(days: 3))
    busy.says(.setCourseTerm(of: course, owner: busy.child, to: term))
    #expect(reports() == [])
    let what = "somebody's week is not what the log has for it"
    let endless = reports { $0.academics.courses[0].termPacked = 0 }
    let list = "classes of a week are not what a timetable has, or in another order"
    #expect(endless.contains(what) && endless.contains(list))
  }

  // MARK: Training

  @Test("TRN-1, TRN-5: when templates plan other sessions, or a day has other mobility work")
  func practice() {
    busy.says(.logMobility(for: busy.child, exercise: 3, minutes: 10))
    #expect(reports() == [])
    let changed = reports {
      $0.training.mobility[0].minutes = 11
      $0.training.templates[0].recurrence.weekdays = []
    }
    #expect(changed.contains("a day has other mobility work than the log"))
    #expect(changed.contains("other sessions are still to be made than templates plan"))
  }

  @Test("TRN-6: when somebody is recommended something else than follows from their days")
  func recommended() {
    // The check-in was before nine; the last five o'clock was on its day.
    let what = "somebody is recommended something else than follows from their days"
    #expect(reports() == [])
    #expect(reports { $0.personDays[1].mental = 1 }.contains(what))
  }

  @Test("GRP-6: when workouts of a day burn something else")
  func totals() {
    let log = WorkoutLog(
      .yoga, start: Zone.utc.startOfDay(busy.day) + Span.hour, duration: 600_000, calories: 40,
      day: busy.day)
    busy.says(.logWorkout(for: busy.child, log))
    busy.world.exchangeAll()
    // Every day is looked at once in four.
    while (Int(busy.day.number) + busy.world.server.scopes[0].feed.count) % 4 != 0 {
      busy.says(.setSportField(.team, of: busy.sport, to: 9))
      busy.world.exchangeAll()
    }
    busy.look()
    #expect(busy.world.reports == [])
    let burned = busy.reports { $0.server.scopes[0].state.training.workouts[0].calories = 41 }
    #expect(burned.contains("a day of workouts comes to something else than the log has"))
  }

  // MARK: Food

  @Test("NUT-3, NUT-6: when a metric is held against something else, or has another color")
  func targets() {
    let color = reports { $0.personDays[1].nutrients.lanes[2] = 138 }
    #expect(color.contains("a day has another color than what was eaten"))
    let other = ContendedWorld()
    let place = other.position(.nutritionOverrideSet)
    let set = other.reports { $0.changeFeed { $0[place].operation.fact.payload.first += 500 } }
    #expect(set.contains("somebody is to eat something else than their body and parents say"))
  }

  @Test("NUT-8: when means, rows of met days or the best of them are not those of the days")
  func trends() {
    let trends = reports(at: 2) { $0.personDays[1].isNutritionMet = false }
    #expect(trends.contains("a week's means are not those of its days"))
    #expect(trends.contains("more or fewer days in a row were met than the log says"))
    #expect(trends.contains("other days were the best than were met best"))
  }

  // MARK: First screens, siblings

  @Test("HOME-1: when a first screen shows another day than somebody has")
  func screens() {
    #expect(reports(at: 8) { _ in } == [])
    let screens = reports(at: 8) { $0.personDays[1].physical = 1 }
    #expect(screens.contains("a first screen shows another day than somebody has, or may see"))
  }

  @Test("HOME-1, FAM-3: when a first screen shows what is not for who looks")
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
      locked.contains("a first screen shows what is not for who looks, or not what is"))
  }

  @Test("REW-6: when siblings are ranked by something else, or nobody wanted it")
  func siblings() {
    busy.says(.showLeaderboard(true, by: busy.parent))
    #expect(reports() == [])
    let what = "siblings are not ranked by what they have earned"
    #expect(reports { $0.rewards.people[1].lifetime += 1 }.contains(what))
  }
}
