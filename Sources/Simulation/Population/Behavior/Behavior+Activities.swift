public import Base
public import Chronology
import Scenarios

/// A week's two practice days, the hour of the day, and the duration.
public struct PracticePlan: BitwiseCopyable, Hashable, Sendable {
  /// Monday is 1; the other day is three days later.
  public var weekday: Int
  public var startMinute: Int
  public var durationMinutes: Int
}

/// How a practice differs from its series.
public enum PracticeChange: UInt8, BitwiseCopyable, CaseIterable, Sendable {
  case none = 0
  case cancelled = 1
  case moved = 2
}

/// A workout that a person has just finished.
public struct PerformedWorkout: BitwiseCopyable, Hashable, Sendable {
  public var minutes: Int
  public var kilocalories: Int
}

// What families do beyond habits and meals. Each decision depends on person and day, and is drawn
// by address like everything else.
extension Behavior {
  func draw(
    _ purpose: RandomPurpose, _ person: Person, _ day: LocalDay? = nil, slot: UInt16 = 0
  ) -> RandomBits {
    randomness.draw(
      purpose, who: RandomSubject.person(person.index), day: day?.number ?? 0, slot: slot)
  }

  public func hasProfile(_ person: Person) -> Bool {
    draw(PopulationRandomPurpose.profile, person).chance(Probability(activities.profileFraction))
  }

  /// A person's weight and height by age: a plausible body without statistical claims.
  public func body(_ person: Person, on day: LocalDay) -> (grams: UInt32, millimeters: UInt32) {
    let draw = draw(PopulationRandomPurpose.body, person)
    let age = max(1, min(18, person.born.age(on: day)))
    let height = 760 + 55 * UInt32(age) + UInt32(draw.first.bits(7))
    // A body mass index between 16 and 24, rising with age.
    let index = 15 + UInt64(age) / 3 + draw.second.bits(2)
    return (UInt32(index * UInt64(height) * UInt64(height) / 1_000), height)
  }

  /// A child's sport, if it plays one; a team trains together.
  public func practice(_ child: Person) -> PracticePlan? {
    let who = child.team.map(RandomSubject.household) ?? RandomSubject.person(child.index)
    let draw = randomness.draw(PopulationRandomPurpose.sport, who: who, day: 0)
    guard child.team != nil || draw.chance(Probability(activities.sportFraction)) else {
      return nil
    }
    return PracticePlan(
      weekday: 1 + Int(draw.second.bits(2)),
      startMinute: 15 * 60 + 15 * Int(draw.second.bits(4, from: 8)),
      durationMinutes: 60 + 15 * Int(draw.second.bits(2, from: 16)))
  }

  public func attends(_ child: Person, on day: LocalDay) -> Bool {
    draw(PopulationRandomPurpose.attended, child, day).chance(
      Probability(activities.attendanceProbability))
  }

  /// Whether a parent takes a free ride of a child's practice, decided in a day's first session.
  public func claimsDuty(_ parent: Person, on day: LocalDay, ride: Int) -> Bool {
    draw(PopulationRandomPurpose.dutyClaimed, parent, day, slot: UInt16(truncatingIfNeeded: ride))
      .chance(Probability(activities.dutyClaimProbability))
  }

  public func change(_ child: Person, on day: LocalDay) -> PracticeChange {
    let who = child.team.map(RandomSubject.household) ?? RandomSubject.person(child.index)
    let draw = randomness.draw(PopulationRandomPurpose.occurrenceChanged, who: who, day: day.number)
    guard draw.chance(Probability(activities.occurrenceChangeProbability)) else { return .none }
    return draw.second.topCoin ? .moved : .cancelled
  }

  /// Whether an athlete does what a coach has assigned them.
  public func doesAssigned(_ athlete: Person, dueOn day: LocalDay) -> Bool {
    draw(PopulationRandomPurpose.assignmentDone, athlete, day)
      .chance(Probability(activities.assignedWorkoutDoneProbability))
  }

  public func hasGoal(_ child: Person) -> Bool {
    draw(PopulationRandomPurpose.goal, child).chance(Probability(activities.goalFraction))
  }

  public func offersReward(_ parent: Person) -> Bool {
    draw(PopulationRandomPurpose.reward, parent).chance(Probability(activities.rewardFraction))
  }

  public func keepsSchoolwork(_ child: Person) -> Bool {
    draw(PopulationRandomPurpose.course, child).chance(Probability(activities.courseFraction))
  }

  public func doesTask(_ child: Person, dueOn day: LocalDay) -> Bool {
    draw(PopulationRandomPurpose.taskDone, child, day).chance(
      Probability(activities.taskDoneProbability))
  }

  /// The workout of a day, logged in its first session.
  public func workout(
    _ person: Person, times factor: Double = 1, on day: LocalDay
  ) -> PerformedWorkout? {
    let draw = draw(PopulationRandomPurpose.workout, person, day)
    let share = min(1, activities.workoutProbability * person.traits.training * factor)
    guard draw.chance(Probability(share)) else { return nil }
    let minutes = 20 + Int(draw.second.bits(6))
    return PerformedWorkout(
      minutes: minutes, kilocalories: minutes * (6 + Int(draw.second.bits(3, from: 8))))
  }

  public func trainsByTemplate(_ person: Person) -> Bool {
    draw(PopulationRandomPurpose.template, person).chance(Probability(activities.templateFraction))
  }

  /// Random bits for an occasional command, on a day on which a person submits one.
  public func occasionalCommand(_ person: Person, on day: LocalDay) -> RandomBits? {
    guard
      draw(PopulationRandomPurpose.occasionalCommand, person, day).chance(
        Probability(activities.randomCommandProbability))
    else { return nil }
    return draw(PopulationRandomPurpose.occasionalCommand, person, day, slot: 1)
  }

  public func isNotified(household: UInt32) -> Bool {
    randomness.draw(
      PopulationRandomPurpose.notified, who: RandomSubject.household(household), day: 0
    )
    .chance(Probability(activities.notifiedFamilyFraction))
  }

  public func joinsGroup(_ person: Person) -> Bool {
    draw(PopulationRandomPurpose.group, person).chance(Probability(activities.groupMemberFraction))
  }

  /// Whether a person in a group wants to leave it on a day.
  public func leavesGroup(_ person: Person, on day: LocalDay) -> Bool {
    contention.groupLeaveProbability > 0
      && draw(PopulationRandomPurpose.groupLeft, person, day)
        .chance(Probability(contention.groupLeaveProbability))
  }

  /// Whether a person who leaves the app for good deletes their account.
  public func deletesAccount(_ person: Person) -> Bool {
    contention.accountDeletionProbability > 0
      && draw(PopulationRandomPurpose.accountDeleted, person)
        .chance(Probability(contention.accountDeletionProbability))
  }

  /// Whether a child or athlete joins the group, which is meant for adults.
  public func joinsThoughYoung(_ person: Person) -> Bool {
    contention.minorsInGroupsFraction > 0 && person.isYoung
      && draw(PopulationRandomPurpose.youngInGroup, person)
        .chance(Probability(contention.minorsInGroupsFraction))
  }

  /// Whether a former member wants to be in the group again on a day.
  public func comesBackToGroup(_ person: Person, on day: LocalDay) -> Bool {
    contention.groupRejoinProbability > 0
      && draw(PopulationRandomPurpose.groupReturn, person, day)
        .chance(Probability(contention.groupRejoinProbability))
  }
}
