import Base
import SimulatedDisk
import SyncCore
import Testing

@testable import SQLiteStores

/// Cuts the power before calls of a drive, on copies of it, and checks what a process would find.
///
/// That must be exactly what was there before the open transaction, or what is there after it: for
/// a replica's or server's next life depends on nothing else. So no run has to be made again for a
/// crash.
final class CrashWatch {
  /// Whose records they are.
  enum Use { case replica, server }

  private let drive: Drive
  private let use: Use
  private let run: DiskRun
  private let spares: [(disk: Disk, drive: Drive)]
  /// What each commit has left.
  private var expected: [UInt64: Digest128] = [0: .zero]
  private var acknowledged: UInt64 = 0
  /// What was found of a commit that has not returned yet.
  private var early: Digest128?
  private var calls = 0

  init(_ drive: Drive, _ use: Use, _ run: DiskRun) {
    self.drive = drive
    self.use = use
    self.run = run
    spares = (1...run.draws).map { number in
      let disk = Disk(seed: run.seed &* 1_000 + UInt64(number))
      let spare = disk.makeDrive("spare", number: drive.number)
      spare.isPowersafe = drive.isPowersafe
      return (disk, spare)
    }
    drive.observe = { [weak self] call, _ in self?.called(call) }
  }

  private func note(_ holds: Bool, _ what: String) {
    if !holds && !run.broken.contains(what) { run.broken.append(what) }
  }

  private func called(_ call: DiskCall) {
    calls += 1
    guard calls % run.stride == 0 else { return }
    for place in spares.indices {
      let spare = spares[place]
      spare.drive.become(drive)
      spare.drive.cutPower()
      run.cuts += 1
      // The next process is cut off, too, somewhere while it opens; the one after it must do.
      if place % 4 == 3 {
        spare.drive.trigger = DiskTrigger(.powerCut, atCall: 1 + calls % 29)
        _ = found(on: spare)
        spare.drive.trigger = nil
        spare.drive.restart()
        spare.drive.cutPower()
      }
      look(spare, call)
    }
  }

  private func look(_ spare: (disk: Disk, drive: Drive), _ call: DiskCall) {
    guard let found = found(on: spare) else {
      note(false, "P22: nothing can be opened after a crash before a \(call)")
      return
    }
    if found.commit == acknowledged {
      note(
        found.digest == expected[acknowledged],
        "P1: what was saved is not there after a crash before a \(call)")
    } else {
      note(
        found.commit == acknowledged + 1,
        "P1: commits are gone after a crash before a \(call): \(found.commit) is left of "
          + "\(acknowledged)")
      note(early == nil || early == found.digest, "P22: a half transaction was found")
      early = found.digest
    }
  }

  /// A commit has returned.
  func committed() {
    let spare = spares[0]
    spare.drive.become(drive)
    guard let found = found(on: spare) else {
      note(false, "P1: nothing can be opened after a commit")
      return
    }
    note(found.commit == acknowledged + 1, "P1: a commit is not there")
    note(early == nil || early == found.digest, "P22: a half transaction was found")
    early = nil
    acknowledged = found.commit
    expected = [acknowledged: found.digest]
  }

  /// Everything in the storage, each record read and checked; nil if it cannot be opened.
  private func found(
    on spare: (disk: Disk, drive: Drive)
  ) -> (commit: UInt64, digest: Digest128)? {
    let place = StorePlace(database: "spare/store.db", fileSystem: spare.disk.name)
    let layout = use == .server ? StoreLayout.journal : .replica
    guard let file = try? RecordFile(place, layout) else { return nil }
    var digest = Digest128.zero
    for part in StorePart.allCases {
      let isRead: Void? = try? file.forEach(part) { (number, bytes) throws(StorageError) in
        digest.fold(
          Digest128(first: UInt64(bitPattern: part.key(number)), second: UInt64(bytes.count)))
        digest.fold(.of(bytes: UnsafeRawBufferPointer(bytes)))
        return true
      }
      if isRead == nil { return nil }
    }
    file.head.content.withUnsafeBytes { digest.fold(.of(bytes: $0)) }
    return (file.revision, file.revision == 0 ? .zero : digest)
  }
}
