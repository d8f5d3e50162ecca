public import Base
public import Chronology

/// A week's two practice days, the hour of the day, and how long it takes.
public struct PracticePlan: BitwiseCopyable, Hashable, Sendable {
  /// Monday is 1; the other day is three days later.
  public var weekday: Int
  public var startMinute: Int
  public var durationMinutes: Int
}

/// What becomes of a practice that is not as the series has it.
public enum PracticeChange: UInt8, BitwiseCopyable, CaseIterable, Sendable {
  case none = 0
  case cancelled = 1
  case moved = 2
}

/// A workout that somebody has just finished.
public struct WorkoutDone: BitwiseCopyable, Hashable, Sendable {
  public var minutes: Int
  public var kilocalories: Int
}

// What families do beside habits and meals. Each thing is asked for by person and day, and drawn
// by address like everything else.
extension Behaviour {
  func draw(
    _ decision: Decision, _ person: Person, _ day: LocalDay? = nil, slot: UInt16 = 0
  ) -> Draw {
    randomness.draw(decision, who: Who.person(person.index), day: day?.number ?? 0, slot: slot)
  }

  public func hasProfile(_ person: Person) -> Bool {
    draw(PopulationDecision.profile, person).chance(Probability(activities.profileShare))
  }

  /// What somebody weighs and how tall they are, by age: a plausible body, no statistic.
  public func body(_ person: Person, on day: LocalDay) -> (grams: UInt32, millimetres: UInt32) {
    let draw = draw(PopulationDecision.body, person)
    let age = max(1, min(18, person.born.age(on: day)))
    let height = 760 + 55 * UInt32(age) + UInt32(draw.first & 127)
    // A body mass index between 16 and 24, rising with age.
    let index = 15 + UInt64(age) / 3 + draw.second & 3
    return (UInt32(index * UInt64(height) * UInt64(height) / 1_000), height)
  }

  /// A child's sport, if it plays one; a team trains together.
  public func practice(_ child: Person) -> PracticePlan? {
    let who = child.team.map(Who.household) ?? Who.person(child.index)
    let draw = randomness.draw(PopulationDecision.sport, who: who, day: 0)
    guard child.team != nil || draw.chance(Probability(activities.sportShare)) else { return nil }
    return PracticePlan(
      weekday: 1 + Int(draw.second & 3), startMinute: 15 * 60 + 15 * Int(draw.second >> 8 & 15),
      durationMinutes: 60 + 15 * Int(draw.second >> 16 & 3))
  }

  public func attends(_ child: Person, on day: LocalDay) -> Bool {
    draw(PopulationDecision.attended, child, day).chance(Probability(activities.attendedShare))
  }

  /// Whether a parent takes a free ride of a child's practice, asked in a day's first session.
  public func claimsDuty(_ parent: Person, on day: LocalDay, ride: Int) -> Bool {
    draw(PopulationDecision.dutyClaimed, parent, day, slot: UInt16(truncatingIfNeeded: ride))
      .chance(Probability(activities.dutyClaimedShare))
  }

  public func change(_ child: Person, on day: LocalDay) -> PracticeChange {
    let who = child.team.map(Who.household) ?? Who.person(child.index)
    let draw = randomness.draw(PopulationDecision.occurrenceChanged, who: who, day: day.number)
    guard draw.chance(Probability(activities.occurrenceChangedShare)) else { return .none }
    return draw.second >> 63 == 1 ? .cancelled : .moved
  }

  /// Whether an athlete does what a coach has assigned them.
  public func doesAssigned(_ athlete: Person, dueOn day: LocalDay) -> Bool {
    draw(PopulationDecision.assignmentDone, athlete, day)
      .chance(Probability(activities.assignedDoneShare))
  }

  public func hasGoal(_ child: Person) -> Bool {
    draw(PopulationDecision.goal, child).chance(Probability(activities.goalShare))
  }

  public func offersReward(_ parent: Person) -> Bool {
    draw(PopulationDecision.reward, parent).chance(Probability(activities.rewardShare))
  }

  public func keepsSchoolwork(_ child: Person) -> Bool {
    draw(PopulationDecision.course, child).chance(Probability(activities.courseShare))
  }

  public func doesTask(_ child: Person, dueOn day: LocalDay) -> Bool {
    draw(PopulationDecision.taskDone, child, day).chance(Probability(activities.taskDoneShare))
  }

  /// The workout of a day, logged in its first session.
  public func workout(
    _ person: Person, times factor: Double = 1, on day: LocalDay
  ) -> WorkoutDone? {
    let draw = draw(PopulationDecision.workout, person, day)
    let share = min(1, activities.workoutShare * person.traits.training * factor)
    guard draw.chance(Probability(share)) else { return nil }
    let minutes = 20 + Int(draw.second & 63)
    return WorkoutDone(minutes: minutes, kilocalories: minutes * (6 + Int(draw.second >> 8 & 7)))
  }

  public func trainsByTemplate(_ person: Person) -> Bool {
    draw(PopulationDecision.template, person).chance(Probability(activities.templateShare))
  }

  /// Numbers to choose by, on a day on which somebody does one of the things that are seldom done.
  public func rareAction(_ person: Person, on day: LocalDay) -> Draw? {
    guard
      draw(PopulationDecision.rareAction, person, day).chance(Probability(activities.whimShare))
    else { return nil }
    return draw(PopulationDecision.rareAction, person, day, slot: 1)
  }

  public func isNotified(household: UInt32) -> Bool {
    randomness.draw(PopulationDecision.notified, who: Who.household(household), day: 0)
      .chance(Probability(activities.notifiedShare))
  }

  public func joinsGroup(_ person: Person) -> Bool {
    draw(PopulationDecision.group, person).chance(Probability(activities.groupShare))
  }

  /// Whether somebody who is in a group is tired of it on a day.
  public func leavesGroup(_ person: Person, on day: LocalDay) -> Bool {
    contention.groupLeftShare > 0
      && draw(PopulationDecision.groupLeft, person, day)
        .chance(Probability(contention.groupLeftShare))
  }

  /// Whether somebody who leaves the app for good deletes their account with it.
  public func deletesAccount(_ person: Person) -> Bool {
    contention.accountDeletedShare > 0
      && draw(PopulationDecision.accountDeleted, person)
        .chance(Probability(contention.accountDeletedShare))
  }

  /// Whether somebody who is young joins the group that was made for grown-ups.
  public func joinsThoughYoung(_ person: Person) -> Bool {
    contention.youngInGroupsShare > 0 && person.isYoung
      && draw(PopulationDecision.youngInGroup, person)
        .chance(Probability(contention.youngInGroupsShare))
  }

  /// Whether somebody who was in a group wants to be in it again on a day.
  public func comesBackToGroup(_ person: Person, on day: LocalDay) -> Bool {
    contention.groupReturnShare > 0
      && draw(PopulationDecision.groupReturn, person, day)
        .chance(Probability(contention.groupReturnShare))
  }
}
