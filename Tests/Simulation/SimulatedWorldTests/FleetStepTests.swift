import Base
import Chronology
import DomainCore
import Environment
import Properties
import SyncCore
import Testing

@testable import SimulatedWorld

@Suite("P19: a fleet whose devices have different versions of the app")
struct FleetStepTests {
  /// A parent makes a trophy, which an app of the previous version does not know.
  @discardableResult
  private func makesTrophy(_ home: inout Home, on device: Int, named name: UInt32 = 7)
    -> StepOutcome
  {
    let member = home.world.member(at: ReplicaAddress(device))
    return home.step(
      .submit(.makeTrophy(TextHandle(name), by: member), ReplicaAddress(device)), waits: 0)
  }

  private func trophies(_ home: borrowing Home, on device: Int) -> Int {
    home.world[copyAt: ReplicaAddress(device)].rewards.customTrophies().count
  }

  private func isImpossible(_ outcome: StepOutcome) -> Bool {
    if case .impossible = outcome { true } else { false }
  }

  @Test("an old app keeps working with what it knows, and reads everything once it is updated")
  func update() {
    var home = Home()
    home.step(.update(device: 2, .before))
    let refused = makesTrophy(&home, on: 2)
    #expect(isImpossible(refused), "it has no such command")
    for name in 1...3 as ClosedRange<UInt32> {
      makesTrophy(&home, on: 0, named: name)
      home.drinks(0)
      home.step(.close(device: 0))
      home.drinks(2)
      home.step(.open(device: 2))
    }
    home.step(.open(device: 0))
    let shown = (trophies(home, on: 0), trophies(home, on: 2))
    #expect(shown == (3, 0))
    let glasses = home.world[copyAt: ReplicaAddress(2)].personDay(MemberHandle(0), 0).waters
    #expect(glasses == 3, "known commands still work")
    home.step(.update(device: 2, .current))
    home.step(.open(device: 2))
    let updated = trophies(home, on: 2)
    #expect(updated == 3)
    let broken = home.settles()
    let checks = home.world.events.monitor.shared.tally.checks(of: .versions)
    #expect(broken == [] && checks > 3)
  }

  @Test("a device that never updates does so at the end, and then equals the others")
  func updatedAtTheEnd() {
    var home = Home()
    for device in 1..<4 { home.step(.update(device: device, .before)) }
    makesTrophy(&home, on: 0)
    home.step(.close(device: 0))
    home.step(.open(device: 3))
    home.step(.crash(device: 3))
    home.step(.open(device: 3))
    let broken = home.settles()
    #expect(broken == [])
    let shown = (0..<4).map { trophies(home, on: $0) }
    #expect(shown == [1, 1, 1, 1])
  }

  @Test("fields of the next version pass through all other versions, and every failover")
  func newFields() {
    var home = Home(mayFailOver: true)
    home.step(.update(device: 0, .next))
    home.step(.update(device: 2, .before))
    for device in [0, 2, 0, 0] {
      home.drinks(device)
      home.step(.open(device: device))
    }
    home.step(.failOver(behind: Span.hour))
    for device in [2, 0] { home.step(.open(device: device)) }
    let broken = home.settles()
    #expect(broken == [])
    var found: [Int: [UInt8]] = [:]
    for position in 0..<home.authors.count {
      home.world.backend.server.scopes[0].unknown.withFields(of: .operation, position) {
        found[position] = Array($0)
      }
    }
    let fields = found.keys.sorted().compactMap { found[$0] }
    #expect(fields == [1, 2, 3].map { NextVersionFields.of($0) }, "three of the four have some")
  }

  @Test("an old version returns only with the backup that it wrote")
  func versions() {
    var home = Home()
    home.step(.update(device: 0, .before))
    home.drinks(0)
    home.step(.open(device: 0))
    home.step(.backUp(device: 0))
    home.step(.update(device: 0, .current))
    let downgrades = [
      home.step(.update(device: 0, .before)), home.step(.update(device: 0, .current)),
      home.step(.update(device: 9, .next)),
    ]
    #expect(downgrades.allSatisfy(isImpossible))
    makesTrophy(&home, on: 0)
    home.step(.open(device: 0))
    home.step(.restore(device: 0, from: 0))
    home.step(.open(device: 0))
    let version = home.world.fleet.devices[0].version
    #expect(version == .before)
    let refused = makesTrophy(&home, on: 0)
    #expect(isImpossible(refused))
    home.step(.reinstall(device: 0))
    let installed = home.world.fleet.devices[0].version
    #expect(installed == .current, "an app store has no other")
    let broken = home.settles()
    #expect(broken == [])
    let shown = trophies(home, on: 0)
    #expect(shown == 1)
  }
}
