import Base
import Chronology
import DomainCore
import Properties
import SyncCore

// What is said on a device: it decides by what it shows, and what it accepts is saved, watched, and
// told to whoever keeps books.
extension World {
  /// What the device makes of a command: an operation that all properties hold for, or a refusal.
  @discardableResult
  mutating func commit(
    _ command: Command, on replica: Int, followers: UInt16 = 0
  ) -> Result<Operation, Refused> {
    let device = links[replica].device
    let (now, time) = (self.now, deviceTime(device))
    let day = isHealing ? settings.lastDay : devices[device].zone.localDay(at: time)
    let isOnline = !command.kind.needsConnection || offlineUntil(device) == nil
    let before = watch.nutrientsBefore(command, day: day, on: replicas[replica])
    let outcome = replicas[replica].commit(
      command, author: links[replica].member, day: day, zone: devices[device].zone.zone, now: time,
      followers: followers, isOnline: isOnline)
    switch outcome {
    case .success(let operation):
      if isHealing { counters.healingOperations += 1 } else { counters.operations += 1 }
      Self.watch(operation, nutrientsBefore: before, on: replicas, replica, at: now, in: &watch)
      if !isHealing { note(.committed, of: device, fact: operation.fact) }
    case .failure(let refused):
      counters.refused += 1
      refusals.note(refused.refusal, by: .device)
      if !isHealing { note(.refused, of: device, reason: refused.refusal) }
    }
    return outcome
  }

  private static func watch(
    _ operation: Operation, nutrientsBefore: Nutrients, on replicas: borrowing OwnedReplicas,
    _ replica: Int, at now: Instant, in watch: inout PropertyWatch
  ) {
    watch.committed(operation, nutrientsBefore: nutrientsBefore, on: replicas[replica], at: now)
  }

  /// Several commands as one transaction, of which the device is known to take each.
  mutating func commitTogether(_ commands: [Command], on replica: Int) {
    for (number, command) in commands.enumerated() {
      commit(command, on: replica, followers: UInt16(commands.count - 1 - number))
    }
  }

  /// The same for what somebody says, which is judged first: all of it happens or nothing.
  mutating func sayTogether(_ commands: [Command], on replica: Int) -> StepOutcome {
    let device = links[replica].device
    let (time, day) = (deviceTime(device), shownDay(on: device))
    if let refusal = replicas[replica].refusal(
      ofTogether: commands, author: links[replica].member, day: day,
      zone: devices[device].zone.zone, now: time)
    {
      counters.refused += 1
      refusals.note(refusal, by: .device)
      note(.refused, of: device, reason: refusal)
      return .refused(refusal)
    }
    guard !commands.isEmpty, commands.count <= Transaction.commandsMax else { return .impossible }
    var first: FirstMade?
    for (number, command) in commands.enumerated() {
      let followers = UInt16(commands.count - 1 - number)
      if case .success(let operation) = commit(command, on: replica, followers: followers) {
        first = first ?? FirstMade(fact: operation.fact, count: commands.count)
      }
    }
    return .done(first)
  }

  func outcome(of saying: Result<Operation, Refused>, count: Int) -> StepOutcome {
    switch saying {
    case .success(let operation): .done(FirstMade(fact: operation.fact, count: count))
    case .failure(let refused): .refused(refused.refusal)
    }
  }

  // MARK: Books

  mutating func note(
    _ kind: Happening.Kind, of device: Int, fact: Fact = .nothing, reason: Refusal? = nil
  ) {
    let (owner, household) = (devices[device].owner, devices[device].household)
    happenings.append(
      Happening(
        kind: kind, reason: reason?.rawValue ?? 0, time: now, person: owner,
        day: day(of: household), fact: fact))
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
