import Chronology
import DomainCore

extension CommandForm {
  mutating func fillGroups() throws(CommandTextError) {
    switch kind {
    case .groupJoined:
      var join = GroupJoin(said.payload)
      try say("name", Fields.text, &join.displayName)
      // Who founds the group gives it a name.
      try say("group", Fields.text, &join.groupName, usually: .empty)
      try say("code", Fields.hexadecimal, &join.code.raw)
      made.payload = join.payload
    case .groupNameSet: try sayFirst("name", Fields.text)
    case .groupMemberRemoved: try sayEntity("membership")
    case .groupLeft: try sayFirst("erasingWorkouts", Fields.flag, usually: false)
    case .groupDeleted: break
    case .groupDisplayNameSet: try sayFirst("name", Fields.text)
    case .groupConsentSet: try sayFirst("given", Fields.flag)
    case .groupSharingSet: try sayFirst("shared", Fields.flag)
    case .groupWorkoutShared:
      try sayEntity("workout")
      var summary = WorkoutSummary(said.payload)
      try say("on", Fields.day, &summary.day)
      try say("kilocalories", Fields.short, &summary.calories, usually: 0)
      try say("count", Fields.byte, &summary.count, usually: 1)
      made.payload = summary.payload
    case .groupFeedViewed: try sayFirst("through", Fields.count)
    default: throw Self.unsayable
    }
  }
}
