import Base
import Chronology
import DomainCore
import SyncCore

/// What a server does by itself, without anybody's device.
///
/// It acts as a member would: on an install of its own, by commands that the rules decide and the
/// feed holds. So devices need not know about it, and what it does twice changes nothing.
struct Service {
  /// An install of the server's, which acts for one member of a family.
  final class Install {
    let family: UInt32
    let person: MemberHandle
    var session: Session<MemoryStorage>

    init(_ family: UInt32, _ person: MemberHandle, _ session: consuming Session<MemoryStorage>) {
      self.family = family
      self.person = person
      self.session = session
    }
  }

  var installs: [Install] = []
  /// The sites of all installs, also of those in groups.
  var sites: [UInt32] = []
  /// By scope, how many rows of its feed were followed.
  var followed: [Int] = []
  /// The members who have got the settings of their account.
  var settled: [AccountPlace] = []
}

extension FamilyServer {
  /// Does what follows from the rows that a feed got since the last time, and generates the day's
  /// sessions. Returns whether there are rows of the server's own now.
  mutating func follow(_ scope: UInt32, zone: Zone) -> Bool {
    while service.followed.count <= Int(scope) { service.followed.append(0) }
    let end = server.scopes[Int(scope)].feed.count
    for position in service.followed[Int(scope)]..<max(end, service.followed[Int(scope)]) {
      let row = server.scopes[Int(scope)].feed[position]
      guard !row.verdict.isRejected, !service.sites.contains(row.operation.site) else { continue }
      let fact = row.operation.fact
      switch fact.kind {
      case .notificationChannelsSet, .quietHoursSet, .doNotDisturbSet, .leadMinutesSet:
        spreadSetting(fact, from: scope, zone: zone)
      case .trainingLogDeleted, .workoutImportRemoved:
        withdraw(fact, in: scope, zone: zone)
      case .groupWorkoutShared:
        withdrawIfDeleted(fact, in: scope, by: row.operation.site, zone: zone)
      default: continue
      }
    }
    service.followed[Int(scope)] = end
    generateSessions(in: scope, zone: zone)
    return server.scopes[Int(scope)].feed.count > end
  }

  // MARK: Acting

  /// The server's install for a member; made when it is first needed.
  private mutating func install(
    of person: MemberHandle, in family: UInt32, zone: Zone
  ) -> Service.Install {
    if let known = service.installs.first(where: { $0.family == family && $0.person == person }) {
      return known
    }
    let session = open(
      family, for: person, account: .none, from: genesis(of: family), in: zone, clock: clock)
    service.sites.append(session.replica.site)
    let made = Service.Install(family, person, session)
    service.installs.append(made)
    return made
  }

  /// Performs commands for a member of a family; what the rules refuse does not happen.
  private mutating func act(
    for person: MemberHandle, in family: UInt32, zone: Zone,
    _ commands: [Command]
  ) {
    let install = install(of: person, in: family, zone: zone)
    install.session.zone = zone
    _ = install.session.replica.exchangeAll(with: &self, zone: zone)
    for command in commands {
      _ = install.session.commit([command], at: install.session.now)
    }
    _ = install.session.replica.exchangeAll(with: &self, zone: zone)
  }

  // MARK: FAM-15: settings

  /// FAM-15: a setting of an account holds in all its families.
  private mutating func spreadSetting(
    _ fact: Fact, from family: UInt32, zone: Zone
  ) {
    guard let own = place(of: fact.subject, in: family) else { return }
    for other in accounts where other.account == own.account && other.family != family {
      let command = Command(
        fact.kind, subject: other.person, entity: fact.entity, payload: fact.payload)
      act(for: other.person, in: other.family, zone: zone, [command])
    }
  }

  /// FAM-15: gives a member the settings of their account, when it comes into another family.
  mutating func bringSettings(
    of account: AccountHandle, to person: MemberHandle, in family: UInt32, zone: Zone
  ) {
    guard !service.settled.contains(where: { $0.family == family && $0.person == person }) else {
      return
    }
    service.settled.append(AccountPlace(family: family, person: person, account: account))
    guard let known = accounts.first(where: { $0.account == account && $0.family != family })
    else { return }
    let commands = server.scopes[Int(known.family)].state.shared
      .notificationSettingCommands(of: known.person, for: person)
    guard !commands.isEmpty else { return }
    act(for: person, in: family, zone: zone, commands)
  }

  private func place(of person: MemberHandle, in family: UInt32) -> AccountPlace? {
    accounts.first { $0.family == family && $0.person == person }
  }

  // MARK: TRN-10: withdrawn workouts

  /// TRN-10: what its owner has deleted is no check-in in their group any more.
  private mutating func withdraw(_ deletion: Fact, in family: UInt32, zone: Zone) {
    guard let own = place(of: deletion.subject, in: family),
      let (group, seat) = seat(of: own.account)
    else { return }
    let commands = server.scopes[Int(family)].state.withdrawal(
      after: deletion, of: seat, in: server.scopes[Int(group)].state)
    act(as: seat, in: group, commands, zone: zone)
  }

  /// TRN-10: a device that did not know of the deletion shared the workout afterwards.
  private mutating func withdrawIfDeleted(
    _ sharing: Fact, in group: UInt32, by site: UInt32, zone: Zone
  ) {
    let summary = WorkoutSummary(sharing.payload)
    guard summary.count > 0 else { return }
    let account = server.sites[Int(site)].account
    for own in accounts where own.account == account {
      guard let workout = server.scopes[Int(own.family)].state.training.workout(sharing.entity),
        workout.person == own.person, workout.isDeleted
      else { continue }
      act(
        as: sharing.author, in: group,
        [.withdrawWorkout(sharing.entity, of: sharing.author, on: summary.day)], zone: zone)
    }
  }

  /// The group of an account, and its seat there.
  private func seat(of account: AccountHandle) -> (group: UInt32, seat: MemberHandle)? {
    guard let group = server.directory.activeGroup(of: account),
      let membership = server.directory.membership(of: account, in: group),
      let seat = server.scopes[Int(group)].state.shared.member(joinedBy: membership)
    else { return nil }
    return (group, seat)
  }

  private mutating func act(
    as seat: MemberHandle, in group: UInt32, _ commands: [Command], zone: Zone
  ) {
    guard !commands.isEmpty else { return }
    let site = server.register(scope: group, member: seat)
    service.sites.append(site)
    let genesis = genesis(of: group)
    var replica = Replica<MemoryStorage>(
      site: site, scope: group, state: genesis.founded(), texts: ScopeTexts())
    _ = replica.exchangeAll(with: &self, zone: zone)
    let now = clock()
    for command in commands {
      _ = replica.commit(
        command, author: seat, day: zone.localDay(at: now), zone: zone, now: now)
    }
    _ = replica.exchangeAll(with: &self, zone: zone)
  }

  // MARK: TRN-8: generated sessions

  /// TRN-8: generates the sessions of the day for members whose own devices have not met it.
  ///
  /// The day is that of the zone of the device that is connected: a server knows no other.
  private mutating func generateSessions(in family: UInt32, zone: Zone) {
    let today = zone.localDay(at: clock())
    let due = server.scopes[Int(family)].state.dueSessions(on: today)
    for (author, sessions) in due {
      act(for: author, in: family, zone: zone, sessions)
    }
  }
}

extension Session where Storage: ~Copyable {
  /// TRN-8: generates the sessions that the templates of this person, and of those they manage,
  /// have for today; also those of up to a week that passed since this install last met a day.
  ///
  /// Another device may do the same: a session is generated once for a template and a day.
  mutating func meetDay() throws(Storage.Failure) {
    let today = today
    let state = shown
    guard Int(author.index) < state.pointee.memberCount else { return }
    let first = dayMet.map { min(max($0, today.adding(days: -6)), today) } ?? today
    dayMet = today
    let commands = state.pointee.dueSessions(from: first, through: today, by: author)
    for command in commands { _ = try commit([command], at: now) }
  }
}
