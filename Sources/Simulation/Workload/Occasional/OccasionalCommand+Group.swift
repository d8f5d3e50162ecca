import Base
import Chronology
import DomainCore

// Groups: what a member does in their own group, on its replica.
extension OccasionalCommand {
  func groupCommands(of member: MemberHandle, _ state: borrowing ScopeState) -> [Command] {
    var commands: [Command] = [
      .setDisplayName(of: member, to: text),
      .setGroupSharing(of: member, to: isOn),
      .setGroupConsent(of: member, to: true),
      .viewGroupFeed(of: member, through: state.group.groupEventsEnd),
      .renameGroup(otherText, by: member),
    ]
    let place = roll(max(1, state.group.active.count), 3)
    if place < state.group.active.count, state.group.active[place] != member {
      let other = state.group.active[place]
      commands.append(
        .removeFromGroup(other, membership: state.group.seats[Int(other.index)].entity))
    }
    // A member who leaves is gone, and the whole group is when its admin deletes it, so both are
    // rare.
    if isReasoned || roll(4, 4) == 0 { commands.append(.leaveGroup(member, erasingWorkouts: isOn)) }
    if isReasoned || roll(2, 5) == 0 { commands.append(.deleteGroup(by: member)) }
    return commands
  }
}
