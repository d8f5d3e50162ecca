import Base
import Chronology
import DomainCore
import Oracles
import SyncCore

// P11: no resurrection after a delete. What the log has deleted, and nobody has taken back where
// that can be done (HAB-8), is not there: a habit is on no list, a sport and its classes have no
// occurrence, a goal and a reward are not offered any more.
//
// Checked at quiescence, from the raw log.
extension LogWalk {
  mutating func checkEnds(_ state: borrowing ScopeState) {
    for habit in ends.habitsForGood {
      tally.count(.noResurrection)
      guard let slot = state.slot(of: habit),
        state.habitAt(slot).life.isAlive
      else { continue }
      report(.noResurrection, habit, "a habit is there that was deleted")
    }
    for goal in ends.goals {
      tally.count(.noResurrection)
      if state.goal(goal)?.isDeleted == false {
        report(.noResurrection, goal, "a goal is there that was deleted")
      }
    }
    for sport in ends.sports {
      tally.count(.noResurrection)
      if state.schedule.sport(sport)?.isDeleted == false {
        report(.noResurrection, sport, "a sport is there that was deleted")
      }
    }
    for made in ends.classes {
      tally.count(.noResurrection)
      if state.schedule.trainingClass(made)?.isDeleted == false {
        report(.noResurrection, made, "a class is there that was deleted")
      }
    }
    for reward in ends.rewards {
      tally.count(.noResurrection)
      if state.reward(reward)?.isWithdrawn == false {
        report(.noResurrection, reward, "a reward is offered that was withdrawn")
      }
    }
  }
}
