import Base
public import Chronology

// What targets rest on and other areas know: bodies, and how much people train.
extension ScopeState {
  /// NUT-1: somebody's body on a day; nil before sex, weight and height are all known.
  public func body(of person: MemberHandle, on day: LocalDay) -> BodyOnDay? {
    guard let sex = sex(of: person), let weight = weightGrams(of: person, on: day),
      let height = heightMillimetres(of: person, on: day)
    else { return nil }
    return BodyOnDay(
      sex: sex, ageYears: age(of: person, on: day), weightGrams: weight,
      heightMillimetres: height)
  }
}

// NUT-2: how much somebody moves.
extension ScopeState {
  /// NUT-2: how much somebody moves, as of a day.
  public func activityLevel(of person: MemberHandle, on day: LocalDay) -> ActivityLevel {
    let reach = ActivityLevel.windowDays - 1
    let first = day.adding(days: -reach)
    let past = planned(for: person, from: first, through: day)
    let done = schedule.trainedDays.count(of: person, from: first, through: day)
    return ActivityLevel(done: done.all, marked: Int(past.marked), unmarked: past.unmarked) {
      Int(planned(for: person, from: day, through: day.adding(days: reach)).planned)
    }
  }

  /// NUT-2: how often somebody trained between two days, both included: classes that they attended,
  /// sessions, what was assigned, and workouts, each once (TRN-3).
  public func trainedCount(
    of person: MemberHandle, from first: LocalDay, through last: LocalDay
  ) -> Int {
    schedule.trainedDays.count(of: person, from: first, through: last).all
  }

  /// NUT-2: whether anybody has ever told what this person's targets rest on.
  func hasNutritionTarget(_ person: MemberHandle) -> Bool {
    Int(person.index) * NutritionState.boundsPerMember < nutrition.bounds.count
  }

  /// NUT-2: tells of the days whose activity level rests on what somebody trained on a day and, if
  /// the plan is another, of those that look ahead to it.
  mutating func trainingChanged(
    of person: MemberHandle, on day: LocalDay, isPlan: Bool = false
  ) {
    // A day that no calendar has, as a row can name that nobody has decided, changes none.
    guard hasNutritionTarget(person), abs(index(of: day)) < 1 << 24 else { return }
    let reach = ActivityLevel.windowDays - 1
    areaEvents.append(
      .needsChanged(
        person, first: isPlan ? day.adding(days: -reach) : day, last: day.adding(days: reach)))
  }
}
