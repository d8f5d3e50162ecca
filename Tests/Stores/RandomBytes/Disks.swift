import Base
import Chronology
import DomainCore
import SQLiteStores
import SimulatedDisk
import SyncCore

/// Files of a phone and of a server on a simulated disk, with any damage.
///
/// What is opened has what was saved at some time: the last of it, or what was saved before where
/// the files that would show it are gone, too. Anything else is reported.
final class DiskChunk {
  private var samples: Samples
  private let disk: Disk
  private let phone: Drive
  private let server: Drive
  private let spare: Drive
  private var life = PhoneLife()
  /// What the phone, or the server, had after each of its commits.
  private var saved: Set<Saved> = []

  private struct Saved: Hashable {
    var isServer: Bool
    var digest: Digest128
    var count: UInt32
  }

  init(seed: UInt64) throws {
    samples = Samples(seed: seed)
    disk = Disk(seed: seed)
    phone = disk.makeDrive("phone", number: 1)
    server = disk.makeDrive("server", number: 2)
    spare = disk.makeDrive("spare", number: 3)
    try livesPhone()
    try livesServer()
  }

  private func place(_ drive: Drive) -> StorePlace {
    StorePlace(
      database: "\(drive.name)/store.db", beside: "\(drive.name)/store", fileSystem: disk.name,
      patienceMilliseconds: 1)
  }

  private static func saved<Storage: ReplicaStorage & ~Copyable>(
    _ replica: borrowing Replica<Storage>
  ) -> Saved {
    Saved(isServer: false, digest: replica.store.state.digest, count: replica.store.sequence)
  }

  private static func saved<Storage: ServerStorage & ~Copyable>(
    _ server: borrowing DurableServer<Storage>
  ) -> Saved {
    let rows = server.core.scopes.count > 0 ? server.core.scopes[0].feed.count : 0
    return Saved(
      isServer: true, digest: rows > 0 ? server.core.scopes[0].state.digest : .zero,
      count: UInt32(rows))
  }

  private func livesPhone() throws {
    let nonce = try InstallFile.nonce(at: place(phone)) { 100 }
    var replica = try Replica(
      site: 0, scope: 0, genesis: Family.genesis,
      storage: SQLiteReplicaStorage(at: place(phone)), install: nonce, texts: ScopeTexts())
    var saved: Set<Saved> = [Self.saved(replica)]
    for _ in 0..<2 {
      try life.lives(&replica, rounds: 5) { saved.insert(Self.saved($0)) }
      // Opening copies the log back; what follows stays in the log.
      replica = try Replica.open(
        SQLiteReplicaStorage(at: place(phone)), as: nonce, texts: ScopeTexts())
    }
    try life.lives(&replica, rounds: 3) { saved.insert(Self.saved($0)) }
    self.saved.formUnion(saved)
  }

  private func livesServer() throws {
    var server = try DurableServer.open(
      SQLiteServerStorage(at: place(server)), settings: Family.settings)
    saved.insert(Self.saved(server))
    let scope = try server.open(Family.genesis)
    for member in 0..<2 as Range<UInt16> {
      _ = try server.register(scope: scope, member: MemberHandle(member))
    }
    for number in 0..<20 {
      if number == 12 {
        server = try DurableServer.open(
          SQLiteServerStorage(at: place(self.server)), settings: Family.settings)
      }
      try asks(&server, site: UInt32(number % 2), Int64(number))
      saved.insert(Self.saved(server))
    }
  }

  private func asks(
    _ server: inout DurableServer<SQLiteServerStorage>, site: UInt32, _ minute: Int64
  ) throws {
    let now = Family.start + minute * Span.minute
    var request = Request()
    var response = Response()
    try samples.request(of: site, to: server.core, at: now).withUnsafeBufferPointer {
      bytes throws(WireError) in try request.decode(bytes)
    }
    request.header.site = site
    try server.respond(request, now: now, into: &response) { _, _ in }
  }

  // MARK: Damage

  private func damageFiles(of drive: Drive) {
    for _ in 0...samples.below(3) {
      let names = drive.names.filter { !$0.hasSuffix(".lock") }
      guard !names.isEmpty else { return }
      let name = names[samples.below(names.count)]
      var bytes = drive.bytes(of: name)
      let size = bytes.count
      if size == 0 || samples.oneIn(12) {
        drive.remove(name)
        continue
      }
      let start = samples.below(size)
      let sector = start / Drive.sectorSize * Drive.sectorSize
      let end = min(size, sector + Drive.sectorSize)
      switch samples.below(8) {
      case 0, 1:
        drive.flip(bit: samples.below(size * 8), of: name)
        continue
      case 2: bytes.removeSubrange(start...)
      case 3: for place in sector..<end { bytes[place] = 0 }
      case 4: for place in start..<min(size, start + 40) { bytes[place] = samples.number() }
      case 5:
        let other = samples.below(size) / Drive.sectorSize * Drive.sectorSize
        for place in 0..<min(end - sector, size - other) {
          bytes.swapAt(sector + place, other + place)
        }
      case 6: bytes += samples.noise([])
      default:
        let other = drive.bytes(of: names[samples.below(names.count)])
        bytes.replaceSubrange(start..., with: other.suffix(max(0, other.count - start)))
      }
      drive.remove(name)
      drive.put(bytes, into: name)
    }
  }

  func run(_ count: Int) throws -> Int {
    var read = 0
    for number in 0..<count {
      let isServer = number % 4 == 3
      spare.become(isServer ? server : phone)
      spare.begin(step: UInt32(number))
      damageFiles(of: spare)
      if isServer ? try opensServer() : try opensPhone() { read += 1 }
    }
    return read
  }

  // MARK: What a process does with it

  private func opensPhone() throws -> Bool {
    let place = place(spare)
    do {
      let nonce = try InstallFile.nonce(at: place) { 200 }
      var replica = try Replica.open(
        SQLiteReplicaStorage(at: place), as: nonce, texts: ScopeTexts())
      expect(saved.contains(Self.saved(replica)), "the phone shows what it never had")
      try life.taps(&replica, 2)
      try life.exchanges(&replica)
      return true
    } catch let error as StoreOpeningError {
      if error.isDamage { try salvages(place) }
    } catch let error as StorageError {
      if case .damaged = error { try salvages(place) }
    }
    return false
  }

  private func salvages(_ place: StorePlace) throws {
    do {
      var number: UInt64 = 300
      let report = try SQLiteReplicaStorage.salvage(at: place) {
        number += 1
        return number
      }
      guard report.site != nil else { return }
      var replica = try Replica.open(
        SQLiteReplicaStorage(at: place), as: try InstallFile.read(at: place), texts: ScopeTexts())
      try life.exchanges(&replica)
    } catch is StoreOpeningError {
    } catch is StorageError {}
  }

  private func opensServer() throws -> Bool {
    let place = place(spare)
    do {
      var server = try DurableServer.open(
        SQLiteServerStorage(at: place), settings: Family.settings)
      expect(saved.contains(Self.saved(server)), "the server has what it never had")
      if server.core.sites.count > 1 { try asks(&server, site: 1, 100) }
      return true
    } catch let error as StoreOpeningError {
      guard error == .storage(.damaged(.end), path: place.database) else { return false }
      do {
        try SQLiteServerStorage.acceptShorterLog(at: place)
        let stale = try DurableServer.failOver(
          to: SQLiteServerStorage(at: place), as: 1, settings: Family.settings)
        expect(saved.contains(Self.saved(stale)), "the stale server has what it never had")
      } catch is StoreOpeningError {
      } catch is StorageError {}
    } catch is StorageError {}
    return false
  }
}
