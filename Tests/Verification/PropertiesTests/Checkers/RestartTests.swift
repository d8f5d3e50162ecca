import Base
import Chronology
import DomainCore
import SyncCore
import Testing

@testable import Properties

@Suite("P22: an app that was ended begins again as what it was")
struct RestartTests {
  typealias World = MonitoredWorld

  /// What is said when a phone on which something waits, and something was refused, is ended and
  /// begins again with what is left of its copy.
  private func said(_ damage: (inout ReplicaState) -> Void = { _ in }) -> [String] {
    let world = World()
    let habit = world.creates()
    world.exchangeAll()
    world.does(World.tablet, .deleteHabit(habit, of: World.parent))
    world.completes(habit)
    world.exchange(World.tablet)
    world.exchange(World.phone)
    #expect(world.rejectedCount(World.phone) == 1)
    world.drinks()
    world.drinks()
    let before = RestartChecker(world.replicas[World.phone])
    var copy = world.replicas[World.phone].store.copied()
    damage(&copy)
    let install = copy.head.install
    world.replicas[World.phone] = Replica(restored: copy, as: install)
    world.monitor.restarted(world.replicas[World.phone], from: before, at: world.now)
    #expect(world.checks(of: .restartEquivalence) == 1)
    #expect(world.broken.isSubset(of: [.restartEquivalence]))
    return world.reports
  }

  @Test("what was saved gives the same app")
  func same() { #expect(said() == []) }

  @Test("a copy of another place in the feed is seen")
  func place() {
    #expect(said { $0.position -= 1 } == ["an app that was ended has another copy than it had"])
  }

  @Test("a copy of the same place with other things in it is seen")
  func content() {
    let reports = said { copy in
      let waiting = copy.pending(0)
      copy.state.apply(waiting.fact)
    }
    #expect(reports == ["an app that was ended has another copy than it had"])
  }

  @Test("an operation that waits no more is seen")
  func waiting() {
    let lost = said { copy in
      var outbox = FlatQueue<Operation>()
      outbox.append(copy.pending(0))
      copy.outbox = outbox
    }
    #expect(lost == ["an app that was ended has other operations waiting than it had"])
    let forgotten = said { $0.sequence -= 1 }
    #expect(forgotten == lost)
  }

  @Test("a refusal that is forgotten is seen")
  func refusal() {
    let reports = said { copy in
      copy.rejections = FlatArray<FeedRow>()
      copy.dropped = FlatArray<FeedRow>()
    }
    #expect(reports == ["an app that was ended has other refusals than it had"])
  }
}
