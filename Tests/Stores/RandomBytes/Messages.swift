import Base
import Chronology
import DomainCore
import SyncCore

/// A family of which someone is not what they say they are.
enum Family {
  static let settings = ServerSettings(
    clockSkewBoundMilliseconds: 5 * Span.minute, hasOwnTexts: true)
  static let start = Zone.utc.startOfDay(Samples.today) + 8 * Span.hour

  static var genesis: ScopeGenesis {
    var genesis = ScopeGenesis(firstDay: LocalDay(year: 2026, month: 3, day: 2), dayCapacity: 64)
    for role in [Role.parent, .parent, .child, .observer] {
      genesis.members.append(Member(role: role, born: LocalDay(year: 1990, month: 1, day: 1)))
    }
    return genesis
  }

  static func replica(site: UInt32) -> Replica<MemoryReplicaStorage> {
    Replica(site: site, scope: 0, state: genesis.founded(), texts: ScopeTexts())
  }
}

/// Whether a message that was read is written as bytes that are read as the same again.
private func isStable(
  _ encode: (inout WireWriter) -> Void,
  _ decode: (UnsafeBufferPointer<UInt8>) throws(WireError)
    -> Void
) -> Bool {
  var first = WireWriter()
  var second = WireWriter()
  encode(&first)
  do throws(WireError) {
    try first.bytes.withElements { bytes throws(WireError) in try decode(bytes) }
  } catch {
    return false
  }
  encode(&second)
  return first.bytes.withElements { one in
    second.bytes.withElements { other in one.elementsEqual(other) }
  }
}

extension Samples {
  /// What a manipulated device of a site may send to its server, before its bytes are damaged.
  mutating func request(
    of site: UInt32, to server: borrowing Server, at now: Instant
  ) -> [UInt8] {
    let record = server.sites[Int(site)]
    var message = Request()
    message.header.site = site
    message.header.epoch = record.epoch
    message.header.position = UInt32(below(server.scopes[0].feed.count + 1))
    message.header.pageRowsMax = UInt32(below(20))
    if oneIn(6) {
      message.header = RequestHeader(
        site: number(), scope: number(), epoch: number(), position: number(),
        pageRowsMax: number(), kind: RequestKind.allCases[below(RequestKind.allCases.count)],
        incarnation: number(), sequenceDecided: number(), sequencePermanentlyLost: number(),
        digest: number(), install: InstallNonce(raw: number()), clock: number())
    }
    message.zonePlace = number()
    message.form = oneIn(3) ? .fields : .compact
    for place in 0..<below(5) {
      let sequence = record.sequenceDecided &+ UInt32(place) &+ 1
      var fact = fact(site: site, sequence: sequence, at: now + Int64(place))
      // One that ends its own access submits nothing more.
      while fact.kind.mayEndAccess || fact.kind == .memberRoleSet {
        fact = self.fact(site: site, sequence: sequence, at: now + Int64(place))
      }
      fact.author = record.member
      message.operations.append(
        oneIn(20) ? operation() : Operation(fact: fact, basis: 0, scope: 0, followers: 0))
      keepTexts(of: place, in: &message.unknown)
    }
    var writer = WireWriter()
    message.encode(into: &writer)
    return writer.bytes.withElements { Array($0) }
  }
}

/// Requests to a server: those that can be read are decided.
struct RequestChunk: ~Copyable {
  private var samples: Samples
  private var server = Server(settings: Family.settings)
  private var now = Family.start
  private var request = Request()
  private var response = Response()
  private var last: [UInt8] = []

  init(seed: UInt64) {
    samples = Samples(seed: seed)
    begin()
  }

  /// A new family; the one before may have sent the manipulated device away.
  private mutating func begin() {
    server = Server(settings: Family.settings)
    let scope = server.open(Scope(state: Family.genesis.founded()))
    _ = server.register(scope: scope, member: MemberHandle(1))
    _ = server.register(scope: scope, member: MemberHandle(0))
  }

  private static var rogue: UInt32 { 1 }

  consuming func run(_ count: Int) -> Int {
    var read = 0
    for _ in 0..<count {
      var bytes =
        samples.oneIn(20)
        ? samples.noise(samples.oneIn(2) ? [2, 1] : [3, 0x81])
        : samples.request(of: Self.rogue, to: server, at: now)
      let whole = bytes
      if !samples.oneIn(3) { samples.damage(&bytes, last) }
      last = whole
      if takes(bytes) { read += 1 }
      if server.sites[Int(Self.rogue)].isRevoked || server.scopes[0].feed.count > 8_000 {
        check()
        begin()
      }
    }
    check()
    return read
  }

  /// Another phone of the family has what the server has.
  private mutating func check() {
    var phone = Family.replica(site: 0)
    var link = PerfectLink()
    while link.exchange(&phone, with: &server, now: now).hasMore {}
    let isSame = phone.store.state.isIdentical(to: server.scopes[0].state)
    expect(isSame || phone.revocation != nil, "another phone differs from the server")
  }

  private mutating func takes(_ bytes: [UInt8]) -> Bool {
    do throws(WireError) {
      try bytes.withUnsafeBufferPointer { bytes throws(WireError) in try request.decode(bytes) }
    } catch {
      expect((0...bytes.count).contains(error.offset), "\(error)")
      return false
    }
    var again = Request()
    swap(&again, &request)
    let isSame = isStable(
      { again.encode(into: &$0) }, { bytes throws(WireError) in try again.decode(bytes) })
    expect(isSame, "a request is written otherwise the second time")
    swap(&again, &request)
    // The transport has verified whose install it is.
    request.header.site = Self.rogue
    now = now + Span.second
    server.respond(request, now: now, into: &response) { _, _ in }
    var writer = WireWriter()
    response.encode(into: &writer)
    return true
  }
}

/// Responses to a phone: those that can be read are applied.
struct ResponseChunk: ~Copyable {
  private var samples: Samples
  private var phone = Family.replica(site: 1)
  private var now = Family.start
  private var response = Response()
  private var sequence: UInt32 = 0
  private var last: [UInt8] = []

  init(seed: UInt64) { samples = Samples(seed: seed) }

  private mutating func header(rows: Int) -> ResponseHeader {
    if samples.oneIn(8) {
      return ResponseHeader(
        ResponseKind.allCases[samples.below(ResponseKind.allCases.count)], site: 1, scope: 0,
        sequenceDecided: samples.number(), epoch: samples.number(), from: samples.number(),
        to: samples.number(), end: samples.number(), signIns: samples.number(),
        incarnation: samples.number(), reason: samples.number())
    }
    let position = phone.store.position
    return ResponseHeader(
      .page, site: 1, scope: 0, sequenceDecided: phone.store.sequence, epoch: phone.store.epoch,
      from: position, to: position + UInt32(rows), end: position + UInt32(rows),
      incarnation: phone.store.head.incarnation)
  }

  /// What a server that decides nothing may send.
  private mutating func message() -> [UInt8] {
    if samples.oneIn(20) { return samples.noise(samples.oneIn(2) ? [2, 2] : [3, 0x82]) }
    var message = Response()
    message.form = samples.oneIn(3) ? .fields : .compact
    let rows = samples.below(5)
    message.header = header(rows: rows)
    message.firstDay = samples.oneIn(3) ? LocalDay(number: samples.number()) : Samples.today
    message.dayCapacity = samples.oneIn(3) ? samples.number() : 64
    for _ in 0..<samples.below(3) { message.founders.append(samples.founder()) }
    for place in 0..<rows {
      sequence &+= 1
      now = now + 1
      let fact = samples.fact(site: 7, sequence: sequence, at: now)
      message.rows.append(
        samples.oneIn(20)
          ? samples.row()
          : FeedRow(
            operation: Operation(fact: fact, basis: 0, scope: 0, followers: 0),
            verdict: Verdict(.changed), digest: .zero, committed: now))
      samples.keepTexts(of: place, in: &message.unknown)
    }
    let written = message
    return samples.bytes { writer, _ in written.encode(into: &writer) }
  }

  consuming func run(_ count: Int) -> Int {
    var read = 0
    for number in 0..<count {
      var bytes = message()
      let whole = bytes
      if !samples.oneIn(3) { samples.damage(&bytes, last) }
      last = whole
      if takes(bytes) { read += 1 }
      if number % 64 == 0 { look() }
    }
    return read
  }

  private mutating func takes(_ bytes: [UInt8]) -> Bool {
    do throws(WireError) {
      try bytes.withUnsafeBufferPointer { bytes throws(WireError) in try response.decode(bytes) }
    } catch {
      expect((0...bytes.count).contains(error.offset), "\(error)")
      return false
    }
    var again = Response()
    swap(&again, &response)
    let isSame = isStable(
      { again.encode(into: &$0) }, { bytes throws(WireError) in try again.decode(bytes) })
    expect(isSame, "a response is written otherwise the second time")
    swap(&again, &response)
    response.header.site = phone.site
    let position = phone.store.position
    let result = phone.apply(response)
    let isUnchanged = phone.store.position == position
    expect(result.hasAdvanced || isUnchanged, "\(result) has changed the copy")
    return true
  }

  /// The person uses the phone; they get a new one when it has nothing to show, or too much.
  private mutating func look() {
    _ = phone.shown.pointee.digest
    let me = MemberHandle(1)
    let glass = WaterAmount(tenthOunces: 80, source: .glass, minuteOfDay: 600)
    now = now + Span.second
    _ = phone.commit(
      .logWater(for: me, glass), author: me, day: Samples.today, zone: .utc, now: now)
    if phone.revocation != nil || phone.store.position > 4_000 || phone.store.pendingCount > 500 {
      phone = Family.replica(site: 1)
    }
  }
}

/// Registrations of new installs.
struct RegistrationChunk: ~Copyable {
  private var samples: Samples

  init(seed: UInt64) { samples = Samples(seed: seed) }

  consuming func run(_ count: Int) -> Int {
    var (read, last) = (0, [UInt8]())
    for _ in 0..<count {
      var bytes = message()
      let whole = bytes
      if !samples.oneIn(3) { samples.damage(&bytes, last) }
      last = whole
      do throws(WireError) {
        let registration = try Registration(bytes)
        let again = try Registration(registration.encoded())
        expect(again.encoded() == registration.encoded(), "a registration is written otherwise")
        let replica = Replica<MemoryReplicaStorage>(
          site: registration.site, scope: registration.scope,
          state: registration.genesis.founded(), texts: ScopeTexts())
        _ = replica.shown.pointee.digest
        read += 1
      } catch {
        expect((0...bytes.count).contains(error.offset), "\(error)")
      }
    }
    return read
  }

  private mutating func message() -> [UInt8] {
    if samples.oneIn(20) { return samples.noise([2, 3]) }
    let registration = Registration(
      site: samples.number(), scope: samples.number(), member: MemberHandle(samples.number()),
      genesis: samples.genesis())
    return registration.encoded()
  }
}
