import Base
import DomainCore
import SimulatedDisk
import SyncCore
import Testing

@testable import SQLiteStores

@Suite("FAM-7: what is erased from a storage")
struct ErasureTests {
  private static func contains(_ needle: [UInt8], _ bytes: [UInt8]) -> Bool {
    guard bytes.count >= needle.count else { return false }
    return bytes.withUnsafeBufferPointer { bytes in
      (0...bytes.count - needle.count).contains { start in
        bytes[start] == needle[0]
          && needle.indices.allSatisfy { bytes[start + $0] == needle[$0] }
      }
    }
  }

  @Test("is in no file of the phone afterwards, and no page is free", arguments: [false, true])
  func erased(isShared: Bool) throws {
    let home = Household()
    let drive = home.drive()
    let place = home.place(drive)
    var phone = try home.found(at: place, site: home.register(Household.mother))
    let widget = try home.opened(at: place)
    var tablet = Replica(
      site: home.register(Household.father), scope: 0, state: Household.genesis.founded())
    // The father's operations bear a mark that can be found again.
    let needle = Array("the father's".utf8)
    for number in 1...200 {
      needle.withUnsafeBufferPointer {
        tablet.store.unknown.keep($0, of: .operation, number)
      }
      try home.drink(&tablet, by: Household.father)
    }
    try home.exchange(&tablet)
    for _ in 0..<3 { try home.exchange(&phone) }
    func files() -> [String] {
      drive.names.filter { Self.contains(needle, drive.bytes(of: $0)) }
    }
    #expect(files() == ["replica.db-wal"])
    try phone.refresh()
    if isShared { try home.drink(&phone) }
    home.server.erase(Household.father, from: 0, now: home.now)
    try home.exchange(&phone)
    let epoch = phone.store.epoch
    #expect(epoch == 2 && files() == [])
    withExtendedLifetime(widget) {}
    for seed in 1...10 as ClosedRange<UInt64> {
      // Nothing comes back after a power cut either.
      let spare = Disk(seed: seed).makeDrive("spare", number: 1)
      spare.become(drive)
      spare.cutPower()
      #expect(spare.names.filter { Self.contains(needle, spare.bytes(of: $0)) } == [])
    }
    let connection = try Connection("phone/replica.db", fileSystem: home.disk.name)
    #expect(try connection.number("PRAGMA freelist_count") == 0)
    #expect(try connection.number("PRAGMA auto_vacuum") == 2)
  }

  @Test("P27: is in no file of the server afterwards, and all other entries are as before")
  func erasedJournal() throws {
    let home = Household()
    let drive = home.drive()
    let place = home.place(drive)
    let words = Array("the father's".utf8)
    // Field 100, bytes.
    let fields: [UInt8] = [0xA2, 0x06, UInt8(words.count)] + words
    var phone = Replica(
      site: home.register(Household.father), scope: 0, state: Household.genesis.founded())
    try home.drink(&phone, by: Household.father)
    try home.exchange(&phone)
    let row = home.server.scopes[0].feed[0]
    let entries = (0..<40).map { position -> JournalEntry in
      position == 7
        ? .newcomerRefused(row, site: 3, unknown: fields)
        : .row(row, scope: 0, position: UInt32(position), unknown: fields)
    }
    var storage = try SQLiteServerStorage(at: place)
    for entry in entries {
      try storage.begin()
      try storage.append(entry)
      try storage.commit()
    }
    func files() -> [String] {
      drive.names.filter { Self.contains(words, drive.bytes(of: $0)) }
    }
    #expect(!files().isEmpty)
    let erased = (0..<40).map { position -> JournalFields in
      position == 7 ? .refusal(site: 3) : .row(scope: 0, position: UInt32(position))
    }
    try storage.begin()
    try storage.erase(erased)
    try storage.commit()
    #expect(files() == [])
    var found: [JournalEntry] = []
    try storage.forEach {
      found.append($0)
      return true
    }
    #expect(found == entries.map { $0.erased(Set(erased)) })
    _ = try SQLiteServerStorage(at: place)
  }
}
