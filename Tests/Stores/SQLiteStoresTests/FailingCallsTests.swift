import SimulatedDisk
import SyncCore
import Testing

@testable import SQLiteStores

/// A call that fails shows nothing of what lies on the disk.
@Suite("A damaged storage on a disk that fails at one call")
struct FailingCallsTests {
  /// Makes a phone with a damaged storage, and a drive that can become its drive again and again.
  private static func damaged() throws -> (model: DamagedPhone, spare: Drive, place: StorePlace) {
    let model = try DamagedPhone()
    // The last commit alone goes with its last page, so one of two places of the mark shows it.
    try model.cutLog(before: 200)
    let spare = model.home.disk.makeDrive("spare", number: 4)
    return (model, spare, model.home.place(spare))
  }

  /// Does something at each call that fails, as often as there are calls without a failure.
  private static func atEachCall(
    of model: DamagedPhone, on spare: Drive, _ body: () -> Void, check: (Int) throws -> Void
  ) throws {
    let count = DiskTrigger()
    spare.become(model.drive)
    spare.trigger = count
    body()
    try #require(count.calls > 3)
    for call in 1...count.calls {
      spare.trigger = nil
      spare.become(model.drive)
      spare.begin(step: UInt32(call))
      spare.trigger = DiskTrigger(.failure, atCall: call)
      try check(call)
    }
    spare.trigger = nil
  }

  @Test("P26: is never opened as if it were whole")
  func opening() throws {
    let (model, spare, place) = try Self.damaged()
    try Self.atEachCall(
      of: model, on: spare, { _ = try? model.home.opened(at: place) },
      check: { call in
        let isOpened = (try? model.home.opened(at: place)) != nil
        #expect(!isOpened, "call \(call)")
      })
  }

  @Test("P1: is salvaged with all that is whole, at once or at the next try")
  func salvaging() throws {
    let (model, spare, place) = try Self.damaged()
    spare.become(model.drive)
    let whole = try SQLiteReplicaStorage.salvage(at: place) { 200 }
    try #require(whole.pending.starts(with: model.pending.map(\.sequence)))
    try Self.atEachCall(
      of: model, on: spare, { _ = try? SQLiteReplicaStorage.salvage(at: place) { 200 } },
      check: { call in
        let first = try? SQLiteReplicaStorage.salvage(at: place) { 300 }
        spare.trigger = nil
        spare.restart()
        let report = try first ?? SQLiteReplicaStorage.salvage(at: place) { 400 }
        #expect(report.pending == whole.pending, "call \(call)")
      })
  }

  @Test("OFF-3: keeps its identity")
  func identity() throws {
    let (model, spare, place) = try Self.damaged()
    try Self.atEachCall(
      of: model, on: spare, { _ = try? InstallFile.nonce(at: place) { 500 } },
      check: { call in
        let nonce = try? InstallFile.nonce(at: place) { 500 }
        #expect(nonce == nil || nonce == InstallNonce(raw: 100), "call \(call)")
      })
  }
}
