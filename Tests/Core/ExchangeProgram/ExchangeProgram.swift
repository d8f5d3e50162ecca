import ShakeoutCore
import SystemLibrary

/// A family's server or one of its phones, as a process of its own: `exchange-program server` or
/// `exchange-program phone`. It reads commands from lines and answers each with a line; messages
/// are in hexadecimal digits. A test carries them.
@main
struct ExchangeProgram {
  private static func clock() -> Instant { Instant("2026-03-10T15:00:00Z")! }
  private static let berlin = Zone(named: "Europe/Berlin")!

  static func main() throws {
    if CommandLine.arguments.last == "server" { try server() } else { try phone() }
  }

  private static func server() throws {
    var server = FamilyServer(clock: clock)
    let ada = Person(name: "Ada", born: LocalDay(year: 1988, month: 4, day: 12))
    var session = try server.createFamily(by: ada, in: berlin)
    session.exchange(with: &server)
    while let (command, content) = next() {
      switch command {
      case "register": answer(hex(try server.register(session.person, beside: session, in: berlin)))
      default: answer(hex(server.respond(to: bytes(content))))
      }
    }
  }

  private static func phone() throws {
    guard let (_, given) = next() else { return }
    var phone = Session(
      try Registration(bytes(given)), in: MemoryStorage(), zone: berlin, clock: clock)
    answer("")
    while let (command, content) = next() {
      switch command {
      case "create":
        _ = try phone.perform(.createHabit(content, for: phone.person, category: "Mind"))
        answer("")
      case "request": answer(hex(phone.request()))
      case "take": answer(phone.take(bytes(content)).isWorthAsking ? "more" : "done")
      default: answer(phone.habits(of: phone.person).map(\.shownName).joined(separator: ", "))
      }
    }
  }

  // MARK: Lines

  private static func next() -> (command: String, content: String)? {
    guard let line = readLine() else { return nil }
    let parts = line.split(separator: " ", maxSplits: 1).map(String.init)
    return (parts.first ?? "", parts.count > 1 ? parts[1] : "")
  }

  private static func answer(_ line: String) {
    print(line)
    fflush(nil)
  }

  private static func hex(_ bytes: [UInt8]) -> String {
    bytes.map { byte in
      let digits = String(byte, radix: 16)
      return digits.count < 2 ? "0\(digits)" : digits
    }.joined()
  }

  private static func bytes(_ hex: String) -> [UInt8] {
    let digits = hex.compactMap(\.hexDigitValue)
    return stride(from: 0, to: digits.count - 1, by: 2).map {
      UInt8(digits[$0] << 4 | digits[$0 + 1])
    }
  }
}
