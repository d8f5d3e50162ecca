import Base
import Chronology
import DomainCore
import Engines
import SQLiteStores
import SyncCore

/// The server of a family: its journal is in a database, and a response leaves once that is saved.
final class CoreServer {
  private let disk: CoreDisk
  private var server: DurableServer<SQLiteServerStorage>

  private static let settings = ServerSettings(
    clockSkewBoundMilliseconds: 5 * Span.minute, hasOwnTexts: true)

  /// A parent, and the children whose names are registers.
  static var genesis: ScopeGenesis {
    var genesis = ScopeGenesis(firstDay: LocalDay(year: 2025, month: 1, day: 1))
    genesis.members.append(
      Member(role: .parent, born: LocalDay(year: 1990, month: 1, day: 1)))
    for _ in 0..<CoreClient.registersMax {
      genesis.members.append(
        Member(role: .child, born: LocalDay(year: 2015, month: 1, day: 1)))
    }
    return genesis
  }

  init(_ opening: EngineOpening, installs: [InstallNonce]) throws {
    if let saved = opening.saved {
      var fields = Fields(saved)
      disk = try CoreDisk(&fields)
    } else {
      disk = CoreDisk()
    }
    server = try DurableServer.open(
      try SQLiteServerStorage(at: disk.place), settings: Self.settings)
    if server.core.scopes.count == 0 {
      _ = try server.open(Self.genesis)
      for install in installs { _ = try register(install) }
    }
  }

  var saved: [UInt8] {
    var fields = Fields()
    disk.save(to: &fields)
    return fields.bytes
  }

  private func register(_ install: InstallNonce) throws -> UInt32 {
    try server.register(scope: 0, member: MemberHandle(0), install: install)
  }

  /// What a phone gets when it is registered.
  static func registration(_ site: UInt32) -> [UInt8] {
    Registration(site: site, scope: 0, member: MemberHandle(0), genesis: genesis).encoded()
  }

  func answer(_ message: CoreMessage, at now: Int) throws -> CoreMessage? {
    switch message {
    case .registration(let install):
      let site = try register(InstallNonce(raw: Fields.number(install)))
      return .registration(Self.registration(site))
    case .exchange(let call, let bytes):
      var request = Request()
      do {
        try bytes.withUnsafeBufferPointer { bytes throws(WireError) in try request.decode(bytes) }
      } catch {
        return nil
      }
      var response = Response()
      try server.respond(
        request, now: Instant(milliseconds: Int64(now)), into: &response
      ) { _, _ in }
      var writer = WireWriter()
      response.encode(into: &writer)
      return .exchange(call: call, writer.bytes.withElements { Array($0) })
    }
  }
}
