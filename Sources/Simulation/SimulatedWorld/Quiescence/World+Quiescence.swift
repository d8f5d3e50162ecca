import Base
import Chronology
import Environment
import DomainCore
import Properties
import SyncCore

// The end of a run: the network is healed, the devices exchange until nothing is left to send, and
// all properties are checked.
extension World {
  /// Brings every device up to date over a network without faults, and checks the whole world.
  ///
  /// First some devices exchange alone, while all others stay as they were: the server must serve
  /// the devices that can reach it, whatever the state of the rest. Then all devices do. A run of
  /// many communities is for metrics and skips the first part.
  ///
  /// Two rounds are enough: the first empties the outboxes, the second transfers the others'
  /// operations. What is not done then is a violation, so nothing here tries a third time. Only a
  /// device that finds its data damaged meanwhile, and begins again, needs both once more. Between
  /// the two rounds, devices with external services exchange with them until nothing is left.
  public mutating func settle() {
    events.emitTrace(.healed, at: now)
    isHealing = true
    for device in 0..<fleet.devices.count { signIn(fleet.devices[device].owner, on: device) }
    healCore()
    updateAll()
    for replica in 0..<fleet.replicas.count where isUsed(replica) && !isInCore(replica) {
      heal(replica)
    }
    settleExternalServices()
    heal(rounds: 1, onlyCore: false)
    settleProperties()
    if events.isTraced { events.traceViolations() }
    events.emitTrace(.settled, at: now)
    summarize()
  }

  private mutating func healCore() {
    guard settings.sample.foldsAll else { return }
    heal(rounds: 2, onlyCore: true)
    let now = self.now
    for replica in 0..<fleet.replicas.count where isUsed(replica) && isInCore(replica) {
      fleet.replicas.with(replica) {
        events.monitor.coreIsHealed($0, on: backend.server, at: now)
      }
    }
    if events.isTraced { events.traceViolations() }
  }

  /// It ends: nothing prepares new faults of disks any more, and each one happens once.
  private mutating func heal(rounds: Int, onlyCore: Bool) {
    var remaining = rounds
    while remaining > 0 {
      let losses = lossCount
      for replica in 0..<fleet.replicas.count
      where isUsed(replica) && (!onlyCore || isInCore(replica)) {
        heal(replica)
      }
      remaining = lossCount == losses ? remaining - 1 : 2
    }
  }

  /// Every other device belongs to the core. Which ones depends only on the device.
  private func isInCore(_ replica: Int) -> Bool {
    guard settings.sample.foldsAll else { return false }
    let who = fleet.devices[fleet.placements[replica].device].who
    return settings.randomness.draw(WorldRandomPurpose.core, who: who, day: 0).first & 1 == 0
  }

  /// Whether a replica is in use. Replicas for groups and families that their owners never tried to
  /// join are not.
  func isUsed(_ replica: Int) -> Bool {
    let person = fleet.placements[replica].person
    return fleet.placements[replica].isGroup
      ? directory.people[person].hasGroup : directory.people[person].hasFamily
  }

  /// Every person who still uses the app reads their external services to the end, and sends the
  /// results to the server.
  ///
  /// A person who has left the app has disconnected them.
  private mutating func settleExternalServices() {
    for index in 0..<integrations.calendars.count {
      let device = integrations.calendars[index].device
      guard !directory.people[fleet.devices[device].owner].hasLeft else { continue }
      heal(fleet.devices[device].family)
      settleCalendar(index)
      heal(fleet.devices[device].family)
    }
    for device in 0..<fleet.devices.count
    where fleet.devices[device].importer >= 0
      && !directory.people[fleet.devices[device].owner].hasLeft
    {
      settleImports(on: device)
      heal(fleet.devices[device].family)
    }
  }

  // MARK: Properties and digest

  private mutating func settleProperties() {
    let (lastDay, now) = (settings.lastDay, self.now)
    if backend.hasLostJournal { events.monitor.serverHasLost(at: now) }
    for scope in 0..<backend.server.scopes.count {
      events.monitor.quiescent(
        scope: UInt32(scope), founded: isFolded(scope) ? firstState(of: scope) : nil,
        today: lastDay, on: backend.server, at: now)
    }
    events.monitor.quiescent(replicas: fleet.replicas, server: backend.server, at: now)
    for index in 0..<integrations.calendars.count { checkCalendar(atQuiescence: index) }
  }

  /// Whether the log of a scope is replayed at the end.
  private func isFolded(_ scope: Int) -> Bool {
    guard settings.foldsLogs else { return false }
    let household = directory.households[directory.householdByScope[scope]].number
    return settings.sample.folds(ofHousehold: household, isGroup: directory.isGroup(UInt32(scope)))
  }

  /// The first state of a scope.
  func firstState(of scope: Int) -> ScopeState {
    directory.isGroup(UInt32(scope)) ? emptyGroup() : founded(scope)
  }

  private mutating func summarize() {
    events.counters.operationsPermanentlyLost = events.monitor.operationsPermanentlyLost
    for scope in 0..<backend.server.scopes.count {
      events.digest.fold(backend.server.scopes[scope].state.digest)
    }
    for replica in 0..<fleet.replicas.count where isUsed(replica) {
      events.digest.fold(fleet.replicas[replica].store.state.digest)
      events.digest.fold(
        Digest128.mix(
          UInt64(fleet.replicas[replica].store.position),
          UInt64(fleet.replicas[replica].store.sequence),
          fleet.replicas[replica].store.clock.latest,
          UInt64(network.links[replica].machine.messagesSent)))
    }
    integrations.fold(into: &events.digest)
    events.counters.events = Int64(queue.processedCount) + events.counters.steps
  }

  /// Counts the days on which a person belonged to the run.
  public mutating func countPersonDays(of person: Int) {
    events.counters.personDays +=
      Int64(settings.days) - Int64(directory.people[person].joinDay)
  }
}
