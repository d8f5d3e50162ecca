import Base
import Chronology
import DomainCore

// Goals, rewards, points and nutrition targets.
extension OccasionalCommand {
  func goalCommands(_ state: borrowing ScopeState) -> [Command] {
    let counted: GoalType = roll(2) == 0 ? .nutrition : .attendance
    let made = GoalCreation(
      isOn ? .skill : counted, title: text, target: 10, unit: otherText, from: day,
      through: day.adding(days: 20 + roll(60, 1)), priority: isOn ? .high : .low)
    var commands: [Command] = [.createGoal(for: child, made)]
    guard let goal = pick(state.goals.goals(of: child), 2, named: { $0.entity.raw }) else {
      return commands
    }
    commands += [
      .retitleGoal(goal.entity, of: child, to: text),
      .setGoalUnit(goal.entity, of: child, to: otherText),
      .setGoalTarget(goal.entity, of: child, to: 5 + roll(10, 3)),
      .setGoalDates(
        goal.entity, of: child, to: GoalDates(from: goal.start, through: day.adding(days: 30))),
      .setGoalPriority(goal.entity, of: child, to: .medium),
      .setGoalProgress(goal.entity, of: child, to: 1 + roll(12, 4)),
      .completeGoal(goal.entity, of: child, isOn),
      .archiveGoal(goal.entity, of: child, isOn),
      .deleteGoal(goal.entity, of: child),
      .setGoalMetric(
        goal.entity, of: child, to: GoalMetric(isOn ? .water : .protein, UInt32(500 + roll(200, 5)))
      ),
      .setGoalText(isOn ? .description : .parentNote, of: goal.entity, of: child, to: text),
      .setGoalMilestone(
        GoalMilestone(roll(8, 6), at: 2 + roll(5, 7), title: text), of: goal.entity, of: child),
      .setGoalAttendance(
        goal.entity, of: child, to: AttendanceRule(isShare: isOn, types: isOn ? [.practice] : [])),
    ]
    if state.schedule.sports.count > 0 {
      commands.append(
        .setGoalSport(goal.entity, of: child, to: state.schedule.sports[0].entity))
    }
    return commands
  }

  func rewardCommands(_ state: borrowing ScopeState) -> [Command] {
    var commands: [Command] = [
      .setPoints(pick(PointItem.allCases, 1) ?? .goalLow, to: 10 + roll(40, 2), by: author),
      .awardBonus(to: child, 5 + roll(20, 3), message: text),
      .revokeBonus(made.bonus, of: child),
      .offerReward(text, price: 20 + roll(80, 4), by: author),
      .showLeaderboard(isOn, by: author),
      .makeTrophy(text, by: author),
    ]
    if let trophy = pick(state.rewards.customTrophies(), 7, named: { $0.entity.raw }) {
      commands.append(.giveTrophy(trophy.entity, to: child, isOn))
    }
    if let claim = state.rewards.rewardClaims(of: child).last {
      commands.append(.cancelClaim(claim.entity, of: child))
    }
    if let reward = pick(state.rewards.rewardsOffered(), 5, named: { $0.entity.raw }) {
      commands += [
        .retitleReward(reward.entity, to: otherText, by: author),
        .priceReward(reward.entity, at: 30 + roll(50, 6), by: author),
        .withdrawReward(reward.entity, by: author),
        .claimReward(reward.entity, for: child, price: Int(reward.price)),
      ]
    }
    return commands
  }

  func nutritionCommands() -> [Command] {
    let amount = TargetAmount(isOn ? .water : .protein, UInt32(500 + roll(256, 1)))
    var commands: [Command] = [
      .setNutritionTarget(of: child, amount),
      .createNutritionTemplate(by: author, name: text),
      .analyzePhoto(for: author),
    ]
    let template = made.nutritionTemplate
    if template != .none {
      let range = TemplateRange(template: template, first: day, last: day.adding(days: 20))
      commands += [
        .renameNutritionTemplate(template, by: author, to: otherText),
        .setNutritionTemplate(template, by: author, amount),
        .applyNutritionTemplate(range, to: child),
        .deleteNutritionTemplate(template, by: author),
      ]
    }
    if made.application != .none {
      commands.append(.endNutritionTemplate(made.application, of: child))
    }
    return commands
  }
}
