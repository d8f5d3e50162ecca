import Base
import Engines
import ShakeoutCore

/// A phone: an app around a session.
final class CoreClient {
  static let registersMax = 8
  /// How often the app asks whether there is news.
  private static let pollMilliseconds = 5_000
  private static let registrationMilliseconds = 1_000

  private let disk: CoreDisk
  private let install: InstallNonce
  private let clock: CoreClock
  /// The bytes of the registration, which an app keeps.
  private var registration: [UInt8]
  private let phone: CorePhone
  private var driver: ExchangeDriver
  private var calls: [Int32: ExchangeDriver.Call] = [:]
  /// The operations of each `apply` that the server has not rejected.
  private var applies: [CoreApply] = []

  /// - Parameter site: the number of the install, if it is new.
  init(_ opening: EngineOpening, site: Int) throws {
    clock = CoreClock(opening.now)
    install = Self.install(opening.replica, incarnation: opening.incarnation)
    driver = ExchangeDriver(random: CoreRandom(seed: opening.seed).next)
    if let saved = opening.saved {
      var fields = Fields(saved)
      disk = try CoreDisk(&fields)
      registration = try fields.block()
      for _ in 0..<(try fields.number()) { applies.append(try CoreApply(&fields)) }
      phone = try CorePhone(opening: disk, registration, install, clock)
    } else {
      disk = CoreDisk()
      registration = CoreServer.registration(UInt32(site))
      phone = try CorePhone(disk, registration, install, clock)
    }
  }

  /// What no backup has: another number for each install.
  static func install(_ replica: String, incarnation: Int) -> InstallNonce {
    let name = replica.utf8.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return InstallNonce(raw: max(1, Digest128.mix(name, UInt64(incarnation), 0, 0).first))
  }

  var saved: [UInt8] {
    var fields = Fields()
    disk.save(to: &fields)
    fields.append(registration)
    fields.append(UInt64(applies.count))
    for apply in applies { apply.save(to: &fields) }
    return fields.bytes
  }

  // MARK: Calls

  func apply(
    _ operations: [EngineOperation], at now: Int, call: Int, _ reply: inout EngineReply
  ) throws {
    clock.now = now
    let isBeyond = operations.contains {
      $0.key.type == .register && $0.key.number >= Self.registersMax
    }
    if isBeyond {
      reply = EngineReply(.notSupported, "there are \(Self.registersMax) registers")
      return
    }
    switch try phone.perform(operations) {
    case .failure(let refusal): reply = EngineReply(.abort, refusal.sentence)
    case .success(let saved):
      reply.result = .ok
      applies.append(CoreApply(call: call, operations: saved))
      driver.want()
      try send(&reply)
    }
  }

  func values(of keys: [EngineKey], at now: Int) -> [EngineKey: EngineValue] {
    clock.now = now
    let shown = phone.values(withOwn: keys.contains { $0.type == .own })
    return Dictionary(
      uniqueKeysWithValues: keys.map { key in
        // There is one family, whatever its key is called.
        let place = key.type == .own ? EngineKey(.own, 0) : key
        return (key, shown[place] ?? EngineValue.empty(key.type))
      })
  }

  func wake(at now: Int, isOnline: Bool, _ reply: inout EngineReply) throws {
    clock.now = now
    if isOnline { driver.networkIsBack() } else { driver.want() }
    try send(&reply)
  }

  func deliver(_ message: CoreMessage, at now: Int, _ reply: inout EngineReply) throws {
    clock.now = now
    switch message {
    case .registration(let bytes): try register(bytes)
    case .exchange(let number, let bytes):
      // A call of the process before this one has no one to answer to.
      guard let call = calls.removeValue(forKey: number) else { return }
      try driver.take(bytes, answering: call, by: &phone.session)
      settle(&reply)
    }
    try send(&reply)
  }

  // MARK: Sending

  private func register(_ bytes: [UInt8]) throws {
    // A response may come twice, or to a question that has been answered.
    guard driver.next(at: clock.instant) == .register else { return }
    try driver.register(&phone.session, as: try Registration(bytes))
    registration = bytes
  }

  /// Does what the driver says until it waits.
  private func send(_ reply: inout EngineReply) throws {
    while true {
      switch driver.next(at: clock.instant) {
      case .send:
        let call = try driver.begin(&phone.session)
        calls[call.number] = call
        calls = calls.filter { $0.key > call.number - 16 }
        reply.messages.append(
          EngineMessage(
            to: CoreMessage.server, CoreMessage.exchange(call: call.number, call.bytes).bytes))
      case .register:
        ask(&reply)
        return
      case .wait(let until):
        let wait = until.map { Int($0.milliseconds) - clock.now } ?? Self.pollMilliseconds
        reply.wake = .after(milliseconds: min(max(wait, 1), Self.pollMilliseconds))
        return
      }
    }
  }

  private func ask(_ reply: inout EngineReply) {
    reply.messages.append(
      EngineMessage(
        to: CoreMessage.server, CoreMessage.registration(Fields.bytes(install.raw)).bytes))
    reply.wake = .after(milliseconds: Self.registrationMilliseconds)
  }

  /// Reports what the server has rejected.
  private func settle(_ reply: inout EngineReply) {
    let rejected = Set(phone.session.rejections.map(\.operation))
    applies.removeAll { apply in
      guard apply.operations.contains(where: rejected.contains) else { return false }
      reply.settled.append(EngineReply.Settled(apply: apply.call, .refused))
      return true
    }
  }
}

/// An `apply` and the operations that it became.
struct CoreApply {
  var call: Int
  var operations: [OperationID]

  init(call: Int, operations: [OperationID]) {
    self.call = call
    self.operations = operations
  }

  init(_ fields: inout Fields) throws(Fields.Truncated) {
    call = Int(truncatingIfNeeded: try fields.number())
    operations = []
    for _ in 0..<(try fields.number()) {
      operations.append(OperationID(number: try fields.number()))
    }
  }

  func save(to fields: inout Fields) {
    fields.append(UInt64(call))
    fields.append(UInt64(operations.count))
    for operation in operations { fields.append(operation.number) }
  }
}

/// The clock of a phone, which shows what the last call said.
final class CoreClock {
  var now: Int

  init(_ now: Int) { self.now = now }

  var instant: Instant { Instant(milliseconds: Int64(now)) }
}

/// Random bits from the seed of an opening.
final class CoreRandom {
  private let seed: UInt64
  private var drawn: UInt64 = 0

  init(seed: UInt64) { self.seed = seed }

  func next() -> UInt64 {
    drawn += 1
    return Digest128.mix(seed, drawn, 0, 1).first
  }
}
