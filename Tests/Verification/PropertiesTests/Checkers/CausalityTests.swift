import Base
import Chronology
import DomainCore
import SyncCore
import Testing

@testable import Properties

@Suite("Violations of P9, causality, and P17, clock safety")
struct CausalityTests {
  let world = MonitoredWorld()

  /// Hands the watch a row as if the server had given it this stamp.
  private func decide(_ operation: Operation, stamp: UInt64? = nil) {
    var operation = operation
    if let stamp { operation.fact.version.stamp = stamp }
    let row = FeedRow(
      operation: operation, verdict: Verdict(.changed), digest: .zero, committed: world.now)
    _ = world.monitor.decided(row, scope: world.scope, at: world.now)
  }

  /// Commits an operation, then hands it to the watch once more with another number and stamp.
  private func commits(stamp: UInt64, basis: UInt32 = 0) {
    var operation = world.drinks()
    world.changeOutbox(of: 0) { pending in
      operation.fact.sequence += 1
      operation.fact.version.stamp = stamp
      operation.basis = basis
      pending.append(operation)
    }
    world.monitor.committed(
      operation, nutrientsBefore: .zero, on: world.replicas[0], at: world.now)
  }

  @Test("a device's stamp that is not greater than those of queued operations is detected")
  func deviceGoesBack() {
    commits(stamp: 7)
    #expect(
      world.reports.first
        == "a device gave an operation a stamp that is not greater than those queued before it")
    #expect(world.violations.first?.property == .causality)
  }

  @Test("a device's stamp that is not greater than all that it had seen is detected")
  func deviceHasSeenMore() {
    world.now = world.now + Span.hour
    world.drinks(MonitoredWorld.tablet)
    world.exchange(MonitoredWorld.tablet)
    world.now = world.now - Span.hour
    let seen = world.row(0).operation.fact.version.stamp
    commits(stamp: seen, basis: 1)
    #expect(
      world.reports.first
        == "a device gave an operation a stamp that is not greater than every stamp it had seen")
  }

  @Test("two operations of a site in reversed order in the log are detected")
  func logGoesBack() {
    let (first, second) = (world.drinks(), world.drinks())
    decide(first)
    decide(second, stamp: first.fact.version.stamp)
    #expect(world.broken == [.causality])
    #expect(
      world.reports == [
        "the log has an operation whose stamp is not greater than its site's last one"
      ])
  }

  @Test("a logged stamp that is not greater than what its author had seen is detected")
  func logIsBlind() {
    decide(world.drinks(MonitoredWorld.tablet))
    var late = world.drinks()
    late.basis = 1
    decide(late, stamp: 1)
    #expect(world.broken == [.causality])
  }

  @Test("a stamp further in the future than the server allows is detected")
  func future() {
    let tomorrow = HybridClock.stamp(of: world.now + Span.day)
    decide(world.drinks(), stamp: tomorrow)
    #expect(world.broken == [.clockSafety])
    // A later operation in the log may go beyond it.
    decide(world.drinks(MonitoredWorld.tablet), stamp: tomorrow + 1)
    #expect(world.violations.count == 1)
  }

  @Test("a rejection of a day that its author's clock has shown is detected")
  func dayOfTap() {
    let row = FeedRow(
      operation: world.drinks(), verdict: Verdict(.dayNotOfTap), digest: .zero,
      committed: world.now)
    _ = world.monitor.decided(row, scope: world.scope, at: world.now)
    #expect(world.broken == [.clockSafety])
    #expect(
      world.reports == ["an operation was rejected for a day that its author's clock had shown"])
  }

  @Test("a tap time further in the future than the server allows is detected")
  func futureTap() {
    var drink = world.drinks()
    for ahead in [Span.minute, 2 * Span.minute] {
      drink.fact.tapped = world.now + ahead
      let row = FeedRow(
        operation: drink, verdict: Verdict(.changed), digest: .zero, committed: world.now)
      world.monitor.looksAtTap(of: row, scope: world.scope, at: world.now)
    }
    #expect(world.broken == [.clockSafety])
    #expect(
      world.reports == ["the log has a tap time further in the future than the server allows"])
  }
}
