import Base
public import Chronology
public import DomainCore
import Environment
import Properties
public import SyncCore

// What a device shows its owner. Whoever decides what to do next reads this and nothing else.
extension World {
  /// The confirmed copy that a place has of its family or group.
  public subscript(copyAt place: ReplicaAddress) -> ScopeState {
    unsafeAddress {
      guard let replica = replica(at: place) else {
        preconditionFailure("whoever reads a copy knows that the device has one")
      }
      return replicas[replica].store.stateAddress
    }
  }

  /// The number of the replica at a place, or nil when the device has none.
  @inline(__always)
  func replica(at place: ReplicaAddress) -> Int? {
    guard place.isGroup else { return devices[place.device].family }
    let user = devices[place.device].user
    return people[user].hasGroup ? people[user].groupReplica : nil
  }

  /// The scope that something said at a place belongs to.
  public func scope(at place: ReplicaAddress) -> UInt32 {
    let user = devices[place.device].user
    let replica = place.isGroup ? people[user].groupReplica : devices[place.device].family
    return replicas[replica].scope
  }

  public func hasReplica(at place: ReplicaAddress) -> Bool { replica(at: place) != nil }

  /// What whoever has signed in on a device is in the scope of a place; a newcomer until somebody
  /// lets them in.
  public func member(at place: ReplicaAddress) -> MemberHandle {
    replica(at: place).map { links[$0].member } ?? .newcomer
  }

  /// Why a device has dropped everything it had, or nil.
  public func revocation(at place: ReplicaAddress) -> Refusal? {
    replica(at: place).flatMap { replicas[$0].store.revocation }
  }

  /// What the server would not take of what was said at a place, oldest first.
  public func rejections(at place: ReplicaAddress) -> [Rejection] {
    replica(at: place).map { replicas[$0].rejections } ?? []
  }

  /// How much of what was said at a place the server has not taken.
  public func rejectedCount(at place: ReplicaAddress) -> Int {
    replica(at: place).map { replicas[$0].rejectedCount } ?? 0
  }

  /// How much of what was said at a place still waits for the server.
  public func pendingCount(at place: ReplicaAddress) -> Int {
    replica(at: place).map { replicas[$0].store.pendingCount } ?? 0
  }

  public func isOnline(_ device: Int) -> Bool { offlineUntil(device) == nil }

  /// Whether the device would take a command, asked before it becomes part of a transaction.
  public mutating func accepts(_ command: Command, at place: ReplicaAddress) -> Bool {
    guard let replica = replica(at: place) else { return false }
    let device = place.device
    let shownDay = shownDay(on: device)
    return replicas[replica].refusal(
      of: command, author: links[replica].member, day: shownDay,
      zone: devices[device].zone.zone, now: deviceTime(device)) == nil
  }

  // MARK: Clocks

  /// What a device's clock shows.
  public func deviceTime(_ device: Int) -> Instant { devices[device].clock.shows(now) }

  /// What the server's clock shows.
  var serverTime: Instant { serverClock.shows(now) }

  /// The local day that a device shows.
  public mutating func shownDay(on device: Int) -> LocalDay {
    let time = deviceTime(device)
    return devices[device].zone.localDay(at: time)
  }

  /// The local day that people live, whatever their devices show.
  public mutating func day(of household: Int) -> LocalDay {
    let now = self.now
    return households[household].zone.localDay(at: now)
  }

  /// The minute of that day.
  public mutating func minuteOfDay(of household: Int) -> Int {
    let now = self.now
    return Int(households[household].zone.millisecondOfDay(at: now) / 60_000)
  }

  // MARK: Network

  /// When a device has network again, if it has none now.
  /// The second device of the first of a household who has two.
  public func secondDevice(ofHousehold index: Int) -> Int? {
    let home = households[index]
    for person in home.firstPerson..<home.firstPerson + home.personCount
    where people[person].deviceCount > 1 {
      return people[person].firstDevice + 1
    }
    return nil
  }

  func offlineUntil(_ device: Int) -> Instant? { devices[device].offlineUntil(now) }

  /// Whether a device is in a trouble; when all is over, somebody has seen to it.
  @inline(__always) func isIn(_ deviceFault: DeviceFault, _ device: Int) -> Bool {
    hasDeviceFaults && !isHealing && devices[device].isIn(deviceFault, now)
  }

  /// Whether a device has a network, and the server can be reached.
  @inline(never) func isConnected(_ device: Int) -> Bool {
    offlineUntil(device) == nil && now >= serverIsUpFrom && !isIn(.captivePortal, device)
  }

  /// Whether a device still does something by itself, in its owner's name: until the owner has left
  /// the app, somebody else has signed in, or the run is over for them.
  mutating func actsByItself(_ device: Int) -> Bool {
    let owner = devices[device].owner
    guard devices[device].user == owner, !people[owner].hasLeft,
      !isIn(.storageFull, device)
    else { return false }
    return isHealing || runDay(day(of: devices[device].household)) < settings.days
  }
}

// Who wants to read the whole story, or to know what a run has seen, is told as it comes to pass.
extension World {
  /// The device that a replica lies on, and whether it is its copy of a group.
  public func place(ofReplica replica: Int) -> ReplicaAddress {
    ReplicaAddress(links[replica].device, isGroup: links[replica].isGroup)
  }

  /// Tells the trace. Who calls asks whether there is one, so nobody pays who does not read it.
  mutating func emitTrace(_ what: TraceEvent.Kind) {
    let now = self.now
    trace?.append(TraceEvent(time: now, what: what))
  }

  /// Tells what was found broken. The watch that finds it knows no trace, so this is asked for when
  /// a step or an event is over: what is broken stands behind all that it may have come of.
  @inline(never) mutating func traceViolations() {
    let found = monitor.shared.tally.violations
    for violation in found.dropFirst(violationsTold) {
      trace?.append(TraceEvent(time: violation.time, what: .violationFound(violation)))
    }
    violationsTold = found.count
  }

  // MARK: What there is to tell of messages

  /// A message that is lost for good is never written, so nobody knows what it would have carried.
  func sending(
    _ message: Int32, of replica: Int, as handle: UInt32? = nil, _ messageDelivery: MessageDelivery
  ) -> TraceEvent.Kind {
    var operations: [Operation] = []
    if let handle {
      for index in 0..<requests[handle].operations.count {
        operations.append(requests[handle].operations[index])
      }
    }
    return .sent(
      replica: replica, message: message, operations,
      position: replicas[replica].store.position, messageDelivery)
  }

  func responding(
    _ response: UInt32, to envelope: Envelope, _ messageDelivery: MessageDelivery
  ) -> TraceEvent.Kind {
    .responded(
      replica: Int(envelope.replica), message: envelope.message, responses[response].header,
      messageDelivery)
  }

  func taking(_ response: UInt32, on replica: Int, _ taken: ApplyResult) -> TraceEvent.Kind {
    var rows: [FeedRow] = []
    for index in 0..<responses[response].rows.count { rows.append(responses[response].rows[index]) }
    return .taken(
      replica: replica, message: responses.envelope(response).message, taken, rows)
  }

  /// Tells of the operations of a transaction that a device has just saved.
  mutating func traceSaved(on replica: Int, since first: Int) {
    for index in first..<replicas[replica].store.pendingCount {
      let operation = replicas[replica].store.pending(index)
      noteCoverage(operation.fact.kind, said: replica)
      if trace != nil { emitTrace(.saved(operation, replica: replica)) }
    }
  }

  // MARK: Situations

  /// Notes what an operation meets that was just said on a replica.
  @inline(__always)
  mutating func noteCoverage(_ kind: FactKind, said replica: Int) {
    guard coveragePoints != nil else { return }
    let link = links[replica]
    var state = SyncState.atRest
    if offlineUntil(link.device) != nil {
      state = .offline
    } else if link.retried != 0 {
      state = .retrying
    } else if link.awaited != 0 {
      state = .awaiting
    } else if replicas[replica].store.pendingCount > 1 {
      state = .queued
    }
    coveragePoints?.note(kind, state)
  }

  /// Notes what the server has decided of an operation, at the end of a feed of so many rows.
  @inline(__always)
  mutating func noteCoverage(decided row: FeedRow, behind rows: Int) {
    guard coveragePoints != nil else { return }
    let isBehind = Int(row.operation.basis) < rows
    coveragePoints?.note(
      row.operation.fact.kind,
      row.verdict.isRejected ? .refused : isBehind ? .behind : .upToDate)
  }

  // MARK: Strikes

  /// Notes that something has gone wrong.
  @inline(__always) mutating func note(_ strike: Strike) {
    if coveragePoints != nil { coveragePoints?.note(strike) }
  }

  /// Notes what a step has done of what may go wrong, if it was that.
  @inline(never) mutating func noteStrike(_ step: Step) {
    guard let strike = Strike(step.action, step.id) else { return }
    coveragePoints?.note(strike)
    // A clock may be off and go wrong besides.
    if strike == .skew, case .setClock(_, let setting) = step.action,
      setting.driftPartsPerMillion != 0
    {
      coveragePoints?.note(.drift)
    }
  }

  // MARK: Sites

  /// How many sites there are, those that nobody speaks under any more among them.
  public var siteCount: Int { replicaBySite.count }

  /// Who speaks under a site, or has last, and on which device.
  public func speaker(at site: UInt32) -> (person: Int, device: Int) {
    let link = links[replicaBySite[Int(site)]]
    return (link.person, link.device)
  }

  /// The household that a scope is of, or the first that a group was opened for.
  public func household(ofScope scope: UInt32) -> Int { householdByScope[Int(scope)] }

  /// COST-1: what the server had to do, by the days of its clock.
  public var backendUse: [(day: LocalDay, use: BackendUse)] {
    (0..<server.meter.dayCount).map { (server.meter.day($0), server.meter.use($0)) }
  }
}
