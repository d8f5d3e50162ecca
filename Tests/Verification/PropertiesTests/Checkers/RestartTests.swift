import Base
import Chronology
import DomainCore
import SyncCore
import TestKit
import Testing

@testable import Properties

@Suite("P22: an app restarts after a crash with the state that it had saved")
struct RestartTests {
  typealias World = MonitoredWorld

  /// The reports when a phone with a pending and a rejected operation restarts with the rest of its
  /// replica.
  private func said(_ damage: (inout ReplicaState<OwnBase>) -> Void = { _ in }) -> [String] {
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

  @Test("saved state gives the same app")
  func same() { #expect(said() == []) }

  @Test("a replica at another position is detected")
  func place() {
    #expect(said { $0.position -= 1 } == ["after a crash an app has another replica than before"])
  }

  @Test("a replica at the same position with other content is detected")
  func content() {
    let reports = said { copy in
      let waiting = copy.pending(0)
      copy.state.apply(waiting.fact)
    }
    #expect(reports == ["after a crash an app has another replica than before"])
  }

  @Test("a lost pending operation is detected")
  func waiting() {
    let lost = said { copy in
      var outbox = FlatQueue<Operation>()
      outbox.append(copy.pending(0))
      copy.outbox = outbox
    }
    #expect(lost == ["after a crash an app has other pending operations than before"])
    let forgotten = said { $0.sequence -= 1 }
    #expect(forgotten == lost)
  }

  @Test("a forgotten rejection is detected")
  func refusal() {
    let reports = said { copy in
      copy.rejections = FlatArray<FeedRow>()
      copy.dropped = FlatArray<FeedRow>()
    }
    #expect(reports == ["after a crash an app has other rejections than before"])
  }
}
