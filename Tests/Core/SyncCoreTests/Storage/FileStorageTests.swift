import Base
import Chronology
import DomainCore
import Foundation
import TestKit
import Testing

@testable import SyncCore

@Suite("A storage in a plain file")
struct FileStorageTests {
  private let folder: TemporaryFolder
  private let path: String
  let world = World()
  let tablet: Device

  init() throws {
    folder = try TemporaryFolder()
    path = "\(folder.path)/replica.log"
    tablet = world.device(of: World.father)
    for _ in 0..<3 { try tablet.drinks(tenthOunces: 10) }
    world.exchange(tablet)
  }

  func found() throws -> Replica<FileReplicaStorage> {
    let site = world.server.register(scope: world.family, member: World.mother)
    return try Replica(
      site: site, scope: world.family, genesis: ScopeGenesis(of: World.founded()),
      storage: try FileReplicaStorage(at: path))
  }

  func opened() throws -> Replica<FileReplicaStorage> {
    try Replica.open(try FileReplicaStorage(at: path))
  }

  /// A habit, two drinks, and an edit of a habit that another member deletes meanwhile.
  func lives(_ phone: inout Replica<FileReplicaStorage>) throws {
    func submits(_ commands: [Command], _ phone: inout Replica<FileReplicaStorage>) throws {
      _ = try phone.commit(
        commands, author: World.mother, day: world.today, zone: .utc, now: world.now
      ).get()
    }
    let habit = Entity(site: phone.site, sequence: 1)
    let name = world.names.habitName("Reading")
    try submits(
      [.createHabit(for: World.mother, name: name, category: .empty, icon: 0, rank: 0)], &phone)
    try world.link.exchange(&phone, with: &world.server, now: world.now)
    world.exchange(tablet)
    try tablet.deletes(habit, of: World.mother)
    world.exchange(tablet)
    let glass = WaterAmount(tenthOunces: 80, source: .glass, minuteOfDay: 600)
    try submits([.logWater(for: World.mother, glass), .logWater(for: World.mother, glass)], &phone)
    try submits([.renameHabit(habit, of: World.mother, to: world.names.habitName("b"))], &phone)
  }

  @Test("is opened as it was left, at every step, and continues")
  func reopened() throws {
    var phone = try found()
    try lives(&phone)
    try expectSame(phone, try opened())
    var again = try opened()
    try world.link.exchange(&again, with: &world.server, now: world.now)
    try expectSame(again, try opened())
    let rejected = again.rejections.map(\.reason)
    #expect(again.store.pendingCount == 0 && rejected == [.habitDeleted])
    let isSame = again.store.state.isIdentical(to: world.server.scopes[0].state)
    #expect(isSame)
    // FAM-7: a rewritten feed replaces the file's rows.
    world.server.erase(World.child, from: world.family, now: world.now)
    try world.link.exchange(&again, with: &world.server, now: world.now)
    try expectSame(again, try opened())
    #expect(again.store.epoch == 2)
  }

  @Test("knows after a restart who has ended their own membership, though no one else does yet")
  func ended() throws {
    var phone = try found()
    func submits(_ command: Command, _ phone: inout Replica<FileReplicaStorage>) throws {
      _ = try phone.commit(
        command, author: World.mother, day: world.today, zone: .utc, now: world.now
      ).get()
    }
    try submits(.removeMember(World.mother), &phone)
    var again = try opened()
    let glass = WaterAmount(tenthOunces: 80, source: .glass, minuteOfDay: 600)
    #expect(throws: RefusalError(.memberRemoved)) {
      try submits(.logWater(for: World.mother, glass), &again)
    }
  }

  @Test("torn at any byte has whole transactions, and everything that was synced")
  func torn() throws {
    var phone = try found()
    try lives(&phone)
    let whole = try Data(contentsOf: URL(filePath: path))
    var sequences: Set<UInt32> = []
    for length in stride(from: whole.count, through: 0, by: -7) {
      try whole.prefix(length).write(to: URL(filePath: path))
      guard let found = try? opened() else { continue }
      sequences.insert(found.store.sequence)
      let pending = found.store.pendingCount
      #expect(pending == 0 || found.store.pending(pending - 1).followers == 0)
    }
    #expect(sequences == [0, 1, 3, 4])
  }

  private func expectSame(
    _ one: borrowing Replica<FileReplicaStorage>, _ other: borrowing Replica<FileReplicaStorage>
  ) throws {
    let heads = [one.store.head, other.store.head]
    let isSame = one.store.state.isIdentical(to: other.store.state)
    #expect(heads[0] == heads[1] && isSame)
    let mine = one.pendingOperations
    let others = other.pendingOperations
    let rejections = [one.rejections, other.rejections]
    #expect(mine == others && rejections[0] == rejections[1])
  }
}
