import Base
import DomainCore
import SimulatedDisk
import SyncCore
import TestKit
import Testing

@testable import SQLiteStores

@Suite("P26: a storage on a disk that does not keep what it was given")
struct DamageTests {
  #if DEBUG
    private static let flips = 1_200
  #else
    private static let flips = 10_000
  #endif

  private struct Expected {
    var contents: Contents
    var records: [[UInt8]]
  }

  /// A drive with a long life: a database with everything in it, and a log with more.
  private static func lived(_ home: Household) throws -> (drive: Drive, expected: Expected) {
    let drive = home.drive()
    var phone = try home.found(at: home.place(drive), site: home.register(Household.mother))
    try home.lives(&phone) { _ in }
    for _ in 0..<40 { try home.drink(&phone) }
    // Opening copies the log back; what follows stays in the log.
    phone = try home.opened(at: home.place(drive))
    for _ in 0..<20 { try home.drink(&phone) }
    let copy = home.disk.makeDrive("copy", number: 4)
    copy.become(drive)
    let records = try RecordFile(home.place(copy), .replica).everything
    return (drive, Expected(contents: Contents(phone), records: records))
  }

  /// What a process finds: what was written, or damage that it reports; anything else is an issue.
  private static func isReported(
    _ home: Household, _ spare: Drive, _ expected: Expected, _ what: String
  ) throws -> Bool {
    do {
      let found = try home.opened(at: home.place(spare))
      let records = try RecordFile(home.place(spare), .replica).everything
      let isSame = Contents(found) == expected.contents && records == expected.records
      try #require(isSame, "another value was read: \(what)")
      return false
    } catch let error as StoreOpeningError {
      let isKnown =
        switch error {
        case .otherProgram, .newerVersion: true
        default: error.isDamage
        }
      try #require(isKnown, "\(error): \(what)")
      return true
    } catch let error as StorageError {
      guard case .damaged = error else { throw error }
      return true
    }
  }

  @Test("reports each changed bit that changes a record, and reads no other value")
  func flips() throws {
    let home = Household()
    let (drive, expected) = try Self.lived(home)
    let spare = home.disk.makeDrive("spare", number: 4)
    var dice = Dice(seed: 51)
    var reported: [String: Int] = [:]
    for _ in 0..<Self.flips {
      let name = dice.pick(["replica.db", "replica.db-wal", "replica.mark"])
      let bit = Int(dice.bits() % UInt64(drive.bytes(of: name).count * 8))
      spare.become(drive)
      spare.flip(bit: bit, of: name)
      let isReported = try Self.isReported(home, spare, expected, "bit \(bit) of \(name)")
      reported[name, default: 0] += isReported ? 1 : 0
    }
    // Most of the log is records, and a part of the database that the log does not replace; the
    // mark only watches over them.
    #expect(reported["replica.db"]! > Self.flips / 20)
    #expect(reported["replica.db-wal"]! > Self.flips / 8)
    #expect(reported["replica.mark"]! == 0)
  }

  @Test("reports bits that are read wrongly, and reads no other value")
  func readFlips() throws {
    let home = Household()
    let (drive, expected) = try Self.lived(home)
    let spare = home.disk.makeDrive("spare", number: 4)
    spare.rates.readFlips = 2_000
    var reported = 0
    for step in 0..<UInt32(Self.flips / 4) {
      spare.become(drive)
      spare.begin(step: step)
      if try Self.isReported(home, spare, expected, "step \(step)") { reported += 1 }
    }
    #expect(reported > Self.flips / 40 && spare.faults > reported)
  }

  /// A life on such a disk, from the beginning: returns what was reported.
  private static func life(
    seed: UInt64, _ change: (Drive) -> Void
  ) throws -> (reported: Bool, drive: Drive) {
    let home = Household(seed: seed)
    let drive = home.drive()
    let place = home.place(drive)
    var phone = try home.found(at: place, site: home.register(Household.mother))
    var acknowledged = [Contents(phone)]
    change(drive)
    for step in 0..<40 as Range<UInt32> {
      drive.begin(step: step)
      do {
        try home.drink(&phone)
        acknowledged.append(Contents(phone))
        if step % 9 == 8 { try home.exchange(&phone) }
        acknowledged.append(Contents(phone))
        if step % 7 == 6 {
          drive.cutPower()
          phone = try home.opened(at: place)
          let found = Contents(phone)
          // Without its mark a storage may be as it was some taps ago, and never otherwise.
          try #require(acknowledged.contains(found), "seed \(seed), step \(step)")
          if found != acknowledged.last { return (true, drive) }
        }
      } catch let error as StorageError {
        guard case .damaged = error else { throw error }
        return (true, drive)
      } catch let error as StoreOpeningError {
        try #require(error.isDamage || error == .otherProgram(path: place.database), "\(error)")
        return (true, drive)
      }
    }
    return (false, drive)
  }

  @Test("reports what misdirected writes destroyed, and reads no other value")
  func misdirected() throws {
    var (reported, harmed) = (0, 0)
    for seed in 1...(UInt64(Self.flips) / 20) {
      let (isReported, drive) = try Self.life(seed: seed) { $0.rates.misdirectedWrites = 1_000 }
      if drive.faults > 0 { harmed += 1 }
      if isReported { reported += 1 }
      #expect(drive.faults > 0 || !isReported)
    }
    #expect(reported > harmed / 4 && harmed > 10)
  }

  @Test("reports what syncs that lie have lost, or is as it was some taps ago")
  func lies() throws {
    var (reported, harmed) = (0, 0)
    for seed in 1...(UInt64(Self.flips) / 20) {
      let (isReported, drive) = try Self.life(seed: seed) { $0.rates.lyingSyncs = 6_000 }
      if drive.faults > 0 { harmed += 1 }
      if isReported { reported += 1 }
      #expect(drive.faults > 0 || !isReported)
    }
    #expect(reported > 10 && harmed > reported)
  }

  @Test("P1: keeps what was saved when its own calls fail now and then")
  func failures() throws {
    for seed in 1...20 as ClosedRange<UInt64> {
      let home = Household(seed: seed)
      let drive = home.drive()
      let place = home.place(drive)
      var phone = Phone(try home.found(at: place, site: home.register(Household.mother)))
      drive.rates.failures = 1_500
      var saved: UInt32 = 0
      for step in 0..<60 as Range<UInt32> {
        drive.begin(step: step)
        let before = phone.replica.store.sequence
        do {
          try home.drink(&phone.replica)
          saved = before + 1
        } catch {
          // The process starts again until it can open its storage.
          for _ in 0..<50 {
            do {
              phone = Phone(try home.opened(at: place))
              break
            } catch {}
          }
          let found = phone.replica.store.sequence
          #expect(found == before || found == before + 1)
          #expect(found >= saved)
        }
      }
      #expect(drive.faults > 0 && saved > 20)
    }
  }
}

extension RecordFile {
  /// All records, as bytes, with the parts that they belong to.
  var everything: [[UInt8]] {
    get throws(StorageError) {
      var found: [[UInt8]] = [head.content]
      for part in StorePart.allCases {
        try forEach(part) { (number, bytes) throws(StorageError) in
          found.append([UInt8(part.rawValue), UInt8(truncatingIfNeeded: number)] + bytes)
          return true
        }
      }
      return found
    }
  }
}
