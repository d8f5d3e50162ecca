import Base
import Chronology
import DomainCore

@testable import SyncCore

/// Random messages: every field takes small, large and extreme values.
struct SampleMessages {
  private let randomness: Randomness
  private var step: Int32 = 0

  init(seed: UInt64) {
    randomness = Randomness(seed: seed)
  }

  mutating func bits() -> UInt64 {
    step += 1
    return randomness.draw(RandomPurpose(2), who: 0, day: step).integer(below: .max)
  }

  mutating func below(_ bound: Int) -> Int { Int(bits() % UInt64(bound)) }

  /// A number that may be zero, small, anything or the greatest.
  mutating func number<Number: FixedWidthInteger>(_: Number.Type = Number.self) -> Number {
    switch below(5) {
    case 0: 0
    case 1: Number(truncatingIfNeeded: below(120))
    case 2: .max
    case 3: .min
    default: Number(truncatingIfNeeded: bits())
    }
  }

  /// A word of a payload, mostly near values with a meaning on a day.
  mutating func word(on day: LocalDay) -> UInt64 {
    let today = UInt64(UInt32(bitPattern: day.number))
    return switch below(8) {
    case 0: bits()
    case 1: UInt64(below(12))
    case 2: today &- UInt64(below(20_000)) | UInt64(below(6)) << 32
    case 3: today | UInt64(below(60_000)) << 32
    case 4: bits() >> 32
    case 5: today + UInt64(below(9))
    case 6: (today + UInt64(below(9))) << 32
    default: [.max, 1 << 63, 0xFFFF, 0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFFF][below(6)]
    }
  }

  mutating func flag() -> Bool { below(2) == 1 }

  mutating func request() -> Request {
    var request = Request()
    request.header = RequestHeader(
      site: number(), scope: number(), epoch: number(), position: number(), pageRowsMax: number(),
      kind: RequestKind.allCases[below(RequestKind.allCases.count)], incarnation: number(),
      sequenceDecided: number(), sequencePermanentlyLost: number(), digest: number(),
      install: InstallNonce(raw: number()), clock: number())
    request.zonePlace = number()
    for place in 0..<below(4) {
      request.operations.append(operation())
      request.unknown.keep(TextFields.fields(of: texts()), ofOperation: place)
    }
    return request
  }

  mutating func respond() -> Response {
    var response = Response()
    response.header = ResponseHeader(
      ResponseKind.allCases[below(ResponseKind.allCases.count)], site: number(), scope: number(),
      sequenceDecided: number(), epoch: number(), from: number(), to: number(), end: number(),
      signIns: number(), incarnation: number(), reason: number())
    response.firstDay = LocalDay(number: number())
    response.dayCapacity = number()
    for _ in 0..<below(3) { response.founders.append(founder()) }
    for place in 0..<below(4) {
      response.rows.append(row())
      response.unknown.keep(TextFields.fields(of: texts()), ofOperation: place)
    }
    return response
  }

  /// The texts of an operation, mostly none.
  mutating func texts() -> [TravelingText] {
    (0..<max(0, below(7) - 3)).map { _ in
      let words = ["", "a", "Reading", "cafe\u{301}", String(repeating: "\u{1F600}", count: 50)]
      return TravelingText(bytes: Array(words[below(words.count)].utf8), isLabel: flag())
    }
  }

  mutating func operation() -> Operation {
    var fact = Fact(
      command: Command(
        FactKind.allCases[below(FactKind.allCases.count)], subject: MemberHandle(number())),
      version: Version(stamp: number(), site: number()), sequence: number(),
      author: MemberHandle(number()), day: LocalDay(number: number()), zone: .utc)
    fact.entity = Entity(raw: number())
    fact.payload = Payload(number(), number())
    fact.zone = number()
    fact.schema = UInt8(below(2))
    fact.claimed = number()
    return Operation(fact: fact, basis: number(), scope: number(), followers: number())
  }

  mutating func row() -> FeedRow {
    let verdicts = [
      Verdict(.changed), Verdict(.superseded), Verdict(.memberRemoved), Verdict(.ownerDeleted),
    ]
    while true {
      let row = FeedRow(
        operation: operation(), verdict: verdicts[below(4)],
        digest: Digest128(first: number(), second: number()),
        committed: Instant(milliseconds: Int64(number() as UInt64 >> 16)))
      if row.isPossible { return row }
    }
  }

  mutating func founder() -> Member {
    var member = Member(
      role: Role.allCases[below(Role.allCases.count)], born: LocalDay(number: number()),
      entity: Entity(raw: number()), since: Instant(milliseconds: number()))
    member.isActive = flag()
    member.isRemoved = flag()
    _ = member.mayLog.write(flag(), at: Version(stamp: number(), site: number()))
    member.consentGiven = Version(stamp: number(), site: number())
    member.consentWithdrawn = Version(stamp: number(), site: number())
    if flag() { member.endedAt = Instant(milliseconds: number()) }
    member.changes = number()
    return member
  }
}

/// Bytes on the wire.
enum Wire {
  static func bytes(_ request: borrowing Request, as form: WireForm = .fields) -> [UInt8] {
    var writer = WireWriter()
    request.encode(as: form, into: &writer)
    return writer.bytes.withElements { Array($0) }
  }

  static func bytes(_ response: borrowing Response, as form: WireForm = .fields) -> [UInt8] {
    var writer = WireWriter()
    response.encode(as: form, into: &writer)
    return writer.bytes.withElements { Array($0) }
  }

  static func request(_ bytes: [UInt8]) throws(WireError) -> Request {
    var request = Request()
    try decode(bytes, into: &request)
    return request
  }

  static func respond(_ bytes: [UInt8]) throws(WireError) -> Response {
    var response = Response()
    try decode(bytes, into: &response)
    return response
  }

  static func decode(_ bytes: [UInt8], into request: inout Request) throws(WireError) {
    try bytes.withUnsafeBufferPointer { bytes throws(WireError) in try request.decode(bytes) }
  }

  static func decode(_ bytes: [UInt8], into response: inout Response) throws(WireError) {
    try bytes.withUnsafeBufferPointer { bytes throws(WireError) in try response.decode(bytes) }
  }

  // MARK: Fields written by hand

  static func number(_ number: UInt64) -> [UInt8] {
    var (bytes, rest): ([UInt8], UInt64) = ([], number)
    while rest > 0x7F {
      bytes.append(UInt8(rest & 0x7F) | 0x80)
      rest >>= 7
    }
    return bytes + [UInt8(rest)]
  }

  static func number(_ field: UInt64, _ value: UInt64) -> [UInt8] {
    number(field << 3) + number(value)
  }

  static func fixed(_ field: UInt64, _ value: UInt64) -> [UInt8] {
    number(field << 3 | 1) + (0..<8).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }

  static func block(_ field: UInt64, _ fields: [UInt8]) -> [UInt8] {
    number(field << 3 | 2) + number(UInt64(fields.count)) + fields
  }
}
