import CSQLite
import Testing

@testable import SimulatedDisk

@Suite("A simulated drive")
struct DriveTests {
  /// A file with durable content, and one more write and a cut that are not synced.
  private static func drive(seed: UInt64, _ change: (Drive, DiskFile) -> Void) -> Drive {
    let drive = Disk(seed: seed).makeDrive("phone", number: 3)
    drive.put([UInt8](repeating: 1, count: 2_048), into: "a")
    change(drive, drive.files["a"]!)
    return drive
  }

  private static func write(_ byte: UInt8, _ count: Int, at offset: Int, _ drive: Drive) {
    let bytes = [UInt8](repeating: byte, count: count)
    #expect(drive.write(bytes, count, at: offset, into: drive.files["a"]!) == SQLITE_OK)
  }

  @Test("loses nothing that was synced when the power is cut, and any sectors of the rest")
  func sectors() {
    var pictures: Set<[Int]> = []
    var torn = 0
    for seed in 1...200 as ClosedRange<UInt64> {
      let drive = Self.drive(seed: seed) { drive, file in
        drive.begin(step: 9)
        Self.write(2, 512, at: 0, drive)
        drive.sync(file, andFolder: false)
        Self.write(3, 1_024, at: 512, drive)
      }
      drive.cutPower()
      let bytes = drive.bytes(of: "a")
      #expect(bytes.count == 2_048)
      #expect(bytes[..<512].allSatisfy { $0 == 2 } && bytes[1_536...].allSatisfy { $0 == 1 })
      let kept = [512..<1_024, 1_024..<1_536].map { bytes[$0].prefix { $0 == 3 }.count }
      // A torn sector has the beginning of what was written.
      for (sector, count) in zip([512, 1_024], kept) {
        #expect(bytes[sector + count..<sector + 512].allSatisfy { $0 == 1 })
        if count > 0 && count < 512 { torn += 1 }
      }
      pictures.insert(kept.map { $0 == 0 ? 0 : $0 == 512 ? 2 : 1 })
    }
    // All, nothing, the first without the second, the second without the first, torn ones.
    #expect(pictures.isSuperset(of: [[2, 2], [0, 0], [2, 0], [0, 2]]) && torn > 10)
  }

  @Test("does nothing for a process that has ended while another one was at work")
  func endedMeanwhile() throws {
    let disk = Disk()
    let drive = disk.makeDrive("phone", number: 3)
    drive.put([1, 2, 3], into: "a")
    let file = try #require(drive.files["a"])
    let handle = DiskHandle(disk, drive, file, owesFolder: false, isTemporary: false)
    drive.opened(handle)
    #expect(drive.enter(.write, of: "a", by: handle) == nil)
    drive.observe = { [weak drive] _, _ in drive?.cutPower() }
    #expect(drive.enter(.write, of: "a", by: handle) == SQLITE_IOERR)
  }

  @Test("draws the same whatever happened in other steps")
  func addresses() {
    func left(after before: Int) -> [UInt8] {
      let drive = Self.drive(seed: 5) { drive, file in
        for step in 0..<before {
          drive.begin(step: 100 + UInt32(step))
          Self.write(7, 100, at: 0, drive)
          drive.sync(file, andFolder: false)
        }
        drive.begin(step: 9)
        Self.write(1, 100, at: 0, drive)
        drive.sync(file, andFolder: false)
        Self.write(3, 2_000, at: 0, drive)
      }
      drive.cutPower()
      return drive.bytes(of: "a")
    }
    #expect(left(after: 0) == left(after: 7))
  }

  @Test("brings back what was cut off, made or deleted, unless that was synced")
  func names() {
    var sizes: Set<Int> = []
    var existing: Set<[String]> = []
    for seed in 1...60 as ClosedRange<UInt64> {
      let drive = Self.drive(seed: seed) { drive, file in
        drive.resize(file, to: 512)
        drive.put([1], into: "b")
        drive.delete(drive.files["b"]!, durably: false)
        drive.files["c"] = DiskFile(name: "c")
      }
      drive.cutPower()
      sizes.insert(drive.bytes(of: "a").count)
      existing.insert(drive.names)
    }
    #expect(sizes == [512, 2_048])
    #expect(existing == [["a"], ["a", "b"], ["a", "c"], ["a", "b", "c"]])
    let drive = Self.drive(seed: 1) { drive, file in
      drive.put([1], into: "b")
      drive.files["c"] = DiskFile(name: "c")
      drive.delete(drive.files["b"]!, durably: true)
    }
    drive.cutPower()
    #expect(drive.names == ["a", "c"])
  }

  @Test("damages the rest of a torn sector only if it is not powersafe", arguments: [true, false])
  func neighbors(isPowersafe: Bool) {
    var damaged = 0
    for seed in 1...100 as ClosedRange<UInt64> {
      let drive = Self.drive(seed: seed) { drive, _ in
        drive.isPowersafe = isPowersafe
        Self.write(2, 100, at: 700, drive)
      }
      drive.cutPower()
      let bytes = drive.bytes(of: "a")
      #expect(bytes[..<512].allSatisfy { $0 == 1 } && bytes[1_024...].allSatisfy { $0 == 1 })
      if !(bytes[512..<700] + bytes[800..<1_024]).allSatisfy({ $0 == 1 }) { damaged += 1 }
    }
    #expect(isPowersafe ? damaged == 0 : damaged > 5)
  }

  @Test("loses what a lying sync has not synced, and counts what it does by itself")
  func lies() {
    var lost = 0
    for seed in 1...60 as ClosedRange<UInt64> {
      let drive = Self.drive(seed: seed) { drive, file in
        drive.rates.lyingSyncs = 32_768
        drive.begin(step: UInt32(seed))
        Self.write(2, 512, at: 0, drive)
        drive.sync(file, andFolder: false)
      }
      let lied = drive.faults > 0
      drive.cutPower()
      let isLost = drive.bytes(of: "a")[0] == 1
      #expect(lied || !isLost)
      if isLost { lost += 1 }
    }
    #expect(lost > 5)
  }

  @Test(
    "misdirects writes, and changes bits between steps and on reading, at the rates that it has")
  func dishonest() {
    var (elsewhere, atRest, onReading) = (0, 0, 0)
    for seed in 1...60 as ClosedRange<UInt64> {
      let drive = Self.drive(seed: seed) { drive, _ in
        drive.rates.misdirectedWrites = 32_768
        drive.rates.readFlips = 32_768
        Self.write(2, 512, at: 0, drive)
        drive.rates.restFlips = 32_768
      }
      let before = drive.bytes(of: "a")
      if before[0] == 1 { elsewhere += 1 }
      #expect(before.filter { $0 == 2 }.count == 512)
      var read = before
      drive.read(&read, read.count)
      if read != before { onReading += 1 }
      drive.begin(step: 4)
      if drive.bytes(of: "a") != before { atRest += 1 }
    }
    #expect(elsewhere > 5 && atRest > 10 && onReading > 10)
  }

  @Test("has as much room as it is given")
  func room() {
    let drive = Self.drive(seed: 1) { drive, _ in drive.capacity = 3_000 }
    Self.write(2, 500, at: 2_048, drive)
    let bytes = [UInt8](repeating: 2, count: 1_000)
    #expect(drive.write(bytes, 1_000, at: 2_500, into: drive.files["a"]!) == SQLITE_FULL)
    #expect(drive.bytes(of: "a").count == 2_548)
  }
}
