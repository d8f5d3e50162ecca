import ShakeoutCore
import Testing

/// A clock that a test moves, and a family's members.
final class Kitchen {
  private var time: Instant

  init(at time: String = "2026-03-10T15:00:00Z") {
    self.time = Instant(time)!
  }

  var clock: () -> Instant { { self.time } }

  func pass(hours: Int64) { time += hours * 3_600_000 }

  func pass(minutes: Int64) { time += minutes * 60_000 }

  static let berlin = Zone(named: "Europe/Berlin")!
  static let ada = Person(name: "Ada", born: LocalDay(year: 1988, month: 4, day: 12))
  static let max = Person(
    name: "Max", born: LocalDay(year: 2015, month: 9, day: 1), sex: .male, kilograms: 38.5,
    centimeters: 142)
  static let eva = Person(
    name: "Eva", born: LocalDay(year: 2013, month: 2, day: 3), sex: .female, kilograms: 44,
    centimeters: 155)
}

/// Ada's session, in a family of which Max is a member.
struct KitchenFamily: ~Copyable {
  let kitchen: Kitchen
  var server: FamilyServer
  var ada: Session<MemoryStorage>
  let max: MemberID

  init() throws {
    let kitchen = Kitchen()
    var server = FamilyServer(clock: kitchen.clock)
    var ada = try server.createFamily(by: Kitchen.ada, in: Kitchen.berlin)
    max = try ada.perform(.addChild(Kitchen.max))
    ada.exchange(with: &server)
    self.kitchen = kitchen
    self.server = server
    self.ada = ada
  }

  /// Another member's phone, after an exchange with the server.
  mutating func openPhone(of person: MemberID) throws -> Session<MemoryStorage> {
    var phone = try server.openSession(of: person, beside: ada, in: Kitchen.berlin)
    phone.exchange(with: &server)
    return phone
  }

  /// Exchanges between Ada's phone and the server.
  mutating func exchange() { Self.exchange(&ada, &server) }

  private static func exchange(_ ada: inout Session<MemoryStorage>, _ server: inout FamilyServer) {
    ada.exchange(with: &server)
  }
}
