import Base
import Chronology
import Environment
import DomainCore
import Properties
import SyncCore

// The end: the network is healed, the devices exchange until nothing is left to say, and the
// properties look at the whole.
extension World {
  /// Brings every device up to date over a network without faults, and looks at the whole.
  ///
  /// First some devices alone, while all others stay as they were: the server must do for whoever
  /// can be reached, whatever has become of the rest. Then everybody. A run of many wants figures
  /// and leaves the first part out.
  ///
  /// Two rounds are enough: the first empties the outboxes, the second brings what the others had
  /// in theirs. What is not done then is a violation, so nothing here tries a third time. Between
  /// the two, those who are connected with something outside come to rest with it.
  public mutating func settle() {
    if trace != nil { emitTrace(.healed) }
    isHealing = true
    for device in 0..<devices.count { signIn(devices[device].owner, on: device) }
    healCore()
    updateAll()
    for replica in 0..<replicas.count where isUsed(replica) && !isInCore(replica) { heal(replica) }
    settleOutside()
    for replica in 0..<replicas.count where isUsed(replica) { heal(replica) }
    settleProperties()
    if trace != nil { traceViolations() }
    if trace != nil { emitTrace(.settled) }
    summarise()
  }

  private mutating func healCore() {
    guard settings.scopesPerFold == 1 else { return }
    for _ in 0..<2 {
      for replica in 0..<replicas.count where isUsed(replica) && isInCore(replica) {
        heal(replica)
      }
    }
    let now = self.now
    for replica in 0..<replicas.count where isUsed(replica) && isInCore(replica) {
      Self.coreIsHealed(replicas, replica, on: server, at: now, &monitor)
    }
    if trace != nil { traceViolations() }
  }

  private static func coreIsHealed(
    _ replicas: borrowing OwnedReplicas, _ replica: Int, on server: borrowing Server,
    at now: Instant, _ monitor: inout PropertyMonitor
  ) {
    monitor.coreIsHealed(replicas[replica], on: server, at: now)
  }

  /// Every other device is of the core, and which ones hangs on the device alone.
  private func isInCore(_ replica: Int) -> Bool {
    guard settings.scopesPerFold == 1 else { return false }
    let who = devices[links[replica].device].who
    return settings.randomness.draw(WorldRandomPurpose.core, who: who, day: 0).first & 1 == 0
  }

  /// Whether somebody uses a replica: not those for groups and families that their owners never
  /// tried to join.
  func isUsed(_ replica: Int) -> Bool {
    let person = links[replica].person
    return links[replica].isGroup ? people[person].hasGroup : people[person].hasFamily
  }

  /// Everybody who is still there reads what is outside to its end, and says it to the server.
  ///
  /// Who has left the app has taken its connections along.
  private mutating func settleOutside() {
    for index in 0..<calendars.count {
      let device = calendars[index].device
      guard !people[devices[device].owner].hasLeft else { continue }
      heal(devices[device].family)
      settleCalendar(index)
      heal(devices[device].family)
    }
    for device in 0..<devices.count
    where devices[device].importer >= 0 && !people[devices[device].owner].hasLeft {
      settleImports(on: device)
      heal(devices[device].family)
    }
  }

  // MARK: Properties and digest

  private mutating func settleProperties() {
    let (lastDay, now) = (settings.lastDay, self.now)
    for scope in 0..<server.scopes.count {
      monitor.quiescent(
        scope: UInt32(scope), founded: isFolded(scope) ? firstState(of: scope) : nil,
        today: lastDay, on: server, at: now)
    }
    monitor.quiescent(replicas: replicas, server: server, at: now)
    for index in 0..<calendars.count { checkCalendar(atRest: index) }
  }

  /// Whether the log of a scope is folded once more. That hangs on nothing but the seed and which
  /// household or group it is, so a plan of the run looks at the same ones.
  private func isFolded(_ scope: Int) -> Bool {
    guard settings.scopesPerFold > 1 else { return true }
    let isGroup: UInt64 = scope < households.count ? 0 : 1
    let household = households[householdByScope[scope]].number
    let draw = settings.randomness.draw(
      WorldRandomPurpose.logFold, who: UInt64(household) << 1 | isGroup, day: 0)
    return draw.integer(below: UInt32(settings.scopesPerFold)) == 0
  }

  /// A scope as it began.
  func firstState(of scope: Int) -> ScopeState {
    scope < households.count ? founded(scope) : emptyGroup()
  }

  private mutating func summarise() {
    counters.operationsLostForGood = monitor.operationsLostForGood
    for scope in 0..<server.scopes.count { digest.fold(server.scopes[scope].state.digest) }
    for replica in 0..<replicas.count where isUsed(replica) {
      digest.fold(replicas[replica].store.state.digest)
      digest.fold(
        Digest128.mix(
          UInt64(replicas[replica].store.position), UInt64(replicas[replica].store.sequence),
          replicas[replica].store.clock.latest, UInt64(links[replica].messagesSent)))
    }
    for index in 0..<calendars.count { digest.fold(calendars[index].calendar.digest) }
    for index in 0..<healthStores.count { digest.fold(healthStores[index].store.digest) }
    counters.events = Int64(queue.processedCount) + counters.steps
  }

  /// Counts the days on which somebody belonged to the run.
  public mutating func countPersonDays(of person: Int) {
    counters.personDays += Int64(settings.days) - Int64(people[person].joinDay)
  }
}
