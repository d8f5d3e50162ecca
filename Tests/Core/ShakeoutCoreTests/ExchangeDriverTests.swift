import ShakeoutCore
import Testing

@Suite("The driver of an app's exchanges")
struct ExchangeDriverTests {
  /// Ada's session, its driver, and a server that may be out of reach.
  private final class Phone {
    let kitchen = Kitchen()
    var server: FamilyServer
    var ada: Session<MemoryStorage>
    var driver = ExchangeDriver(random: { .max })
    var calls = 0

    init() throws {
      server = FamilyServer(clock: kitchen.clock)
      ada = try server.createFamily(by: Kitchen.ada, in: Kitchen.berlin)
    }

    /// Does what the driver says until it waits, and returns until when.
    func runs(isReachable: Bool = true) -> Instant? {
      while true {
        switch driver.next(at: ada.now) {
        case .send:
          calls += 1
          let call = driver.begin(&ada)
          if isReachable {
            driver.take(server.respond(to: call.bytes), answering: call, by: &ada)
          } else {
            driver.failed(call, at: ada.now)
          }
        case .register:
          Issue.record("the server knows the install")
          return nil
        case .wait(let until): return until
        }
      }
    }

    /// Begins the exchange that the app wants.
    func begins() -> ExchangeDriver.Call {
      driver.want()
      #expect(next(at: ada.now) == .send)
      return driver.begin(&ada)
    }

    func next(at time: Instant) -> ExchangeDriver.Step { driver.next(at: time) }
  }

  @Test("it exchanges until both sides are up to date, and then waits for nothing")
  func upToDate() throws {
    let phone = try Phone()
    try phone.ada.perform(.createHabit("Reading", for: phone.ada.person))
    #expect(phone.runs() == nil && phone.calls == 0)
    phone.driver.want()
    #expect(phone.runs() == nil)
    #expect(phone.ada.status() == .synced && phone.calls == 1)
  }

  @Test("calls that fail are retried after growing waits, and one that comes through ends them")
  func retries() throws {
    let phone = try Phone()
    phone.driver.want()
    let start = phone.ada.now
    #expect(phone.runs(isReachable: false) == start + 1_000)
    phone.kitchen.pass(minutes: 1)
    #expect(phone.runs(isReachable: false) == phone.ada.now + 2_000)
    // Nothing is sent before its time.
    #expect(phone.runs(isReachable: false) == phone.ada.now + 2_000 && phone.calls == 2)
    phone.kitchen.pass(minutes: 1)
    #expect(phone.runs() == nil)
    #expect(phone.calls == 3 && phone.ada.status() == .synced)
  }

  @Test("a clock that is set back by a day makes no wait longer")
  func clockSetBack() throws {
    let phone = try Phone()
    let call = phone.begins()
    let before = phone.ada.now + -86_400_000
    let wait = call.deadline.milliseconds - phone.ada.now.milliseconds
    #expect(phone.next(at: before) == .wait(until: before + wait))
    // The retry after it, and another day back.
    #expect(phone.next(at: before + wait) == .wait(until: before + wait + 1_000))
    let earlier = before + -86_400_000
    #expect(phone.next(at: earlier) == .wait(until: earlier + 1_000))
    #expect(phone.next(at: earlier + 1_000) == .send)
  }

  @Test("a call without a response is given up at its deadline; the response may still come")
  func deadline() throws {
    let phone = try Phone()
    let call = phone.begins()
    #expect(phone.next(at: phone.ada.now) == .wait(until: call.deadline))
    phone.kitchen.pass(minutes: 1)
    #expect(phone.next(at: phone.ada.now) == .wait(until: phone.ada.now + 1_000))
    phone.driver.take(
      phone.server.respond(to: call.bytes), answering: call, by: &phone.ada)
    #expect(phone.ada.status() == .synced)
    #expect(phone.next(at: phone.ada.now + 10_000) == .wait(until: nil))
  }

  @Test("a server that is too busy may name a later time")
  func notBefore() throws {
    let phone = try Phone()
    phone.driver.want()
    let call = phone.driver.begin(&phone.ada)
    let later = phone.ada.now + 30_000
    phone.driver.failed(call, at: phone.ada.now, notBefore: later)
    #expect(phone.next(at: phone.ada.now) == .wait(until: later))
    #expect(phone.next(at: later) == .send)
  }

  @Test("without a network nothing is sent; once it is back, everything is")
  func network() throws {
    let phone = try Phone()
    phone.driver.want()
    #expect(phone.next(at: phone.ada.now) == .send)
    phone.driver.networkIsMissing()
    #expect(phone.runs() == nil && phone.calls == 0)
    phone.driver.networkIsBack()
    #expect(phone.runs() == nil && phone.ada.status() == .synced)
  }

  @Test("bytes that are no response count as none")
  func damaged() throws {
    let phone = try Phone()
    phone.driver.want()
    let call = phone.driver.begin(&phone.ada)
    let changes = phone.driver.take([1, 2, 3], answering: call, by: &phone.ada)
    #expect(changes.malformed != nil)
    #expect(phone.next(at: phone.ada.now) == .wait(until: phone.ada.now + 1_000))
  }

  @Test("FAM-8: after a month it signs in by itself and then sends what is pending")
  func signIn() throws {
    let phone = try Phone()
    phone.driver.want()
    _ = phone.runs()
    phone.kitchen.pass(hours: 31 * 24)
    try phone.ada.perform(.createHabit("Reading", for: phone.ada.person))
    phone.driver.want()
    #expect(phone.runs() == nil && phone.ada.status() == .synced)
    #expect(phone.calls == 4 && !phone.driver.isShutOut)
  }

  @Test("an install that a server does not know registers and sends under its new number")
  func registers() throws {
    let phone = try Phone()
    try phone.ada.perform(.createHabit("Reading", for: phone.ada.person))
    phone.driver.want()
    let call = phone.driver.begin(&phone.ada)
    // A server that knows no site.
    var stranger = FamilyServer(clock: phone.kitchen.clock)
    phone.driver.take(stranger.respond(to: call.bytes), answering: call, by: &phone.ada)
    #expect(phone.next(at: phone.ada.now) == .register)
    let bytes = try phone.server.register(
      phone.ada.person, beside: phone.ada, in: Kitchen.berlin)
    phone.driver.register(&phone.ada, as: try Registration(bytes))
    #expect(phone.next(at: phone.ada.now) == .wait(until: phone.ada.now + 1_000))
    phone.kitchen.pass(minutes: 1)
    #expect(phone.runs() == nil && phone.ada.status() == .synced)
  }

  @Test("a seat in a group exchanges the same way")
  func group() throws {
    let phone = try Phone()
    phone.ada.exchange(with: &phone.server)
    var seat = try phone.server.createGroup("Runners", as: "Ada", secret: 7, by: phone.ada)
    phone.driver.want()
    #expect(phone.next(at: seat.now) == .send)
    let call = phone.driver.begin(&seat)
    phone.driver.take(phone.server.respond(to: call.bytes), answering: call, by: &seat)
    #expect(phone.next(at: seat.now) == .wait(until: nil))
    #expect(seat.status() == .synced)
  }
}
