import Base
import Chronology
import DomainCore
import Faults
import Properties
import SimulationKernel
import SyncCore

// Who wants to read the whole story, or to know what a run has seen, is told as it comes to pass.
extension World {
  /// The device that a replica lies on, and whether it is its copy of a group.
  public func place(ofReplica replica: Int) -> Place {
    Place(links[replica].device, isGroup: replica >= devices.count)
  }

  /// Tells the trace. Who calls asks whether there is one, so nobody pays who does not read it.
  ///
  /// Violations are found by the watch, which knows no trace: each is told before what comes next.
  mutating func tell(_ what: TraceEvent.Kind) {
    let (now, found) = (self.now, watch.tally.violations)
    for violation in found.dropFirst(violationsTold) {
      trace?.append(TraceEvent(time: now, what: .broken(violation)))
    }
    violationsTold = found.count
    trace?.append(TraceEvent(time: now, what: what))
  }

  // MARK: What there is to tell of messages

  /// A message that is lost for good is never written, so nobody knows what it would have carried.
  func sending(
    _ message: Int32, of replica: Int, as handle: UInt32? = nil, _ fate: MessageFate
  ) -> TraceEvent.Kind {
    var operations: [Operation] = []
    if let handle {
      for index in 0..<requests[handle].operations.count {
        operations.append(requests[handle].operations[index])
      }
    }
    return .sent(
      replica: replica, message: message, operations,
      position: replicas[replica].store.position, fate)
  }

  func answering(
    _ answer: UInt32, to envelope: Envelope, _ fate: MessageFate
  ) -> TraceEvent.Kind {
    .answered(
      replica: Int(envelope.replica), message: envelope.message, answers[answer].header, fate)
  }

  func taking(_ answer: UInt32, on replica: Int, _ taken: Taken) -> TraceEvent.Kind {
    var rows: [FeedRow] = []
    for index in 0..<answers[answer].rows.count { rows.append(answers[answer].rows[index]) }
    return .taken(
      replica: replica, message: answers.envelope(answer).message, taken, rows)
  }

  /// Tells of the operations of a transaction that a device has just saved.
  mutating func tellSaved(on replica: Int, since first: Int) {
    for index in first..<replicas[replica].store.pendingCount {
      let operation = replicas[replica].store.pending(index)
      noteSituation(operation.fact.kind, said: replica)
      if trace != nil { tell(.saved(operation, replica: replica)) }
    }
  }

  // MARK: Situations

  /// Notes what an operation meets that was just said on a replica.
  @inline(__always)
  mutating func noteSituation(_ kind: FactKind, said replica: Int) {
    guard situations != nil else { return }
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
    situations?.note(kind, state)
  }

  /// Notes what the server has decided of an operation, at the end of a feed of so many rows.
  @inline(__always)
  mutating func noteSituation(decided row: FeedRow, behind rows: Int) {
    guard situations != nil else { return }
    let isBehind = Int(row.operation.basis) < rows
    situations?.note(
      row.operation.fact.kind,
      row.verdict.isRejected ? .refused : isBehind ? .behind : .upToDate)
  }
}
