import Base
import Chronology
import ReferenceModels
import SyncCore
import Testing

@testable import DomainCore
@testable import Properties

/// A family of which most areas have something: a day's food, a class that was attended, a session
/// of a template, a course, settings and a goal that counts by itself.
final class ContendedWorld {
  let world = MonitoredWorld()
  let parent = MonitoredWorld.parent
  let child = MonitoredWorld.child
  let day = MonitoredWorld.firstDay
  var sport = Entity.none
  var occurrence = OccurrenceID(.none, MonitoredWorld.firstDay)
  var goal = Entity.none
  var template = Entity.none

  init() {
    profile()
    schedule()
    records()
    world.exchangeAll()
  }

  @discardableResult func says(_ command: Command) -> Operation { world.does(0, command) }

  private func profile() {
    says(.setSex(.female, of: child))
    says(.setWeight(of: child, on: day, grams: 40_000))
    says(.setHeight(of: child, on: day, millimeters: 1_450))
    says(.setNutritionTarget(of: child, TargetAmount(.energy, 1_000)))
    says(.setNutritionTarget(of: child, TargetAmount(.protein, 1)))
    says(.setNutritionTarget(of: child, TargetAmount(.water, 100)))
    var nutrients = Nutrients.zero
    (nutrients.lanes[0], nutrients.lanes[1]) = (1_000, 40)
    says(.logMeal(for: child, MealPortion(.lunch, stating: nutrients, from: MealOrigin(.typed))))
    says(.logWater(for: child, WaterAmount(tenthOunces: 80, source: .glass, minuteOfDay: 0)))
  }

  private func schedule() {
    let season = Season(first: day, last: day.adding(days: 60))
    sport =
      says(.createSport(for: child, SportCreation(name: TextHandle(7), season: season)))
      .fact.identity
    says(.setSportField(.team, of: sport, to: 9))
    let start = ClassStart(day: day, minute: 0, zone: .utc)
    let made = says(
      .createClass(
        for: child,
        ClassCreation(sport: sport, type: .practice, start: start, durationMinutes: 60)))
    occurrence = OccurrenceID(made.fact.identity, day)
    goal =
      says(
        .createGoal(
          for: child,
          GoalCreation(
            .attendance, title: TextHandle(5), target: 1, unit: .empty, from: day,
            through: day.adding(days: 20), priority: .low))
      ).fact.identity
    says(.setAttendance(of: child, at: occurrence, to: true))
    says(.claim(Duty(.pickUp, of: occurrence), by: parent))
  }

  private func records() {
    says(.setLeadMinutes(SIMD4(45, 0, 0, 0), of: parent))
    let blueprint = TemplateBlueprint(
      title: TextHandle(11), minuteOfDay: 600, minutes: 30, character: SessionCharacter(.strength),
      recurrence: TemplateRecurrence(on: WeekdaySet(rawValue: 127), from: day))
    template = says(.createTemplate(for: child, blueprint)).fact.identity
    says(.renameTemplate(template, of: child, to: TextHandle(12)))
    says(.generateSession(for: child, from: template, on: day))
    says(.checkIn(for: child, WellnessScore(mental: 5, physical: 6)))
  }

  func look() {
    var founders: [Member] = []
    let founded = MonitoredWorld.founded()
    for index in 0..<founded.memberCount {
      founders.append(founded.member(MemberHandle(UInt16(index))))
    }
    world.monitor.tellAgain(
      scope: world.scope, founders: founders, on: world.server, at: world.now)
  }

  func position(_ kind: FactKind) -> Int {
    var position = 0
    while world.row(position).operation.fact.kind != kind { position += 1 }
    return position
  }

  /// What is reported after something was changed behind the engine's back.
  func reports(_ change: (MonitoredWorld) -> Void) -> [String] {
    change(world)
    look()
    return world.reports
  }
}

@Suite("Violations of P12 to P14, P17 and P20 in all areas")
struct AreasReplayTests {
  let busy = ContendedWorld()

  @Test("correct folds violate nothing")
  func healthy() {
    busy.look()
    #expect(busy.world.reports == [])
    let state = busy.world.server.scopes[0].state.copy()
    let (met, balance) = (
      state.shared.isNutritionDayMet(busy.day, of: busy.child),
      state.rewards.balance(of: busy.child)
    )
    #expect(met && balance == 10 + 15 + 100)
  }

  @Test("a wrong sum or a wrong number of actions of a day is detected")
  func days() {
    let reports = busy.reports {
      $0.server.scopes[0].state.shared.personDays[1].nutrients.lanes[3] += 1
      $0.server.scopes[0].state.shared.personDays[0].actions += 1
    }
    #expect(
      reports == [
        "the number of actions on a person's day differs from the log",
        "the food and drink of a person's day differ from the log",
      ])
  }

  @Test("a nutrition day that is not judged by its targets is detected")
  func met() {
    let reports = busy.reports {
      $0.server.scopes[0].state.shared.personDays[1].isNutritionMet = false
    }
    #expect(reports.first == "a nutrition day is met and does not count")
    let more = ContendedWorld().reports {
      $0.server.scopes[0].state.shared.personDays[5].isNutritionMet = true
    }
    #expect(more == ["a nutrition day counts as met that is not"])
    let other = ContendedWorld()
    let place = other.position(.nutritionOverrideSet)
    let paid = other.reports { $0.changeFeed { $0[place].operation.fact.payload.first += 500 } }
    #expect(paid.contains("a nutrition day has paid that is not met"))
  }

  @Test("a wrong attendance count or wrong points for attendance are detected")
  func attendance() {
    let place = busy.position(.attendanceSet)
    let absent = AttendancePayload(on: busy.day, attended: false).payload
    let reports = busy.reports { $0.changeFeed { $0[place].operation.fact.payload = absent } }
    #expect(reports.contains("an occurrence has paid that no one attended"))
    #expect(reports.contains("a person's attendance count differs from the log"))
    #expect(reports.contains("the progress of a goal differs from the log"))
  }

  @Test("wrong progress of an automatic goal, and a badge that was not earned, are detected")
  func progress() {
    let reports = busy.reports {
      $0.server.scopes[0].state.goals.rows[0].current = 0
      $0.server.scopes[0].state.rewards.people[1].goalsCompleted = 0
    }
    #expect(
      reports == [
        "the progress of a goal differs from the log",
        "a person's badges are not those that they have earned",
      ])
  }

  @Test("a field of any record that is not what was written last is detected")
  func records() {
    let reports = busy.reports {
      $0.server.scopes[0].state.schedule.sports[0].team = TextHandle(3)
      $0.server.scopes[0].state.training.templates[0].title = TextHandle(3)
      $0.server.scopes[0].state.shared.personDays[1].mental = 1
    }
    #expect(
      reports.prefix(3) == [
        "a field of the schedule is not what was written last",
        "a field of training is not what was written last",
        "a field of training is not what was written last",
      ])
  }

  @Test("a session that differs from its template's plan, or is missing, is detected")
  func sessions() {
    let reports = busy.reports {
      $0.server.scopes[0].state.training.sessions[0].title = TextHandle(11)
    }
    #expect(reports == ["a session differs from its template's plan"])
  }

  @Test("TRN-3: an imported workout on another day than its first import is detected")
  func imports() {
    let workout = ImportedWorkout(
      sample: 3, revision: 1, start: Zone.utc.startOfDay(busy.day) + Span.hour,
      durationMilliseconds: 600_000, kind: 1, kilocalories: 90)
    busy.says(.importWorkout(workout, of: busy.child))
    busy.world.exchangeAll()
    // Each day is checked once in four times.
    let days = 4 - (Int(busy.day.number) + busy.world.server.scopes[0].feed.count) % 4
    for _ in 0..<days % 4 { busy.world.changeFeed { $0.append($0[$0.count - 1]) } }
    busy.look()
    #expect(busy.world.reports == [])
    let reports = busy.reports {
      $0.server.scopes[0].state.training.imports[0].zoneReported =
        Zone(named: "Pacific/Honolulu")!.id
    }
    #expect(reports.contains("a person's workouts of a day differ from the log"))
  }

  @Test("NUT-2, TRN-3: a wrong number of a person's workouts is detected")
  func trained() {
    func take(_ sample: UInt64, _ minute: Int) -> Command {
      .importWorkout(
        ImportedWorkout(
          sample: sample, revision: 1,
          start: Zone.utc.startOfDay(busy.day) + Int64(minute) * Span.minute,
          durationMilliseconds: 600_000, kind: 1, kilocalories: 90), of: busy.child)
    }
    let log = WorkoutLog(
      .yoga, start: Zone.utc.startOfDay(busy.day) + Span.hour, duration: 600_000, calories: 40,
      day: busy.day)
    for said in [take(3, 60), take(4, 62), .logWorkout(for: busy.child, log)] { busy.says(said) }
    busy.says(.removeImportedWorkout(3, of: busy.child))
    busy.world.exchangeAll()
    busy.look()
    #expect(busy.world.reports == [])
    // The other one is the one that was logged now; as if it still counted by itself.
    let reports = busy.reports {
      Self.countTraining(of: busy.child, on: busy.day, in: &$0.server.scopes[0].state)
    }
    #expect(reports == ["the number of a person's workouts differs from the log"])
  }

  private static func countTraining(
    of person: MemberHandle, on day: LocalDay, in state: inout ScopeState
  ) {
    state.schedule.countTraining(of: person, on: day, 1, &state.shared, state.nutrition)
  }

  @Test("a duty's driver that differs from the log is detected")
  func duties() {
    let reports = busy.reports {
      $0.server.scopes[0].state.schedule.occurrences[0].pickUp.holder = MemberHandle(1)
    }
    #expect(reports == ["a duty's driver differs from the log"])
  }

  @Test("a member that differs from the log is detected")
  func members() {
    let reports = busy.reports { $0.server.scopes[0].state.shared.members[1].role = .athlete }
    #expect(reports.first == "a member differs from the log")
  }

  @Test("an accepted operation that the author's role does not allow is detected")
  func rights() {
    let place = busy.position(.sportFieldSet)
    let reports = busy.reports {
      $0.changeFeed { $0[place].operation.fact.author = MonitoredWorld.child }
    }
    #expect(reports.first == "the log has an operation that its author had no right to submit")
  }

  @Test("an accepted operation of a former member, or of a child without consent, is detected")
  func access() {
    let child = MonitoredWorld.child
    busy.says(.setChildMayLog(child, to: true))
    busy.world.exchangeAll()
    let drink = busy.world.drinks(MonitoredWorld.childs)
    busy.says(.setConsent(for: child, given: false))
    busy.says(.removeMember(child))
    busy.world.exchange(MonitoredWorld.childs)
    busy.world.exchange(MonitoredWorld.phone)
    #expect(drink.fact.author == child)
    let place = busy.world.server.scopes[0].feed.count - 3
    let reports = busy.reports {
      $0.changeFeed { rows in
        rows.append(rows[place])
        rows.insert(rows[place], at: rows.count - 2)
      }
    }
    #expect(reports.contains("the log has an operation of a person who had left"))
    #expect(reports.contains("the log has an operation of a child without consent"))
  }

  @Test("a rejection of an operation that its author may submit is detected")
  func refused() {
    let place = busy.position(.wellnessSet)
    let reports = busy.reports { $0.changeFeed { $0[place].verdict = Verdict(.loggingNotAllowed) } }
    #expect(reports.first == "an operation was rejected that its author may submit")
  }

  @Test("a family left without a parent is detected")
  func orphaned() {
    let place = busy.position(.sportFieldSet)
    let reports = busy.reports {
      $0.changeFeed { rows in
        var row = rows[place]
        row.operation.fact.kind = .memberEnded
        row.operation.fact.subject = MonitoredWorld.parent
        row.operation.fact.payload = Payload(1)
        rows.append(row)
      }
    }
    #expect(reports.first == "a family was left without a parent")
  }

  @Test("a day that counts and has begun nowhere is detected")
  func future() {
    let place = busy.position(.wellnessSet)
    let reports = busy.reports {
      $0.changeFeed { $0[place].operation.fact.day = MonitoredWorld.firstDay.adding(days: 9) }
    }
    #expect(reports.first == "the log has an operation for a day that has begun nowhere")
  }

  @Test("a fourth photo of a day that is analyzed, and a third that is rejected, are detected")
  func photos() {
    let place = busy.position(.wellnessSet)
    let reports = busy.reports {
      $0.changeFeed { rows in
        var photo = rows[place]
        photo.operation.fact.kind = .photoAnalyzed
        rows += [photo, photo, photo, photo]
        photo.verdict = Verdict(.photosUsedUp)
        photo.operation.fact.day = MonitoredWorld.firstDay.adding(days: 1)
        rows.append(photo)
      }
    }
    #expect(reports.contains("more photos of a day were analyzed than the limit allows"))
    #expect(reports.contains("a photo was rejected although the limit was not reached"))
  }

  @Test("a habit restored after its permanent deletion, or not restored in time, is detected")
  func undo() {
    let habit = busy.world.creates()
    busy.says(.deleteHabit(habit, of: busy.parent))
    busy.world.now += 5 * Span.minute
    busy.says(.restoreHabit(habit, of: busy.parent))
    busy.world.exchangeAll()
    busy.look()
    #expect(busy.world.reports == [])
    let place = busy.position(.habitRestored)
    let refused = busy.reports { $0.changeFeed { $0[place].verdict = Verdict(.undoTooLate) } }
    #expect(refused.contains("a deletion could not be undone in time"))
    let late = busy.reports {
      $0.changeFeed {
        $0[place].verdict = $0[0].verdict
        $0[place].operation.fact.tapped = $0[place].operation.fact.tapped + Span.hour
      }
    }
    #expect(late.contains("a habit was restored after its permanent deletion"))
  }
}
