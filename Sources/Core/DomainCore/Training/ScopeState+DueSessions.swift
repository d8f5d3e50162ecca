// Training: the sessions that templates generate without being asked.

import Base
public import Chronology

extension ScopeState {
  /// TRN-8: the commands by which a member generates the sessions of some days that the templates
  /// of those they manage plan, and that do not exist yet. O(templates × days).
  public func dueSessions(
    from first: LocalDay, through last: LocalDay, by author: MemberHandle
  ) -> [Command] {
    guard training.templates.count > 0, Int(author.index) < memberCount, first <= last else {
      return []
    }
    let member = self.member(author)
    guard member.isActive else { return [] }
    var commands: [Command] = []
    for place in 0..<memberCount {
      let owner = MemberHandle(UInt16(place))
      guard Permissions.mayManage(author: author, member, subject: owner),
        self.member(owner).isActive
      else { continue }
      for key in training.sessionsToGenerate(
        for: owner, from: first, through: last, shared)
      {
        guard let day = key.generatedDay else { continue }
        commands.append(.generateSession(for: owner, from: key.entity, on: day))
      }
    }
    return commands
  }

  /// TRN-8: the same for a day and all members, each by the first parent, or by themselves where
  /// there is none.
  public func dueSessions(on day: LocalDay) -> [(author: MemberHandle, commands: [Command])] {
    guard training.templates.count > 0 else { return [] }
    var found: [(author: MemberHandle, commands: [Command])] = []
    let members = (0..<memberCount).map { MemberHandle(UInt16($0)) }
    let parent = members.first { member($0).role == .parent && member($0).isActive }
    for author in parent.map({ [$0] }) ?? members {
      let commands = dueSessions(from: day, through: day, by: author)
      if !commands.isEmpty { found.append((author, commands)) }
    }
    return found
  }
}
