import Base
import Chronology
import DomainCore
import ReferenceModels
import SyncCore

// P11: no resurrection after a deletion. A record that the log has deleted, and that was not
// restored where that is possible (HAB-8), does not exist: a habit is in no list, a sport and its
// classes have no occurrence, a goal or a reward is not offered any more.
//
// Checked at quiescence, against the raw log, and for a restoration at its row: a habit deleted
// longer ago than the time limit stays deleted, and one deleted just now can be restored (HAB-8).
// Deletion beats edit: no edit of a deleted record is accepted.
extension LogReplay {
  /// HAB-8: ten minutes, from tap to tap.
  private static var undoMilliseconds: Int64 { 10 * Span.minute }

  mutating func checkUndo(_ row: FeedRow) {
    let fact = row.operation.fact
    guard fact.kind == .habitRestored, let waited = lives.deletedBefore(fact) else { return }
    tally.count(.noResurrection)
    // Taps are counted in whole seconds.
    if !row.verdict.isRejected && waited > Self.undoMilliseconds + 1_000 {
      report(.noResurrection, fact.identity, "a habit was restored after its permanent deletion")
    } else if row.verdict.refusal == .undoTooLate && waited <= Self.undoMilliseconds - 1_000
      && !wasErased
    {
      report(.noResurrection, fact.identity, "a deletion could not be undone in time")
    }
  }

  mutating func checkTaken(_ row: FeedRow) {
    let fact = row.operation.fact
    let isGone: Bool
    switch fact.kind {
    case .completionSet, .habitNameSet, .habitDescriptionSet, .habitCategorySet, .habitIconSet,
      .habitRankSet, .habitArchivedSet, .habitStartSet:
      isGone = !lives.isAlive(fact.entity)
    case .goalTitleSet, .goalTargetSet, .goalUnitSet, .goalDatesSet, .goalPrioritySet,
      .goalSportSet, .goalProgressSet, .goalCompletedSet, .goalArchivedSet, .goalTextSet,
      .goalMilestoneSet, .goalMetricSet, .goalAttendanceSet, .sportFieldSet, .classFieldSet,
      .classRuleSet, .rewardTitleSet, .rewardPriceSet:
      isGone = ends.isGone(fact.entity)
    case .classCreated: isGone = ends.isGone(ClassCreation(fact.payload).sport)
    default: return
    }
    if row.verdict.isRejected || wasErased { return }
    tally.count(.noResurrection)
    if isGone {
      report(.noResurrection, fact.identity, "an edit of a deleted record was accepted")
    }
  }

  mutating func checkEnds(_ state: borrowing ScopeState) {
    for slot in 0..<state.habitCount {
      tally.count(.noResurrection)
      let habit = state.habitAt(slot)
      if !habit.life.isAlive && lives.isAlive(habit.entity) {
        report(
          .noResurrection, habit.entity, "a habit is missing that was restored, or never deleted")
      }
    }
    for habit in ends.permanentlyDeletedHabits {
      tally.count(.noResurrection)
      guard let slot = state.slot(of: habit),
        state.habitAt(slot).life.isAlive
      else { continue }
      report(.noResurrection, habit, "a deleted habit still exists")
    }
    for goal in ends.goals {
      tally.count(.noResurrection)
      if state.goals.goal(goal)?.isDeleted == false {
        report(.noResurrection, goal, "a deleted goal still exists")
      }
    }
    for sport in ends.sports {
      tally.count(.noResurrection)
      if state.schedule.sport(sport)?.isDeleted == false {
        report(.noResurrection, sport, "a deleted sport still exists")
      }
    }
    for made in ends.classes {
      tally.count(.noResurrection)
      if state.schedule.trainingClass(made)?.isDeleted == false {
        report(.noResurrection, made, "a deleted class still exists")
      }
    }
    for made in ends.classesOfSports {
      tally.count(.noResurrection)
      guard let left = state.schedule.trainingClass(made) else { continue }
      if state.schedule.isAlive(left) {
        report(.noResurrection, made, "a class still exists although its sport was deleted")
      }
    }
    for reward in ends.rewards {
      tally.count(.noResurrection)
      if state.rewards.reward(reward)?.isWithdrawn == false {
        report(.noResurrection, reward, "a withdrawn reward is still offered")
      }
    }
  }
}
