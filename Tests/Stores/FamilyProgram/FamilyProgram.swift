import Base
import SQLiteStores
import ShakeoutCore
import SystemLibrary

/// A family's server or one of its phones over an SQLite file, as a process of its own that a test
/// may kill at any moment: `family-program server <database> <milliseconds>`, or
/// `family-program phone <database> <milliseconds> <registration>`.
///
/// It reads commands from lines and answers with lines; messages are in hexadecimal digits. The
/// milliseconds say when its clock begins.
@main
struct FamilyProgram {
  static func main() throws {
    let words = CommandLine.arguments
    guard words.count > 3, let start = Int64(words[3]) else { exit(64) }
    let place = StorePlace(database: words[2])
    let clock = Clock(start: Instant(milliseconds: start))
    if words[1] == "server" {
      try FamilyServerProcess.run(place, clock)
    } else {
      var phone = try FamilyPhone(place, Registration(Lines.bytes(words[4])), clock)
      try phone.run()
    }
  }
}

/// A clock that never shows the same time twice.
final class Clock {
  private var now: Instant

  init(start: Instant) { now = start }

  func next() -> Instant {
    now = now + Span.second / 1_000
    return now
  }
}

/// The server: its journal is in the database, and a response leaves once that is committed.
enum FamilyServerProcess {
  private static let firstDay = LocalDay(year: 2026, month: 3, day: 2)
  private static let settings = ServerSettings(
    clockSkewBoundMilliseconds: 5 * Span.minute, hasOwnTexts: true)

  private static var genesis: ScopeGenesis {
    var genesis = ScopeGenesis(firstDay: firstDay)
    for _ in 0..<2 {
      genesis.members.append(
        Member(role: .parent, born: LocalDay(year: 1990, month: 1, day: 1)))
    }
    return genesis
  }

  static func run(_ place: StorePlace, _ clock: Clock) throws {
    var server = try DurableServer.open(try SQLiteServerStorage(at: place), settings: settings)
    // It may have been killed after any of these.
    if server.core.scopes.count == 0 { _ = try server.open(genesis) }
    while server.core.sites.count < 2 {
      _ = try server.register(scope: 0, member: MemberHandle(UInt16(server.core.sites.count)))
    }
    for site in 0..<2 as Range<UInt32> {
      let registration = Registration(
        site: site, scope: 0, member: MemberHandle(UInt16(site)), genesis: genesis)
      Lines.say(Lines.hex(registration.encoded()))
    }
    var request = Request()
    var response = Response()
    var writer = WireWriter()
    while let (_, message) = Lines.next() {
      try Lines.bytes(message).withUnsafeBufferPointer { bytes throws(WireError) in
        try request.decode(bytes)
      }
      try server.respond(request, now: clock.next(), into: &response) { _, _ in }
      response.encode(into: &writer)
      Lines.say(Lines.hex(writer.bytes.withElements { Array($0) }))
    }
  }
}

/// A parent's phone. What it calls saved is in its database.
struct FamilyPhone: ~Copyable {
  private var phone: Session<SQLiteReplicaStorage>
  private var name = ""
  private var habit: HabitID?

  init(
    _ place: StorePlace, _ registration: consuming Registration, _ clock: Clock
  ) throws {
    let zone = Zone(named: "Europe/Berlin")!
    do throws(StorageError) {
      phone = try Session(
        opening: try Self.storage(place), of: registration, zone: zone, clock: clock.next)
    } catch {
      guard error == .empty else { throw error }
      phone = try Session(
        registration, in: try Self.storage(place), zone: zone, clock: clock.next)
    }
  }

  private static func storage(_ place: StorePlace) throws(StorageError) -> SQLiteReplicaStorage {
    do throws(StoreOpeningError) {
      return try SQLiteReplicaStorage(at: place)
    } catch {
      fatalError("\(error)")
    }
  }

  mutating func run() throws {
    Lines.say("open")
    while let (command, content) = Lines.next() {
      switch command {
      case "edit":
        let words = content.split(separator: " ")
        for number in 0..<(Int(words[1]) ?? 0) {
          try edit("\(words[0])-\(number / 4)", number % 4)
        }
        Lines.say("end")
      case "request": Lines.say(Lines.hex(try phone.request()))
      default:
        Lines.say(try phone.take(Lines.bytes(content)).isWorthAsking ? "more" : "done")
      }
    }
  }

  /// One tap of four kinds, each of which is like no other, and then the line that it is saved.
  private mutating func edit(_ name: String, _ kind: Int) throws {
    let today = phone.today
    switch (kind, habit) {
    case (0, _), (_, nil):
      habit = try phone.attempt(
        .createHabit("Caf\u{E9} \(name)", for: phone.person, category: "Mind")
      ).get()
      self.name = "Caf\u{E9} \(name)"
      Lines.say("saved name \(self.name)")
    case (1, let habit?):
      try phone.attempt(.mark(habit)).get()
      Lines.say("saved mark \(self.name), \(today.number)")
    case (2, _):
      let other = phone.members.first { $0.id != phone.person }!
      _ = try phone.attempt(.awardBonus(7, to: other.id, message: "For \(name)")).get()
      Lines.say("saved points For \(name)")
    case (_, let habit?):
      let yesterday = today.adding(days: -1)
      try phone.attemptAll([
        .rename(habit, to: "\(self.name), renamed"), .mark(habit, on: yesterday),
      ]).get()
      Lines.say("saved name \(self.name), renamed")
      Lines.say("saved mark \(self.name), \(yesterday.number)")
    }
  }
}

enum Lines {
  static func next() -> (command: String, content: String)? {
    guard let line = readLine() else { return nil }
    let parts = line.split(separator: " ", maxSplits: 1).map(String.init)
    return (parts.first ?? "", parts.count > 1 ? parts[1] : "")
  }

  static func say(_ line: String) {
    print(line)
    fflush(nil)
  }

  static func hex(_ bytes: [UInt8]) -> String {
    bytes.map { byte in
      let digits = String(byte, radix: 16)
      return digits.count < 2 ? "0\(digits)" : digits
    }.joined()
  }

  static func bytes(_ hex: String) -> [UInt8] {
    let digits = hex.compactMap(\.hexDigitValue)
    return stride(from: 0, to: digits.count - 1, by: 2).map {
      UInt8(digits[$0] << 4 | digits[$0 + 1])
    }
  }
}
