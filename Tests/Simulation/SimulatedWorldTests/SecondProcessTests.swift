import Base
import Chronology
import Environment
import SimulatedDisk
import SyncCore
import Testing

@testable import SimulatedWorld

@Suite("A widget that has the app's database open beside the app")
struct SecondProcessTests {
  /// A phone over SQLite whose log is copied back after every few taps.
  private struct Phone: ~Copyable {
    var world = SmallWorld.world(SmallWorld.settings(storage: .sqlite, logFramesMax: 2))
    let start = SmallWorld.noon()

    var disks: WorldDisks { world.fleet.factory.disks! }

    mutating func meets(_ kind: DiskFaultKind, call: UInt32 = 0, number: Int = 0) {
      world.perform(
        Step(
          SmallWorld.id(.disk, number: number), at: start,
          .diskFault(device: 0, DiskFaultStep(kind, call: call, randomWord: 0))))
    }

    mutating func drinks(_ glasses: Range<Int>) {
      for number in glasses {
        world.perform(
          Step(
            SmallWorld.id(.water, number: number), at: start,
            .submit(SmallWorld.glass(of: 0), ReplicaAddress(0))))
      }
    }

    /// The head and the outbox after a crash.
    mutating func reopened() -> (head: ReplicaHead, pending: Int) {
      world.perform(Step(SmallWorld.id(.crash), at: start, .crash(device: 0)))
      return (
        world.fleet.replicas[world.fleet.devices[0].family].store.head,
        world.pendingCount(at: ReplicaAddress(0))
      )
    }
  }

  @Test("meets the app in its transactions and checkpoints, and changes nothing")
  func meets() {
    var alone = Phone()
    var shared = Phone()
    shared.meets(.secondProcess)
    alone.drinks(0..<20)
    shared.drinks(0..<20)
    let second = shared.disks.secondProcess(on: 0)
    let (news, hasFoundDamage) = (second?.takeNews(), second?.hasFoundDamage)
    #expect(news?.hasMetApp == true && news?.saves == 0 && hasFoundDamage == false)
    let (found, expected) = (shared.reopened(), alone.reopened())
    #expect(found.head == expected.head && found.pending == 20)
    #expect(expected.pending == 20)
    let violations = shared.world.violations
    #expect(violations == [])
  }

  @Test("waits for as many calls of the app as the step says")
  func waits() {
    var phone = Phone()
    phone.meets(.secondProcess, call: 1_000)
    phone.drinks(0..<5)
    let hasMet = phone.disks.secondProcess(on: 0)?.takeNews().hasMetApp
    #expect(hasMet == false)
  }

  @Test("ends with the app, and a second one replaces the first")
  func ends() {
    var phone = Phone()
    phone.meets(.secondProcess)
    let first = phone.disks.secondProcess(on: 0)
    phone.meets(.secondProcess, number: 1)
    let second = phone.disks.secondProcess(on: 0)
    #expect(first != nil && second != nil && first !== second)
    _ = phone.reopened()
    let after = phone.disks.secondProcess(on: 0)
    #expect(after == nil)
  }

  @Test("may meet a power cut that waits for a call; the app has all that it had saved")
  func powerCut() {
    for call in 1...30 as ClosedRange<UInt32> {
      var phone = Phone()
      phone.drinks(0..<3)
      phone.meets(.powerCut, call: call)
      phone.meets(.secondProcess, number: 1)
      phone.drinks(3..<6)
      let (found, violations) = (phone.reopened(), phone.world.violations)
      #expect(found.pending >= 5 && violations == [], "call \(call)")
    }
  }
}
