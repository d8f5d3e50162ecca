import Chronology
import DomainCore

extension CommandCodec {
  mutating func fillGroups() throws(CommandTextError) {
    switch kind {
    case .groupJoined:
      var join = GroupJoin(sourceCommand.payload)
      try codeField("name", Fields.text, &join.displayName)
      // The founder gives the group its name.
      try codeField("group", Fields.text, &join.groupName, defaultValue: .empty)
      try codeField("code", Fields.hexadecimal, &join.code.raw)
      made.payload = join.payload
    case .groupNameSet: try codeFirst("name", Fields.text)
    case .groupMemberRemoved: try codeEntity("membership")
    case .groupLeft: try codeFirst("erasingWorkouts", Fields.flag, defaultValue: false)
    case .groupDeleted: break
    case .groupDisplayNameSet: try codeFirst("name", Fields.text)
    case .groupConsentSet: try codeFirst("given", Fields.flag)
    case .groupSharingSet: try codeFirst("shared", Fields.flag)
    case .groupWorkoutShared:
      try codeEntity("workout")
      var summary = WorkoutSummary(sourceCommand.payload)
      try codeField("on", Fields.day, &summary.day)
      try codeField("kilocalories", Fields.short, &summary.calories, defaultValue: 0)
      try codeField("count", Fields.byte, &summary.count, defaultValue: 1)
      made.payload = summary.payload
    case .groupFeedViewed: try codeFirst("through", Fields.count)
    default: throw Self.unrepresentable
    }
  }
}
