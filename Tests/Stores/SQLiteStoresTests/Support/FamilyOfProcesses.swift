import Chronology
import Foundation
import SyncCore
import TestKit
import Testing

@testable import SQLiteStores

/// A server and two phones in three processes, each over a file of its own, which are killed at any
/// moment and start again.
///
/// A round begins without a connection: both phones save edits. Then they exchange until nothing is
/// unsent. In each round some of the three are killed, mostly while their log grows, which is in
/// the middle of a commit.
final class FamilyOfProcesses {
  /// When one is killed: so long after something has happened so often.
  private struct Moment {
    /// What it waits for.
    enum Cause { case nothing, growth, saved }

    var cause: Cause
    var count = 1
    var microseconds: Int
  }

  /// Who is killed in a round.
  private enum Victims: CaseIterable {
    case editor, editors, taker, server, serverAndTaker
  }

  static let phoneCount = 2
  private static let editsMax = 16

  let folder: TemporaryFolder
  private var dice: Dice
  private var server: Peer?
  private var phones: [Peer] = []
  private var registrations: [String] = []
  private var clockStart = LocalDay(year: 2026, month: 3, day: 10).at(hour: 9).milliseconds
  private var names = 0
  /// What the phones have called saved.
  private(set) var saved: [[String]] = [[], []]
  /// How often each kind of process was killed.
  private(set) var kills = (phones: 0, servers: 0)
  /// How often the log ended with a part of a transaction.
  private(set) var cutCommits = 0

  init(seed: UInt64) throws {
    folder = try TemporaryFolder()
    dice = Dice(seed: seed)
  }

  var serverPlace: StorePlace { StorePlace(database: "\(folder.path)/server.db") }

  func phonePlace(_ phone: Int) -> StorePlace {
    StorePlace(database: "\(folder.path)/phone-\(phone).db")
  }

  // MARK: Starting and killing

  private func startServer() throws {
    let server = try Peer(
      "family-program", ["server", serverPlace.database, "\(clockStart)"])
    registrations = (0..<Self.phoneCount).compactMap { _ in server.line() }
    try #require(registrations.count == Self.phoneCount, "the server does not start")
    self.server = server
  }

  private func startedPhone(_ phone: Int) throws -> Peer {
    let peer = try Peer(
      "family-program",
      ["phone", phonePlace(phone).database, "\(clockStart)", registrations[phone]])
    try #require(peer.line() == "open", "phone \(phone) does not start")
    return peer
  }

  /// While an editor is killed: at any time, in the middle of a commit, or just after it has called
  /// something saved.
  private func drawMoment() -> Moment {
    let count = 1 + dice.roll(Self.editsMax / 2)
    return switch dice.roll(5) {
    case 0: Moment(cause: .nothing, microseconds: dice.roll(20_000))
    case 1, 2: Moment(cause: .saved, count: count, microseconds: dice.roll(60))
    default: Moment(cause: .growth, count: count, microseconds: dice.roll(400))
    }
  }

  /// While a message is taken: at any time, or in the middle of its commit.
  private func drawMomentOfMessage() -> Moment {
    Moment(cause: dice.flip() ? .growth : .nothing, microseconds: dice.roll(400))
  }

  /// Returns at a moment in the life of a process, at the latest after a while.
  private func wait(for moment: Moment, of place: StorePlace, since before: Int, phone: Int = 0) {
    var size = before
    let latest = ContinuousClock.now + .milliseconds(60)
    for _ in 0..<moment.count {
      switch moment.cause {
      case .nothing: break
      case .growth:
        while ContinuousClock.now < latest {
          let grown = logSize(of: place)
          if grown == size { continue }
          size = grown
          break
        }
      case .saved: if !hears(phone) { return }
      }
    }
    let end = ContinuousClock.now + .microseconds(moment.microseconds)
    while ContinuousClock.now < end {}
  }

  private static func size(of path: String) -> Int {
    var status = stat()
    return stat(path, &status) == 0 ? Int(status.st_size) : 0
  }

  private func logSize(of place: StorePlace) -> Int { Self.size(of: place.database + "-wal") }

  private func kill(_ peer: Peer, at place: StorePlace) throws {
    try #require(peer.isKilled(), "\(place.database): it ended before it was killed")
    if try Self.endsInCommit(place.database + "-wal") { cutCommits += 1 }
  }

  /// Whether the last frame of a log is no commit, or not whole.
  private static func endsInCommit(_ log: String) throws -> Bool {
    let bytes = [UInt8](try Data(contentsOf: URL(filePath: log)))
    let (header, frameHeader) = (32, 24)
    guard bytes.count > header else { return !bytes.isEmpty }
    let frame = frameHeader + 1_024
    let left = (bytes.count - header) % frame
    guard left == 0 else { return true }
    let last = bytes.count - frame
    return bytes[last + 4..<last + 8].allSatisfy { $0 == 0 }
  }

  // MARK: A round

  /// Everybody edits and exchanges, and some are killed; at the end no process runs.
  func plays() throws {
    clockStart += 60_000
    let victims = dice.pick(Victims.self)
    try startServer()
    phones = try (0..<Self.phoneCount).map(startedPhone)
    try edit(victims)
    var killsAt = [.taker, .server, .serverAndTaker].contains(victims) ? dice.roll(3) : Int.max
    for _ in 0..<2 {
      for phone in phones.indices { try exchange(phone, victims, &killsAt) }
    }
    for peer in phones + [server!] { try #require(peer.ends()) }
  }

  private func tellToEdit(_ phone: Int) {
    names += 1
    phones[phone].tell("edit \(phone)-\(names) \(4 + dice.roll(Self.editsMax - 3))")
  }

  /// Notes what a phone has saved next; false when it has done all or is dead.
  private func hears(_ phone: Int) -> Bool {
    guard let line = phones[phone].line(), line != "end" else { return false }
    saved[phone].append(String(line.dropFirst("saved ".count)))
    return true
  }

  private func edit(_ victims: Victims) throws {
    let sizes = phones.indices.map { logSize(of: phonePlace($0)) }
    for phone in phones.indices { tellToEdit(phone) }
    let first = dice.roll(Self.phoneCount)
    let killed =
      switch victims {
      case .editor: [first]
      case .editors: [first, 1 - first]
      default: [Int]()
      }
    for phone in killed {
      wait(for: drawMoment(), of: phonePlace(phone), since: sizes[phone], phone: phone)
      try kill(phones[phone], at: phonePlace(phone))
      kills.phones += 1
    }
    for phone in phones.indices { while hears(phone) {} }
    for phone in killed {
      phones[phone] = try startedPhone(phone)
      tellToEdit(phone)
      while hears(phone) {}
    }
  }

  /// Exchanges until nothing is unsent; with some response, `killsAt` is reached.
  private func exchange(_ phone: Int, _ victims: Victims, _ killsAt: inout Int) throws {
    for _ in 0..<100 {
      let isLast = killsAt == 0
      killsAt -= 1
      let request = try #require(phones[phone].ask("request"))
      let kills = (server: isLast && victims != .taker, phone: isLast && victims != .server)
      guard let response = try respond(to: request, isKilled: kills.server) else { continue }
      // A message may come twice.
      if dice.chance(1, in: 4) { _ = server?.ask("respond \(request)") }
      let size = logSize(of: phonePlace(phone))
      phones[phone].tell("take \(response)")
      if kills.phone {
        wait(for: drawMomentOfMessage(), of: phonePlace(phone), since: size)
        try kill(phones[phone], at: phonePlace(phone))
        self.kills.phones += 1
        phones[phone] = try startedPhone(phone)
      } else if try #require(phones[phone].line()) == "done" {
        return
      }
    }
    Issue.record("phone \(phone) has something unsent after a hundred exchanges")
  }

  /// The response to a request, if the server lives long enough to send it.
  private func respond(to request: String, isKilled: Bool) throws -> String? {
    let server = try #require(server)
    let size = logSize(of: serverPlace)
    server.tell("respond \(request)")
    guard isKilled else {
      let response: String = try #require(server.line())
      return response
    }
    wait(for: drawMomentOfMessage(), of: serverPlace, since: size)
    try kill(server, at: serverPlace)
    kills.servers += 1
    let response = server.line()
    try startServer()
    return response
  }
}
