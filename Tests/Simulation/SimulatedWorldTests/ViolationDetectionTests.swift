import Base
import Chronology
import DomainCore
import Properties
import SyncCore
import Testing

@testable import SimulatedWorld

@Suite("A violation")
struct ViolationDetectionTests {
  private static func violation(at time: Instant, scope: UInt32 = 0, site: UInt32) -> Violation {
    Violation(.convergence, at: time, scope: scope, site: site, sequence: 1, what: "planted")
  }

  @Test("is traced at its own time, after the step or event in which it was found")
  func told() {
    var world = SmallWorld.world()
    world.events.trace = []
    let noon = SmallWorld.noon()
    let violation = Self.violation(at: noon, site: 0)
    world.events.monitor.shared.tally.report(violation)
    world.perform(
      Step(SmallWorld.id(.water), at: noon, .submit(SmallWorld.glass(of: 0), ReplicaAddress(0))))
    world.perform(
      Step(SmallWorld.id(.close), at: noon + Span.hour, .close(device: 0)))
    let trace = world.events.trace ?? []
    let violationFound = trace.firstIndex {
      if case .violationFound = $0.what { true } else { false }
    }
    let ended = trace.firstIndex { if case .ended = $0.what { true } else { false } }
    #expect(violationFound != nil && violationFound == ended.map { $0 + 1 })
    #expect(violationFound.map { trace[$0].time } == noon)
    let count = trace.count { if case .violationFound = $0.what { true } else { false } }
    #expect(count == 1)
  }

  @Test("names the device of the operation, whatever was installed there since")
  func devices() {
    var world = SmallWorld.world()
    let noon = SmallWorld.noon()
    world.perform(Step(SmallWorld.id(.reinstall), at: noon, .reinstall(device: 1)))
    let fresh = world.fleet.replicas[world.fleet.devices[1].family].site
    world.perform(
      Step(SmallWorld.id(.water), at: noon, .submit(SmallWorld.glass(of: 1), ReplicaAddress(1))))
    let (replicas, sites) = (world.fleet.replicas.count, world.fleet.siteCount)
    #expect(Int(fresh) >= replicas && Int(fresh) < sites)
    world.events.monitor.shared.tally.report(Self.violation(at: noon, site: fresh))
    let group = world.directory.people[1].groupReplica
    let (scope, site) = (world.fleet.replicas[group].scope, world.fleet.replicas[group].site)
    world.events.monitor.shared.tally.report(Self.violation(at: noon, scope: scope, site: site))
    let found = world.violations
    #expect(found.map(\.site) == [1, 1] && found.map(\.scope) == [0, 0])
    #expect(found.map(\.group) == [nil, 0])
    #expect(found.map(\.kind) == ["waterLogged", nil])
  }
}
