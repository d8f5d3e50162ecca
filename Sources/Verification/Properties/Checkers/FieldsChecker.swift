import Base
import Chronology
import DomainCore
import ReferenceModels
import SyncCore

// P14 of fields and leaderboards: a field shows the greatest accepted write, and a week of a
// group's leaderboard has the workouts that the log has for it. Checked at quiescence, against the
// raw log.
extension LogReplay {
  mutating func checkFields(_ read: borrowing Scope) {
    for slot in 0..<read.state.habitCount {
      tally.count(.derivedState)
      let habit = read.state.habitAt(slot)
      if !Self.agrees(habit, with: fields) {
        report(.derivedState, habit.entity, "a field of a habit is not what was written last")
      }
    }
    for position in 0..<read.feed.count {
      let row = read.feed[position]
      guard !row.verdict.isRejected else { continue }
      let made = row.operation.fact.identity
      switch row.operation.fact.kind {
      case .goalCreated:
        tally.count(.derivedState)
        guard let goal = read.state.goals.goal(made),
          Self.agrees(goal, with: fields, created: row.operation.fact)
        else {
          report(.derivedState, made, "a field of a goal is not what was written last")
          continue
        }
      case .rewardOffered:
        tally.count(.derivedState)
        guard let reward = read.state.rewards.reward(made),
          Self.agrees(reward, with: fields, created: row.operation.fact)
        else {
          report(.derivedState, made, "a field of a reward is not what was written last")
          continue
        }
      default: break
      }
    }
    checkSettings(read.state)
  }

  /// A register holds the greatest write that is later than the habit's creation.
  static func agrees(_ habit: Habit, with fields: FieldModel) -> Bool {
    func holds<Value: Equatable>(
      _ register: Register<Value>, _ kind: FactKind, _ read: (Payload) -> Value
    ) -> Bool {
      guard let last = fields.last(kind, of: habit.entity), habit.created < last.version else {
        return register.version == habit.created
      }
      return register.version == last.version && register.value == read(last.payload)
    }
    func word(_ payload: Payload) -> UInt32 { UInt32(truncatingIfNeeded: payload.first) }
    return holds(habit.name, .habitNameSet) { HabitName(packed: $0.first) }
      && holds(habit.text, .habitDescriptionSet) { TextHandle(word($0)) }
      && holds(habit.category, .habitCategorySet) { TextHandle(word($0)) }
      && holds(habit.icon, .habitIconSet) { word($0) }
      && holds(habit.rank, .habitRankSet) { word($0) }
      && holds(habit.archived, .habitArchivedSet) { word($0) != 0 }
      && holds(habit.started, .habitStartSet) { LocalDay(number: Int32(bitPattern: word($0))) }
  }

  /// A goal's field is the last write; without one, the value from the goal's creation.
  static func agrees(
    _ goal: Goal, with fields: FieldModel, created fact: Fact
  ) -> Bool {
    let made = GoalCreation(fact.payload)
    func last(_ kind: FactKind) -> UInt64? { fields.last(kind, of: goal.entity)?.payload.first }
    func word(_ value: UInt64) -> UInt32 { UInt32(truncatingIfNeeded: value) }
    let dates = fields.last(.goalDatesSet, of: goal.entity).map { GoalDates($0.payload) }
    return goal.title == last(.goalTitleSet).map { TextHandle(word($0)) } ?? made.title
      && goal.unit == last(.goalUnitSet).map { TextHandle(word($0)) } ?? made.unit
      && goal.target == last(.goalTargetSet).map { Int32(truncatingIfNeeded: $0) }
        ?? Int32(truncatingIfNeeded: made.target)
      && goal.start == dates?.start ?? made.start && goal.end == dates?.end ?? made.end
      && goal.sport == last(.goalSportSet).map { Entity(raw: $0) } ?? .none
      && goal.isArchived == (last(.goalArchivedSet) ?? 0 != 0)
      && (last(.goalPrioritySet).map { UInt64(goal.priority.rawValue) == $0 } ?? true)
      && (goal.type.isAutomatic
        || goal.current == Int32(truncatingIfNeeded: last(.goalProgressSet) ?? 0))
  }

  static func agrees(
    _ reward: Reward, with fields: FieldModel, created fact: Fact
  ) -> Bool {
    let title = fields.last(.rewardTitleSet, of: reward.entity)?.payload.first
    let price = fields.last(.rewardPriceSet, of: reward.entity)?.payload.first
    return reward.title.raw == UInt32(truncatingIfNeeded: title ?? fact.payload.first)
      && reward.price == Int32(truncatingIfNeeded: price ?? fact.payload.second)
  }

  /// FAM-3, REW-2: what parents have set for the whole family.
  private mutating func checkSettings(_ state: borrowing ScopeState) {
    for item in PointItem.allCases {
      guard let last = fields.points(item) else { continue }
      tally.count(.derivedState)
      if state.rewards.values[item]
        != Int32(truncatingIfNeeded: last.payload.first)
      {
        report(
          .derivedState, "the points that a cause pays are not what was set last",
          expected: "\(last.payload.first) for \(item)", found: "\(state.rewards.values[item])")
      }
    }
    for index in 0..<state.memberCount {
      let child = MemberHandle(UInt16(index))
      guard let last = fields.mayLog(child) else { continue }
      tally.count(.derivedState)
      let register = state.member(child).mayLog
      if register.version != last.version || register.value != (last.payload.first != 0) {
        report(
          .derivedState, "whether a child may log is not what was set last",
          expected: "\(Self.words(child)) \(last.payload.first != 0 ? "may" : "may not")",
          found: register.value ? "may" : "may not")
      }
    }
  }

  // MARK: Leaderboards

  /// GRP-4: each week of a member has the workouts that were published for it.
  mutating func checkBoard(_ state: borrowing ScopeState) {
    guard state.group.head.isFounded else { return }
    for (week, count) in board.checkIns() {
      tally.count(.derivedState)
      let member = MemberHandle(week.member)
      let kept = state.group.score(of: member, week: week.monday)
      if kept?.checkIns ?? 0 != count {
        report(
          .derivedState, "the workouts in a week of a leaderboard differ from the log",
          expected: "\(count) of \(Self.words(member)) in the week of \(week.monday)",
          found: "\(kept?.checkIns ?? 0)")
      }
    }
  }
}
