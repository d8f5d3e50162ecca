import Base
import DomainCore
import SimulatedDisk
import SyncCore
import TestKit
import Testing

@testable import SQLiteStores

@Suite("A replica that finds its storage damaged")
struct SalvageTests {
  /// Changes bits in all copies of a record in the files.
  private static func damage(_ drive: Drive, _ needle: [UInt8]) -> Int {
    var found = 0
    for name in ["replica.db", "replica.db-wal"] {
      let bytes = drive.bytes(of: name)
      var start = 0
      while start + needle.count <= bytes.count {
        if Array(bytes[start..<start + needle.count]) == needle {
          drive.flip(bit: (start + needle.count / 2) * 8 + 3, of: name)
          found += 1
        }
        start += 1
      }
    }
    return found
  }

  private static func bytes(_ operation: Operation) -> [UInt8] {
    var writer = WireWriter()
    writer.writeRecord(operation, 0, of: UnknownFields())
    return writer.bytes.withElements { Array($0) }
  }

  @Test(
    "OFF-3, P26: hands over the operations that are whole, and reports the others", arguments: 0..<8
  )
  func oneOperation(index: Int) throws {
    let owner = try DamagedPhone()
    // Everything lies in the database itself, where no checksum of the log covers it.
    _ = try RecordFile(owner.place, .replica)
    try #require(Self.damage(owner.drive, Self.bytes(owner.pending[index])) == 1)
    #expect(throws: StorageError.damaged(.record)) { _ = try owner.home.opened(at: owner.place) }
    let report = try SQLiteReplicaStorage.salvage(at: owner.place) { 200 }
    // The second to the fourth are one transaction, which is not cut.
    let isInTransaction = (1...3).contains(index)
    let kept = owner.pending.indices.filter {
      isInTransaction ? !(1...3).contains($0) : $0 != index
    }
    #expect(report.pending == kept.map { owner.pending[$0].sequence })
    #expect(report.pendingLost == 8 - kept.count && report.site == 0)
    let rows = try owner.goesOn(InstallNonce(raw: 200))
    #expect(rows == Array(1...4) + report.pending)
    #expect(owner.drive.names.contains("replica.db.damaged-1"))
  }

  @Test("P26: an operation on an older page, which the server has decided, makes up for no other")
  func olderPage() throws {
    let owner = try DamagedPhone()
    _ = try RecordFile(owner.place, .replica)
    try #require(Self.damage(owner.drive, Self.bytes(owner.pending[7])) == 1)
    let decided = owner.home.server.rows(of: 0)[3].operation
    do {
      let connection = try Connection(owner.place.database, fileSystem: owner.place.fileSystem)
      let insertion = try connection.prepare("INSERT INTO record VALUES (?, ?, ?)")
      let key = StorePart.outbox.key(Int(decided.sequence))
      try Self.bytes(decided).withUnsafeBufferPointer { (bytes) throws(StorageError) in
        insertion.bind(1, key)
        insertion.bind(2, Int64(bitPattern: RecordFile.sum(of: bytes, key)))
        insertion.bind(3, bytes)
        try insertion.run()
      }
    }
    let report = try SQLiteReplicaStorage.salvage(at: owner.place) { 200 }
    #expect(report.pending == owner.pending[..<7].map(\.sequence))
    #expect(report.pendingLost == 1)
  }

  @Test(
    "P4: a copy from another install's backup skips nothing that it has lost", arguments: 0..<8,
    [false, true])
  func copyWithGap(index: Int, setsClockBack: Bool) throws {
    let owner = try DamagedPhone(setsClockBack: setsClockBack)
    _ = try RecordFile(owner.place, .replica)
    try #require(Self.damage(owner.drive, Self.bytes(owner.pending[index])) == 1)
    // Backups have neither the mark nor the identity of an install.
    let tablet = owner.home.disk.makeDrive("tablet", number: 5)
    let place = owner.home.place(tablet)
    for name in ["replica.db", "replica.db-wal"] {
      tablet.put(owner.drive.bytes(of: name), into: name)
    }
    let report = try SQLiteReplicaStorage.salvage(at: place) { 300 }
    // The second to the fourth are one transaction.
    let kept = (1...3).contains(index) ? 1 : index
    #expect(report.pending == owner.pending[..<kept].map(\.sequence))
    #expect(report.pendingLost == nil)
    let found = try owner.home.opened(at: place, as: InstallNonce(raw: 300))
    let head = found.store.head
    #expect(head.sequencePermanentlyLost == 0)
  }

  @Test("OFF-3: is salvaged when only writing notices the damage")
  func damageThatOnlyWritingNotices() throws {
    let owner = try DamagedPhone()
    // Everything lies in the database itself.
    _ = try RecordFile(owner.place, .replica)
    // The number of free pages, which only what needs a page reads.
    owner.drive.flip(bit: 36 * 8 + 6, of: "replica.db")
    do {
      var phone = try owner.home.opened(at: owner.place)
      #expect(throws: StorageError.damaged(.record)) {
        for _ in 0..<200 { try owner.home.drink(&phone) }
      }
    }
    owner.drive.kill(process: 0)
    #expect(throws: StoreOpeningError.self) { _ = try owner.home.opened(at: owner.place) }
    let report = try SQLiteReplicaStorage.salvage(at: owner.place) { 200 }
    #expect(report.pending.starts(with: owner.pending.map(\.sequence)))
    let rows = try owner.goesOn(InstallNonce(raw: 200))
    #expect(rows == Array(1...4) + report.pending)
  }

  @Test("OFF-3: is salvaged when a changed header forbids to write", arguments: 1..<8)
  func headerThatForbidsWriting(bit: Int) throws {
    let owner = try DamagedPhone()
    // Everything lies in the database itself.
    _ = try RecordFile(owner.place, .replica)
    // The form in which the file may be written: 2, for a log.
    owner.drive.flip(bit: 18 * 8 + bit, of: "replica.db")
    do throws(StoreOpeningError) {
      _ = try SQLiteReplicaStorage(at: owner.place)
      // 0 is read as 1, and corrected.
      #expect(bit == 1)
    } catch {
      #expect(error == .storage(.damaged(.record), path: owner.place.database))
      let report = try SQLiteReplicaStorage.salvage(at: owner.place) { 200 }
      #expect(report.pending == owner.pending.map(\.sequence) && report.pendingLost == 0)
      let rows = try owner.goesOn(InstallNonce(raw: 200))
      #expect(rows == Array(1...4) + report.pending)
    }
  }

  @Test("keeps everything when only the head or a row is damaged, or the log was cut")
  func rest() throws {
    for what in ["head", "row", "end"] {
      let owner = try DamagedPhone()
      let file = try RecordFile(owner.place, .replica)
      var needle: [UInt8] = []
      file.head.write(to: &needle)
      if what == "row" {
        try file.forEach(.row) { (_, bytes) throws(StorageError) in
          needle = Array(bytes)
          return true
        }
      }
      if what == "end" {
        // The last commits are in the log; its end goes with a bit of the third last.
        try owner.cutLog(before: 2_500)
      } else {
        try #require(Self.damage(owner.drive, needle) == 1)
      }
      var isDamaged = false
      do { _ = try owner.home.opened(at: owner.place) } catch { isDamaged = true }
      #expect(isDamaged, "\(what)")
      let report = try SQLiteReplicaStorage.salvage(at: owner.place) { 200 }
      #expect(report.pending.starts(with: owner.pending.map(\.sequence)))
      // Where the head or the end of the log is gone, no one knows what waited.
      #expect(report.pendingLost == (what == "row" ? 0 : nil))
      let rows = try owner.goesOn(InstallNonce(raw: 200))
      #expect(rows == Array(1...4) + report.pending)
    }
  }

  @Test("starts as a new install when nothing is left")
  func nothing() throws {
    let owner = try DamagedPhone()
    owner.drive.put([UInt8](repeating: 0x55, count: 20_000), into: "replica.db")
    owner.drive.remove("replica.db-wal")
    #expect(throws: StoreOpeningError.storage(.damaged(.record), path: owner.place.database)) {
      _ = try SQLiteReplicaStorage(at: owner.place)
    }
    let report = try SQLiteReplicaStorage.salvage(at: owner.place) { 200 }
    #expect(report.pending == [] && report.site == nil && report.pendingLost == nil)
    #expect("\(report)".contains("replica.db.damaged-1"))
    var phone = try owner.home.found(
      at: owner.place, site: owner.home.register(Household.mother, install: InstallNonce(raw: 200)),
      install: InstallNonce(raw: 200))
    try owner.home.exchange(&phone)
    let isSame = phone.store.state.isIdentical(to: owner.home.server.scopes[0].state)
    #expect(isSame)
  }

  @Test("P1: is interrupted at any call, and repeated")
  func interrupted() throws {
    let model = try DamagedPhone()
    _ = try RecordFile(model.place, .replica)
    // That the log was cut off is not durable yet, and it would heal the database.
    for name in model.drive.names { model.drive.put(model.drive.bytes(of: name), into: name) }
    try #require(Self.damage(model.drive, Self.bytes(model.pending[6])) == 1)
    let spare = model.home.disk.makeDrive("spare", number: 4)
    let place = model.home.place(spare)
    let count = DiskTrigger()
    spare.become(model.drive)
    spare.trigger = count
    let whole = try SQLiteReplicaStorage.salvage(at: place) { 200 }
    var repeated = 0
    for call in 1...count.calls {
      spare.trigger = nil
      spare.become(model.drive)
      spare.begin(step: UInt32(call))
      spare.trigger = DiskTrigger(.powerCut, atCall: call)
      _ = try? SQLiteReplicaStorage.salvage(at: place) { 300 }
      if call % 2 == 0 { spare.cutPower() }
      spare.trigger = nil
      spare.restart()
      let needsIt = (try? model.home.opened(at: place, as: InstallNonce(raw: 400))) == nil
      if needsIt {
        let report = try SQLiteReplicaStorage.salvage(at: place) { 400 }
        #expect(report.pending == whole.pending)
        repeated += 1
      }
      let found = try model.home.opened(at: place, as: try InstallFile.read(at: place))
      let isForeign = found.isForeign
      #expect(isForeign && Contents(found).pending.map(\.sequence) == whole.pending, "\(call)")
    }
    #expect(repeated > count.calls / 2)
  }
}
