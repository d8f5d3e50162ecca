public import Base
import Chronology
import DomainCore
import Environment
public import Properties
import SyncCore

/// Everything that happens in a world, reported once and heard by all who listen:
///
/// | listener | keeps |
/// |---|---|
/// | `monitor` | what each property needs, and what violates it |
/// | `counters`, `refusals` | how often |
/// | `coveragePoints` | what the run has covered, if somebody wants to know |
/// | `service` | how the service was for each person |
/// | `simulationEvents` | what people made and met, for the ground truth, until it is fetched |
/// | `journal` | the steps, if a plan is recorded |
/// | `trace` | the whole timeline, if somebody wants to read it |
///
/// A method stands for something that happens and calls its listeners directly, in the order that
/// they need. Nothing is allocated or looked up for a listener that is not there. What only one
/// listener cares for is reported to it: `events.monitor.heard(…)`, `events.service.opened(…)`.
public struct EventStream: ~Copyable {
  public internal(set) var monitor: PropertyMonitor
  public internal(set) var counters = WorldCounters()
  public internal(set) var refusals = RefusalCounts()
  /// How the service was for each person.
  public internal(set) var service: ServiceMetrics
  /// Stands for all that has come of the run.
  public internal(set) var digest = Digest128.zero
  /// What came of steps and events and was not fetched yet.
  public var simulationEvents = FlatArray<SimulationEvent>()
  /// Every step that was performed and what it made, when a plan is recorded.
  public var journal: [PerformedStep]?
  public var trace: [TraceEvent]?
  public var coveragePoints: CoverageCounters?
  /// How many violations stand in the trace.
  private var violationsTold = 0
  let anchor = AddressOnlyMarker()

  init(people: Int, _ monitor: consuming PropertyMonitor) {
    self.monitor = monitor
    service = ServiceMetrics(people: people)
  }

  // MARK: Listeners that may be there

  @inline(__always) var isTraced: Bool { trace != nil }

  /// Adds to the trace, if there is one.
  @inline(__always)
  mutating func emitTrace(_ what: @autoclosure () -> TraceEvent.Kind, at now: Instant) {
    if trace != nil { add(what(), at: now) }
  }

  /// Of its own, so that what is seldom done does not lie in the way of what is done often.
  @inline(never) private mutating func add(_ what: TraceEvent.Kind, at now: Instant) {
    trace?.append(TraceEvent(time: now, what: what))
  }

  /// Adds to the trace what was found broken. The watch that finds it knows no trace, so this is
  /// called when a step or an event is over: a violation stands behind all that may have caused it.
  @inline(never) mutating func traceViolations() {
    let found = monitor.shared.tally.violations
    for violation in found.dropFirst(violationsTold) {
      trace?.append(TraceEvent(time: violation.time, what: .violationFound(violation)))
    }
    violationsTold = found.count
  }

  /// Something has gone wrong, or was done so that something might.
  @inline(__always) mutating func note(_ fault: FaultOccurrence) {
    if coveragePoints != nil { coveragePoints?.note(fault) }
  }

  // MARK: Steps

  @inline(__always) mutating func stepBegins(_ step: StepID, at now: Instant) {
    monitor.shared.tally.step = step.raw
    counters.steps += 1
    if isTraced { traceBegin(of: step, at: now) }
  }

  /// Notes what a step has done of what may go wrong, if it was that.
  @inline(never) mutating func noteFault(_ step: Step) {
    guard let fault = FaultOccurrence(step.action, step.id) else { return }
    coveragePoints?.note(fault)
    // A clock may be off and go wrong besides.
    if fault == .clockSkew, case .setClock(_, let setting) = step.action,
      setting.driftPartsPerMillion != 0
    {
      coveragePoints?.note(.clockDrift)
    }
  }

  @inline(__always)
  mutating func stepEnds(_ step: StepID, _ outcome: StepOutcome, at now: Instant) {
    if isTraced { traceEnd(of: step, outcome, at: now) }
  }

  @inline(never) private mutating func traceBegin(of step: StepID, at now: Instant) {
    add(.step(step), at: now)
  }

  @inline(never)
  private mutating func traceEnd(of step: StepID, _ outcome: StepOutcome, at now: Instant) {
    add(.ended(step, outcome), at: now)
    traceViolations()
  }

  // MARK: Operations

  /// A device has accepted commands, which became so many operations.
  @inline(__always) mutating func committed(_ commands: Int, operations: Int, isHealing: Bool) {
    let count = Int64(commands)
    if isHealing { counters.healingOperations += count } else { counters.operations += count }
    counters.carried += Int64(operations) - count
  }

  /// A device has refused a command.
  mutating func refused(_ refusal: Refusal) {
    counters.refused += 1
    refusals.note(refusal, by: .device)
  }

  /// The server has decided an operation, at a position of a feed that had `feedBefore` rows when
  /// the request came. Returns how long the operation has waited.
  mutating func decided(
    _ row: FeedRow, scope: UInt32, position: Int, feedBefore: Int, isTurnedAway: Bool,
    at now: Instant
  ) -> Int64 {
    let waited =
      isTurnedAway
      ? monitor.turnedAway(row, scope: scope, at: now) : monitor.decided(row, scope: scope, at: now)
    if row.verdict.isRejected, let refusal = row.verdict.refusal {
      counters.rejected += 1
      refusals.note(refusal, by: .server)
    }
    if coveragePoints != nil {
      let isBehind = Int(row.operation.basis) < feedBefore
      coveragePoints?.note(
        row.operation.fact.kind,
        row.verdict.isRejected ? .refused : isBehind ? .behind : .upToDate)
    }
    emitTrace(.decided(row, scope: scope, position: position), at: now)
    return waited
  }

  /// A notification goes out. `number` is the household's.
  mutating func notified(_ delivery: NotificationDelivery, number: UInt32) -> UInt64 {
    counters.notifications += 1
    let recipient = UInt64(number) << 16 | UInt64(delivery.recipient.index)
    digest.fold(
      Digest128.mix(
        delivery.cause.fingerprint, recipient, UInt64(delivery.channels.rawValue),
        UInt64(bitPattern: delivery.at.milliseconds)))
    return recipient
  }
}
