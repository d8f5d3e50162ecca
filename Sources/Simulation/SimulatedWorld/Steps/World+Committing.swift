import Base
import Chronology
import DomainCore
import Environment
import Properties
import SyncCore

// Submitting commands on a device: the device decides by the state that it shows; accepted
// operations are saved and reported.
extension World {
  /// What a device has made of a command.
  enum CommitResult {
    /// Its operation is in the outbox, at this index.
    case saved(Int)
    case refused(Refusal)
    /// The app does not have such a command yet, or has no room to save it.
    case impossible
  }

  /// Submits a command on a device: it becomes an operation, or the device rejects it.
  @discardableResult
  mutating func commit(_ submitted: Command, on replica: Int) -> CommitResult {
    if settings.sync.policy.writesRecords { return saveTogether([submitted], on: replica) }
    let command = settings.hasOwnTexts ? inTable(of: replica, submitted) : submitted
    let device = fleet.placements[replica].device
    guard fleet.has(command.kind, replica) else { return .impossible }
    let isFull = isIn(.storageFull, device)
    if isFull {
      events.note(.storageFull)
      guard fleet.isStored else { return .impossible }
    }
    let (now, time, serverTime) = (self.now, deviceTime(device), self.serverTime)
    let day = isHealing ? settings.lastDay : fleet.devices[device].zone.localDay(at: time)
    let isOnline = !command.kind.needsConnection || isConnected(device)
    // Salvaged data may lack whom the command is about.
    let before =
      fleet.isStored
        && Int(command.subject.index) >= fleet.replicas[replica].store.state.memberCount
      ? .zero
      : events.monitor.nutrientsBefore(command, day: day, on: fleet.replicas[replica])
    if fleet.isStored { beginSaving(on: replica, isFull: isFull) }
    var refusal: Refusal?
    do throws(StorageError) {
      refusal = try fleet.replicas[replica].submit(
        command, author: fleet.placements[replica].member, day: day,
        zone: fleet.devices[device].zone.zone, now: time, isOnline: isOnline)
    } catch {
      guard isSaved(despite: error, on: replica) else { return .impossible }
    }
    if isFull { fleet.setFull(device, false) }
    if let refusal {
      return isFull ? .impossible : refused(refusal, on: replica)
    }
    let place = fleet.replicas[replica].store.pendingCount - 1
    if fleet.hasMixedVersions, !writeNewFields(on: replica, since: place) { return .impossible }
    events.committed(1, operations: 1, isHealing: isHealing)
    fleet.replicas.with(replica) {
      events.monitor.committed(
        $0.store.pending(place), nutrientsBefore: before, on: $0, at: now, serverTime: serverTime)
    }
    if !isHealing {
      note(.committed, on: replica, fact: fleet.replicas[replica].store.pending(place).fact)
    }
    if events.coveragePoints != nil { noteCoverage(command.kind, on: replica) }
    if events.isTraced {
      let operation = reported(fleet.replicas[replica].store.pending(place), by: replica)
      events.emitTrace(.saved(operation, replica: replica), at: now)
    }
    return .saved(place)
  }

  private mutating func refused(_ refusal: Refusal, on replica: Int) -> CommitResult {
    events.refused(refusal)
    if !isHealing { note(.refused, on: replica, reason: refusal) }
    return .refused(refusal)
  }

  /// Submits several commands as one transaction: all of them are saved or none.
  @discardableResult
  mutating func commitTogether(_ commands: [Command], on replica: Int) -> StepOutcome {
    guard !commands.isEmpty, commands.count <= Transaction.commandsMax else { return .impossible }
    return outcome(of: saveTogether(commands, on: replica), on: replica, count: commands.count)
  }

  /// Fields that a policy writes along with commands are reported only to the property monitor.
  private mutating func saveTogether(_ submitted: [Command], on replica: Int) -> CommitResult {
    let commands = settings.hasOwnTexts ? inTable(of: replica, submitted) : submitted
    let device = fleet.placements[replica].device
    let isFull = isIn(.storageFull, device)
    guard commands.allSatisfy({ fleet.has($0.kind, replica) }), !isFull || fleet.isStored else {
      return .impossible
    }
    let (now, time, serverTime) = (self.now, deviceTime(device), self.serverTime)
    let day = isHealing ? settings.lastDay : shownDay(on: device)
    let isOnline =
      !commands.contains { $0.kind.needsConnection } || isConnected(device)
    fleet.replicas.with(replica) { events.monitor.willCommit(commands, day: day, on: $0) }
    let before = fleet.replicas[replica].store.pendingCount
    if fleet.isStored { beginSaving(on: replica, isFull: isFull) }
    var refusal: Refusal?
    do throws(StorageError) {
      let outcome = try fleet.replicas[replica].commit(
        commands, author: fleet.placements[replica].member, day: day,
        zone: fleet.devices[device].zone.zone, now: time, isOnline: isOnline)
      if case .failure(let error) = outcome { refusal = error.refusal }
    } catch {
      guard isSaved(despite: error, on: replica) else { return .impossible }
    }
    if isFull { fleet.setFull(device, false) }
    if let refusal { return isFull ? .impossible : refused(refusal, on: replica) }
    if fleet.hasMixedVersions, !writeNewFields(on: replica, since: before) { return .impossible }
    events.committed(
      commands.count, operations: fleet.replicas[replica].store.pendingCount - before,
      isHealing: isHealing)
    fleet.replicas.with(replica) {
      events.monitor.committedTogether(on: $0, since: before, at: now, serverTime: serverTime)
    }
    for index in before..<before + commands.count where !isHealing {
      note(.committed, on: replica, fact: fleet.replicas[replica].store.pending(index).fact)
    }
    if events.isTraced || events.coveragePoints != nil { traceSaved(on: replica, since: before) }
    return .saved(before)
  }

  func outcome(of saying: CommitResult, on replica: Int, count: Int) -> StepOutcome {
    switch saying {
    case .saved(let place):
      .done(
        CreatedOperations(
          fact: reported(fleet.replicas[replica].store.pending(place), by: replica).fact,
          count: count))
    case .refused(let refusal): .refused(refusal)
    // That is no rejection of the person's command.
    case .impossible: .impossible
    }
  }

  // MARK: What is reported

  mutating func note(
    _ kind: SimulationEvent.Kind, on replica: Int, fact: Fact = .nothing, reason: Refusal? = nil,
    device: Int = -1
  ) {
    let person = fleet.placements[replica].person
    events.simulationEvents.append(
      SimulationEvent(
        kind: kind, reason: reason?.rawValue ?? 0, time: now, person: person,
        device: Int32(device), day: day(of: directory.people[person].household), fact: fact))
  }

  /// Reports the operations of a transaction that a device has just saved, one by one.
  private mutating func traceSaved(on replica: Int, since first: Int) {
    for index in first..<fleet.replicas[replica].store.pendingCount {
      let operation = fleet.replicas[replica].store.pending(index)
      noteCoverage(operation.fact.kind, on: replica)
      let saved = reported(operation, by: replica)
      events.emitTrace(.saved(saved, replica: replica), at: now)
    }
  }

  /// Records the sync state in which an operation was submitted on a replica.
  private mutating func noteCoverage(_ kind: FactKind, on replica: Int) {
    let link = network.links[replica]
    var state = SyncState.idle
    if fleet.offlineUntil(fleet.placements[replica].device, at: now) != nil {
      state = .offline
    } else if link.machine.retried != 0 {
      state = .retrying
    } else if link.machine.awaited != 0 {
      state = .awaiting
    } else if fleet.replicas[replica].store.pendingCount > 1 {
      state = .queued
    }
    events.coveragePoints?.note(kind, state)
  }
}

extension Fact {
  /// Stands for a missing command.
  static var nothing: Fact {
    Fact(
      command: Command(.childMayLogSet, subject: .newcomer), version: .never, sequence: 0,
      author: .newcomer, day: LocalDay(number: 0), zone: .utc)
  }
}
