public import Base
import Chronology
import DomainCore
import Environment
public import Properties
import SyncCore

/// Everything that happens in a world, reported once and passed to all listeners:
///
/// | listener | keeps |
/// |---|---|
/// | `monitor` | what each property needs, and what violates it |
/// | `counters`, `refusals` | how often |
/// | `coveragePoints` | what the run has covered, if enabled |
/// | `service` | the service quality for each person |
/// | `simulationEvents` | what people did and met, for the ground truth, until it is fetched |
/// | `journal` | the steps, if a plan is recorded |
/// | `trace` | the whole timeline, if enabled |
///
/// A method stands for an event and calls its listeners directly, in the order that they need. A
/// disabled listener costs no allocation and no lookup. An event for one listener only is reported
/// to it directly: `events.monitor.feedHasGrown(…)`, `events.service.opened(…)`.
public struct EventStream: ~Copyable {
  public internal(set) var monitor: PropertyMonitor
  public internal(set) var counters = WorldCounters()
  public internal(set) var refusals = RefusalCounts()
  /// The service quality for each person.
  public internal(set) var service: ServiceMetrics
  /// The digest of everything that resulted from the run.
  public internal(set) var digest = Digest128.zero
  /// The results of steps and events that were not fetched yet.
  public var simulationEvents = FlatArray<SimulationEvent>()
  /// Every step that was performed and what it created, when a plan is recorded.
  public var journal: [PerformedStep]?
  public var trace: [TraceEvent]?
  public var coveragePoints: CoverageCounters?
  /// How many violations the trace already contains.
  private var tracedViolationCount = 0
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

  /// A function of its own, to keep this rare case out of the inlined path.
  @inline(never) private mutating func add(_ what: TraceEvent.Kind, at now: Instant) {
    trace?.append(TraceEvent(time: now, what: what))
  }

  /// Adds new violations to the trace. The monitor knows no trace, so this is called after each
  /// step and event: a violation follows everything that may have caused it.
  @inline(never) mutating func traceViolations() {
    let found = monitor.shared.tally.violations
    for violation in found.dropFirst(tracedViolationCount) {
      trace?.append(TraceEvent(time: violation.time, what: .violationFound(violation)))
    }
    tracedViolationCount = found.count
  }

  /// Records a fault, or a step that may cause one.
  @inline(__always) mutating func note(_ fault: FaultOccurrence) {
    if coveragePoints != nil { coveragePoints?.note(fault) }
  }

  // MARK: Steps

  @inline(__always) mutating func stepBegins(_ step: StepID, at now: Instant) {
    monitor.shared.tally.step = step.raw
    counters.steps += 1
    if isTraced { traceBegin(of: step, at: now) }
  }

  /// Records the fault that a step injects, if any.
  @inline(never) mutating func noteFault(_ step: Step) {
    guard let fault = FaultOccurrence(step.action, step.id) else { return }
    coveragePoints?.note(fault)
    // A clock may be off and drift at the same time.
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

  /// A device has rejected a command.
  mutating func refused(_ refusal: Refusal) {
    counters.refused += 1
    refusals.note(refusal, by: .device)
  }

  /// The server has decided an operation, at a position of a feed that had `feedBefore` rows when
  /// the request arrived. Returns how long the operation has waited.
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
