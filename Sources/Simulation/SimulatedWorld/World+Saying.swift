import Base
import Chronology
import DomainCore
import Environment
import Properties
import SyncCore

// What is said on a device: it decides by what it shows, and what it accepts is saved, watched, and
// told to whoever keeps books.
extension World {
  /// What a device has made of what was said.
  enum CommitResult {
    /// Its operation stands in the outbox, at this place.
    case saved(Int)
    case refused(Refusal)
    /// The app has no such thing yet, or no room to save it.
    case impossible
  }

  /// What the device makes of a command: an operation that all properties hold for, or a refusal.
  @discardableResult
  mutating func commit(_ command: Command, on replica: Int) -> CommitResult {
    if settings.sync.policy.writesRecords { return saveTogether([command], on: replica) }
    let device = links[replica].device
    guard has(command.kind, replica) else { return .impossible }
    if isIn(.storageFull, device) {
      note(.storageFull)
      return .impossible
    }
    let (now, time) = (self.now, deviceTime(device))
    let day = isHealing ? settings.lastDay : devices[device].zone.localDay(at: time)
    let isOnline = !command.kind.needsConnection || isConnected(device)
    let before = monitor.nutrientsBefore(command, day: day, on: replicas[replica])
    if let refusal = replicas[replica].say(
      command, author: links[replica].member, day: day, zone: devices[device].zone.zone, now: time,
      isOnline: isOnline)
    {
      return refused(refusal, on: replica)
    }
    let place = replicas[replica].store.pendingCount - 1
    if hasMixedVersions { writeNewFields(on: replica, since: place) }
    if isHealing { counters.healingOperations += 1 } else { counters.operations += 1 }
    Self.monitor(place, nutrientsBefore: before, on: replicas, replica, at: now, in: &monitor)
    if !isHealing {
      note(.committed, on: replica, fact: replicas[replica].store.pending(place).fact)
    }
    noteCoverage(command.kind, said: replica)
    if trace != nil {
      emitTrace(.saved(replicas[replica].store.pending(place), replica: replica))
    }
    return .saved(place)
  }

  private mutating func refused(_ refusal: Refusal, on replica: Int) -> CommitResult {
    counters.refused += 1
    refusals.note(refusal, by: .device)
    if !isHealing { note(.refused, on: replica, reason: refusal) }
    return .refused(refusal)
  }

  private static func monitor(
    _ place: Int, nutrientsBefore: Nutrients, on replicas: borrowing OwnedReplicas,
    _ replica: Int, at now: Instant, in monitor: inout PropertyMonitor
  ) {
    monitor.committed(
      replicas[replica].store.pending(place), nutrientsBefore: nutrientsBefore,
      on: replicas[replica], at: now)
  }

  /// Several commands as one transaction: all of it happens or nothing.
  @discardableResult
  mutating func commitTogether(_ commands: [Command], on replica: Int) -> StepOutcome {
    guard !commands.isEmpty, commands.count <= Transaction.commandsMax else { return .impossible }
    return outcome(of: saveTogether(commands, on: replica), on: replica, count: commands.count)
  }

  /// What a policy writes along with commands nobody has said: it is in no book but the watch's.
  private mutating func saveTogether(_ commands: [Command], on replica: Int) -> CommitResult {
    let device = links[replica].device
    guard commands.allSatisfy({ has($0.kind, replica) }), !isIn(.storageFull, device) else {
      return .impossible
    }
    let (now, time) = (self.now, deviceTime(device))
    let day = isHealing ? settings.lastDay : shownDay(on: device)
    let isOnline =
      !commands.contains { $0.kind.needsConnection } || isConnected(device)
    Self.willCommit(commands, day: day, on: replicas, replica, in: &monitor)
    let before = replicas[replica].store.pendingCount
    let outcome = replicas[replica].commit(
      commands, author: links[replica].member, day: day, zone: devices[device].zone.zone,
      now: time, isOnline: isOnline)
    if case .failure(let refused) = outcome { return self.refused(refused.refusal, on: replica) }
    if hasMixedVersions { writeNewFields(on: replica, since: before) }
    let count = Int64(commands.count)
    if isHealing { counters.healingOperations += count } else { counters.operations += count }
    counters.carried += Int64(replicas[replica].store.pendingCount - before) - count
    Self.committedTogether(on: replicas, replica, since: before, at: now, in: &monitor)
    for index in before..<before + commands.count where !isHealing {
      note(.committed, on: replica, fact: replicas[replica].store.pending(index).fact)
    }
    if trace != nil || coveragePoints != nil { traceSaved(on: replica, since: before) }
    return .saved(before)
  }

  private static func willCommit(
    _ commands: [Command], day: LocalDay, on replicas: borrowing OwnedReplicas, _ replica: Int,
    in monitor: inout PropertyMonitor
  ) {
    monitor.willCommit(commands, day: day, on: replicas[replica])
  }

  private static func committedTogether(
    on replicas: borrowing OwnedReplicas, _ replica: Int, since first: Int, at now: Instant,
    in monitor: inout PropertyMonitor
  ) {
    monitor.committedTogether(on: replicas[replica], since: first, at: now)
  }

  func outcome(of saying: CommitResult, on replica: Int, count: Int) -> StepOutcome {
    switch saying {
    case .saved(let place):
      .done(CreatedOperations(fact: replicas[replica].store.pending(place).fact, count: count))
    case .refused(let refusal): .refused(refusal)
    // That is no fault of whoever wanted it.
    case .impossible: .impossible
    }
  }

  // MARK: Books

  mutating func note(
    _ kind: SimulationEvent.Kind, on replica: Int, fact: Fact = .nothing, reason: Refusal? = nil,
    device: Int = -1
  ) {
    let person = links[replica].person
    simulationEvents.append(
      SimulationEvent(
        kind: kind, reason: reason?.rawValue ?? 0, time: now, person: person,
        device: Int32(device), day: day(of: people[person].household), fact: fact))
  }
}

extension Fact {
  /// What stands where nothing was said.
  static var nothing: Fact {
    Fact(
      command: Command(.childMayLogSet, subject: .newcomer), version: .never, sequence: 0,
      author: .newcomer, day: LocalDay(number: 0), zone: .utc)
  }
}
