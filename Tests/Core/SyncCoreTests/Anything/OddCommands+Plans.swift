import Base
import Chronology
import DomainCore

// Schedules, goals, training and school.
extension OddCommands {
  mutating func ofSchedule() -> Command {
    let start = ClassStart(day: day(), minute: short(1_440), zone: zone())
    switch samples.below(8) {
    case 0:
      let season = Season(first: day(), last: day())
      return .createSport(
        for: member(), SportCreation(name: text(), icon: short(9), season: season))
    case 1, 2:
      return .createClass(
        for: member(),
        ClassCreation(
          sport: entity(), type: cases(), start: start, durationMinutes: short(200)))
    case 3:
      let place = ClassPlace(text: text(), number: short(9), travelMinutes: small(60))
      return .setClassField(.place, of: entity(), to: place.packed)
    case 4: return .setClassField(.start, of: entity(), to: start.packed)
    case 5:
      let rules = [
        "FREQ=DAILY", "FREQ=WEEKLY;BYDAY=MO,TH", "FREQ=MONTHLY;BYMONTHDAY=-1;COUNT=5",
        "FREQ=WEEKLY;INTERVAL=3;UNTIL=20260401",
      ]
      guard let rule = try? RecurrenceRule(parsing: pick(rules)),
        let packed = PackedRecurrence(rule)
      else { return .deleteClass(entity()) }
      return .setRecurrence(of: entity(), to: packed)
    case 6: return .setSeason(of: entity(), to: Season(first: day(), last: day()))
    default: return .setParticipant(member(), of: entity(), to: flag())
    }
  }

  mutating func ofOccurrence() -> Command {
    let occurrence = OccurrenceID(entity(), day())
    let duty = Duty(cases(), of: occurrence)
    switch samples.below(7) {
    case 0: return .setAttendance(of: member(), at: occurrence, to: flag())
    case 1: return .cancelOccurrence(occurrence, flag())
    case 2: return .setOccurrenceField(cases(), of: occurrence, to: samples.word(on: today))
    case 3: return .claim(duty, by: member())
    case 4: return .assign(duty, to: member(), insteadOf: member())
    case 5: return .requestCoverage(of: duty, by: member(), flag())
    default:
      let wanted = Duty(cases(), of: OccurrenceID(entity(), day()))
      return .swap(SwapPayload(given: duty, wanted: wanted, cases()), with: member())
    }
  }

  mutating func ofGoalOrReward() -> Command {
    let person = member()
    switch samples.below(9) {
    case 0, 1:
      let goal = GoalCreation(
        cases(), title: text(), target: small(20), unit: text(), from: day(), through: day(),
        priority: cases())
      return .createGoal(for: person, goal)
    case 2: return .setGoalTarget(entity(), of: person, to: small(20))
    case 3: return .setGoalProgress(entity(), of: person, to: small(20))
    case 4:
      return .setGoalDates(entity(), of: person, to: GoalDates(from: day(), through: day()))
    case 5: return .setPoints(cases(), to: small(100), by: person)
    case 6: return .awardBonus(to: person, small(100), message: text())
    case 7: return .offerReward(text(), price: small(100), by: person)
    default: return .claimReward(entity(), for: person, price: small(100))
    }
  }

  private mutating func time() -> SessionTime {
    SessionTime(day: day(), minuteOfDay: short(1_440), minutes: short(200))
  }

  private mutating func plan() -> ExercisePlan {
    ExercisePlan(name: text(), sets: byte(8), reps: short(20), grams: count(90_000))
  }

  mutating func ofTraining() -> Command {
    let owner = member()
    let key =
      flag() ? SessionKey(entity()) : SessionKey(template: entity(), on: day())
    let character = SessionCharacter(cases(), cases())
    switch samples.below(10) {
    case 0:
      return .createSession(
        for: owner, SessionPlan(title: text(), time: time(), character: character))
    case 1: return .moveSession(key, of: owner, to: time())
    case 2: return .setExercise(byte(9), of: key, owner: owner, to: plan())
    case 3:
      let result = SetResult(reps: short(20), grams: count(90_000), rpe: byte(10))
      return .setSet(byte(9), ofExercise: byte(9), of: key, owner: owner, to: result)
    case 4:
      let recurrence = TemplateRecurrence(
        on: WeekdaySet(rawValue: byte(128)), from: day(), through: flag() ? day() : nil)
      return .createTemplate(
        for: owner,
        TemplateBlueprint(
          title: text(), minuteOfDay: short(1_440), minutes: short(200), character: character,
          recurrence: recurrence))
    case 5: return .generateSession(for: owner, from: entity(), on: day())
    case 6:
      return .logWorkout(
        for: owner,
        WorkoutLog(
          cases(), start: instant(), duration: count(9_000_000), calories: short(900), day: day()))
    case 7: return .logMobility(for: owner, exercise: short(16), minutes: short(60))
    case 8: return .setSessionText(cases(), of: key, owner: owner, to: text())
    default: return .setAssignmentText(cases(), of: entity(), athlete: owner, to: text())
    }
  }

  mutating func ofSchoolOrNotification() -> Command {
    let person = member()
    let due = DueTime(day: day(), minuteOfDay: short(1_440))
    switch samples.below(8) {
    case 0: return .createCourse(for: person, name: text(), code: text())
    case 1:
      return .createAcademicItem(
        for: person,
        AcademicItemDraft(
          cases(), title: text(), course: entity(), priority: cases(), due: due))
    case 2: return .setDue(entity(), of: person, to: due)
    case 3: return .setCourseText(cases(), of: entity(), owner: person, to: text())
    case 4: return .setAcademicItemText(cases(), of: entity(), owner: person, to: text())
    case 5:
      return .setQuietHours(QuietHours(from: short(1_440), until: short(1_440)), of: person)
    case 6: return .setDoNotDisturb(until: instant(), of: person)
    default:
      return .setLeadMinutes(SIMD4(short(90), short(90), short(90), short(90)), of: person)
    }
  }
}
