import Base
import Chronology
import Datasets
import DomainCore
import Metrics
import Population
import Scenarios
import Simulator
import SimulatedWorld

// Rows of families, devices, groups, leaderboards and notifications.
extension BatchObserver {
  mutating func addHouseholds(of community: borrowing Community) throws {
    for index in 0..<community.householdCount {
      let household = community.world.directory.households[index]
      let residents = community.setup.households[index]
      self[.households].add(household.number, to: 0)
      self[.households].add(household.zone.zone.name, to: 1)
      self[.households].add(household.personCount, to: 2)
      self[.households].add(residents.people.count { $0.usesApp }, to: 3)
      self[.households].add(household.deviceCount, to: 4)
      self[.households].add(household.joinDay, to: 5)
      self[.households].add(residents.isNotified, to: 6)
      self[.households].add(home(household.number), to: 7)
      let friend = households.friends.friend(of: household.number)
      self[.households].add(friend.map(Int32.init), to: 8)
      self[.households].add(friends(of: household.number, in: community), to: 9)
      try self[.households].endRow()
    }
    for index in 0..<community.world.fleet.devices.count {
      let device = community.world.fleet.devices[index]
      let owner = community.world.directory.people[device.owner]
      self[.devices].add(wide: community.deviceName(index), to: 0)
      self[.devices].add(owner.number, to: 1)
      self[.devices].add(community.household(of: device.owner), to: 2)
      self[.devices].add(index - owner.firstDevice, to: 3)
      self[.devices].add(device.calendar >= 0, to: 4)
      self[.devices].add(traitCollector.platform(of: owner.number).rawValue, to: 5)
      self[.devices].add(community.offlineFactor(ofDevice: index), to: 6)
      self[.devices].add(isShared(index, in: community), to: 7)
      try self[.devices].endRow()
    }
  }

  private func isShared(_ device: Int, in community: borrowing Community) -> Bool {
    let home = community.world.fleet.devices[device].household
    return tablets?.areShared(by: community.world.directory.households[home].number) == true
      && community.world.directory.secondDevice(ofHousehold: home) == device
  }

  /// The number of households that are friends with a household, in either direction.
  private func friends(of household: UInt32, in community: borrowing Community) -> Int {
    let friends = households.friends
    var count = friends.friend(of: household) == nil ? 0 : 1
    for index in 0..<community.householdCount
    where friends.friend(of: community.world.directory.households[index].number) == household {
      count += 1
    }
    return count
  }

  /// The name of the kind of a household in tables.
  func home(_ household: UInt32) -> String {
    PeopleTable.homes[Int(households.kind(of: household).rawValue)]
  }

  mutating func addGroups(of community: borrowing Community) throws {
    for number in 0..<community.world.directory.groupCount {
      let households = community.world.directory.households(ofGroup: number)
      let name = community.world.directory.households[households.lowerBound].number
      let members = community.world.memberships(ofGroup: number)
      for member in members {
        self[.memberships].add(name, to: 0)
        self[.memberships].add(community.world.directory.people[member.person].number, to: 1)
        self[.memberships].add(wide: member.joined.milliseconds, to: 2)
        self[.memberships].add(member.isActive, to: 3)
        self[.memberships].add(member.isShown, to: 4)
        try self[.memberships].endRow()
      }
      let weeks = try addBoards(of: number, name, members, in: community)
      let head = community.world[agreedBy: number].group.head
      self[.groups].add(name, to: 0)
      self[.groups].add(households.count, to: 1)
      self[.groups].add(head.isFounded, to: 2)
      self[.groups].add(head.isFounded ? head.createdDay.number : nil, to: 3)
      self[.groups].add(members.count(where: \.isActive), to: 4)
      self[.groups].add(head.isDeleted, to: 5)
      self[.groups].add(weeks, to: 6)
      try self[.groups].endRow()
    }
  }

  /// Adds the leaderboards of a group by week; returns the longest run of weeks with one.
  private mutating func addBoards(
    of number: Int, _ name: UInt32, _ members: [GroupMembership],
    in community: borrowing Community
  ) throws -> Int {
    let watermark = community.world.settings.watermark
    var week = scenario.firstDay.weekStart
    var (inARow, longest) = (0, 0)
    while week <= scenario.firstDay.adding(days: scenario.days - 1) {
      let scores = Self.scores(of: members, week, in: community.world[agreedBy: number])
      let isFinal = community.world[agreedBy: number].group.isGroupWeekFinal(week, now: watermark)
      for (member, score) in scores {
        let better = scores.count { $0.0.isShown && $0.1.checkIns > score.checkIns }
        self[.boardWeeks].add(name, to: 0)
        self[.boardWeeks].add(week.number, to: 1)
        self[.boardWeeks].add(community.world.directory.people[member.person].number, to: 2)
        self[.boardWeeks].add(score.checkIns, to: 3)
        let today = Int(watermark.utcDay.number - week.number)
        self[.boardWeeks].add(score.currentRun(asOf: today), to: 4)
        self[.boardWeeks].add(member.isShown ? Int32(better + 1) : nil, to: 5)
        self[.boardWeeks].add(isFinal, to: 6)
        try self[.boardWeeks].endRow()
      }
      inARow = scores.isEmpty ? 0 : inARow + 1
      longest = max(longest, inARow)
      week = week.adding(days: 7)
    }
    return longest
  }

  /// The members with a workout in a week.
  private static func scores(
    of members: [GroupMembership], _ week: LocalDay, in state: borrowing ScopeState
  ) -> [(GroupMembership, WeekScore)] {
    var scores: [(GroupMembership, WeekScore)] = []
    for member in members {
      guard let score = state.group.score(of: member.member, week: week), score.checkIns > 0
      else { continue }
      scores.append((member, score))
    }
    return scores
  }

  mutating func addNotifications(of community: borrowing Community) throws {
    for index in 0..<community.householdCount {
      let household = community.world.directory.households[index]
      for place in 0..<community.world.notifications.notifiers[index].sentCount {
        let delivery = community.world.notifications.notifiers[index].delivery(place)
        let resident = community.world.directory.person(delivery.recipient, of: index)
        self[.notifications].add(household.number, to: 0)
        self[.notifications].add(
          resident.map { Int32(community.world.directory.people[$0].number) }, to: 1)
        self[.notifications].add(wide: delivery.at.milliseconds, to: 2)
        self[.notifications].add("\(delivery.cause.kind)", to: 3)
        self[.notifications].add(delivery.channels.names, to: 4)
        self[.notifications].add(delivery.others, to: 5)
        try self[.notifications].endRow()
      }
    }
  }
}

extension NotificationChannels {
  /// The names of the channels, joined by a plus sign.
  fileprivate var names: String {
    let all: [(NotificationChannels, String)] = [
      (.push, "push"), (.sms, "sms"), (.email, "email"), (.inApp, "app"),
    ]
    return all.filter { contains($0.0) }.map(\.1).joined(separator: "+")
  }
}
