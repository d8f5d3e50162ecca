import Base
import Chronology
import DomainCore
import SyncCore

/// A server's journal in memory, as the bytes of its records.
final class Journal {
  var records: [[UInt8]] = []
  fileprivate var open: [[UInt8]] = []
}

/// The storage of a server whose journal is in memory.
struct JournalStorage: ServerStorage, ~Copyable {
  typealias Failure = StorageError

  private let journal: Journal
  private var writer = WireWriter()

  init(_ journal: Journal) { self.journal = journal }

  mutating func begin() { journal.open = journal.records }
  mutating func commit() { journal.records = journal.open }
  mutating func rollBack() {}

  private mutating func bytes(of entry: JournalEntry) -> [UInt8] {
    writer.writeRecord(entry)
    return writer.bytes.withElements { Array($0) }
  }

  mutating func append(_ entry: JournalEntry) { journal.open.append(bytes(of: entry)) }

  mutating func erase(_ fields: [JournalFields]) throws(StorageError) {
    let erased = Set(fields)
    for place in journal.open.indices {
      journal.open[place] = bytes(of: try Self.entry(journal.open[place]).erased(erased))
    }
  }

  mutating func forEach(_ body: (JournalEntry) -> Bool) throws(StorageError) {
    for record in journal.records {
      if !body(try Self.entry(record)) { return }
    }
  }

  private static func entry(_ bytes: [UInt8]) throws(StorageError) -> JournalEntry {
    do throws(WireError) {
      return try bytes.withUnsafeBufferPointer { bytes throws(WireError) in
        try StoredRecord.entry(bytes)
      }
    } catch {
      throw .damaged(.record)
    }
  }
}

extension Samples {
  /// Damages some records so that most of them can still be read, or loses, repeats or moves them.
  mutating func damage(_ records: inout [[UInt8]], isReadable: ([UInt8]) -> Bool) {
    for _ in 0...below(3) where !records.isEmpty {
      let place = below(records.count)
      switch below(12) {
      case 0: records.remove(at: place)
      case 1: records.insert(records[place], at: below(records.count))
      case 2: records.swapAt(place, below(records.count))
      case 3: records.removeSubrange(place...)
      default:
        var bytes = records[place]
        for _ in 0..<20 {
          bytes = records[place]
          damage(&bytes, records[below(records.count)])
          if isReadable(bytes) { break }
        }
        records[place] = bytes
      }
    }
  }
}

/// Journals of which a server is made, and which goes on if it can.
struct JournalChunk: ~Copyable {
  private var samples: Samples
  private let whole: [[UInt8]]

  init(seed: UInt64) {
    samples = Samples(seed: seed)
    do throws(StorageError) {
      whole = try Self.life(&samples)
    } catch {
      fatalError("\(error)")
    }
  }

  /// What a server leaves in its journal that has everything in it.
  private static func life(_ samples: inout Samples) throws(StorageError) -> [[UInt8]] {
    let journal = Journal()
    var server = try DurableServer.open(JournalStorage(journal), settings: Family.settings)
    let account = try server.openAccount()
    try server.setBirth(of: account, to: LocalDay(year: 1990, month: 1, day: 1))
    try server.allowSharing(of: account, true)
    let scope = try server.open(Family.genesis)
    for member in 0..<3 as Range<UInt16> {
      _ = try server.register(
        scope: scope, member: MemberHandle(member), account: member == 0 ? account : .none)
    }
    try server.register(DeviceToken(7), for: account)
    var now = Family.start
    for number in 0..<12 {
      now = now + Span.minute
      _ = try Self.asks(
        &server, samples.request(of: UInt32(number % 2), to: server.core, at: now), now)
    }
    try server.erase(MemberHandle(2), from: scope, now: now)
    try server.drop(DeviceToken(7))
    for _ in 0..<3 {
      now = now + Span.minute
      _ = try Self.asks(&server, samples.request(of: 0, to: server.core, at: now), now)
    }
    return journal.records
  }

  private static func asks(
    _ server: inout DurableServer<JournalStorage>, _ bytes: [UInt8], _ now: Instant
  ) throws(StorageError) -> Int {
    var request = Request()
    var response = Response()
    do throws(WireError) {
      try bytes.withUnsafeBufferPointer { bytes throws(WireError) in try request.decode(bytes) }
    } catch {
      fatalError("\(error)")
    }
    try server.respond(request, now: now, into: &response) { _, _ in }
    return response.rows.count
  }

  private static func isReadable(_ bytes: [UInt8]) -> Bool {
    do throws(WireError) {
      _ = try bytes.withUnsafeBufferPointer { bytes throws(WireError) in
        try StoredRecord.entry(bytes)
      }
      return true
    } catch {
      return false
    }
  }

  consuming func run(_ count: Int) -> Int {
    var read = 0
    for _ in 0..<count {
      let journal = Journal()
      journal.records = whole
      samples.damage(&journal.records, isReadable: Self.isReadable)
      do throws(StorageError) {
        var server = try DurableServer.open(JournalStorage(journal), settings: Family.settings)
        read += 1
        try goesOn(&server)
        // What it has written since can be read.
        _ = try DurableServer.open(JournalStorage(journal), settings: Family.settings)
      } catch {
        guard case .damaged = error else { fatalError("\(error)") }
      }
    }
    return read
  }

  private mutating func goesOn(
    _ server: inout DurableServer<JournalStorage>
  ) throws(StorageError) {
    guard server.core.scopes.count > 0 else { return }
    for site in 0..<min(2, UInt32(server.core.sites.count)) {
      let now = Family.start + Span.hour
      _ = try Self.asks(&server, samples.request(of: site, to: server.core, at: now), now)
    }
  }
}
