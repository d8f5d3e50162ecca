public import Chronology
public import DomainCore

// What a device writes and with which version it shows that, by its policy.
extension Replica where Storage: ~Copyable {
  /// The pending fact at a place as the device shows it, over the confirmed state.
  @inlinable public func shownFact(_ place: Int) -> Fact {
    shown(store.pending(place).fact, at: place)
  }

  /// The fact at a place of the outbox, as the device shows it by its policy.
  @inlinable @inline(__always) public func shown(_ pending: Fact, at place: Int) -> Fact {
    var fact = pending
    fact.version.stamp = policy.shown(
      fact.version.stamp, confirmed: store.clock.latest, place: place)
    return fact
  }

  /// Under a policy of whole records, appends to a transaction that is not saved yet the other
  /// fields of the records that it changes, as the device shows them now; returns how many.
  ///
  /// It omits what the device would refuse to write of a record. A carried field claims no intent
  /// of its author.
  @usableFromInline mutating func carry(
    along commands: [Command], author: MemberHandle, day: LocalDay, zone: Zone, now: Instant
  ) -> Int {
    var fields: [Command] = []
    for command in commands where command.kind.isFieldOfRecord {
      for field in shown.pointee.record(of: command)
      where !commands.contains(field) && !fields.contains(field) { fields.append(field) }
    }
    var carried = 0
    for field in fields where commands.count + carried < Transaction.commandsMax {
      let refusal = draft(
        field, author: author, day: day, zone: zone, now: now, followers: 0, isOnline: true)
      guard refusal == nil else { continue }
      var operation = store.pending(store.pendingCount - 1)
      store.discardLast(1)
      operation.fact.claimed = Fact.carried
      store.append(operation)
      carried += 1
    }
    if carried > 0 { countFollowers(ofLast: commands.count + carried) }
    return carried
  }

  /// Writes into the last operations how many of them follow each.
  private mutating func countFollowers(ofLast count: Int) {
    let first = store.pendingCount - count
    var operations = (first..<store.pendingCount).map { store.pending($0) }
    store.discardLast(count)
    for place in operations.indices {
      operations[place].followers = UInt16(count - 1 - place)
      store.append(operations[place])
    }
  }
}
