import Base
import Chronology
import DomainCore
import SyncCore
import TestKit

/// Random values of everything that travels or is stored, of every kind, and their damage.
struct Samples {
  static let today = LocalDay(year: 2026, month: 3, day: 10)

  var source: SplitMix64

  init(seed: UInt64) { source = SplitMix64(seed: seed &* 0x9E37_79B9 &+ 1) }

  mutating func below(_ bound: Int) -> Int { source.below(bound) }
  mutating func oneIn(_ count: Int) -> Bool { source.oneIn(count) }

  /// A number that may be zero, small, anything, or at an end of its range.
  mutating func number<Number: FixedWidthInteger>(_: Number.Type = Number.self) -> Number {
    switch below(5) {
    case 0: 0
    case 1: Number(truncatingIfNeeded: below(120))
    case 2: oneIn(2) ? .max : .min
    default: Number(truncatingIfNeeded: source.next())
    }
  }

  /// A word of a payload, mostly near values that mean something.
  mutating func word() -> UInt64 {
    let day = UInt64(UInt32(bitPattern: Self.today.number))
    return switch below(8) {
    case 0: source.next()
    case 1: UInt64(below(12))
    case 2: day &- UInt64(below(20_000)) | UInt64(below(6)) << 32
    case 3: day | UInt64(below(60_000)) << 32
    case 4: source.next() >> 32
    case 5: day + UInt64(below(9))
    case 6: (day + UInt64(below(9))) << 32
    default: [.max, 1 << 63, 0xFFFF, 0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFFF][below(6)]
    }
  }

  // MARK: Values

  /// A fact that means something to a family's server or device, or nearly so.
  mutating func fact(site: UInt32, sequence: UInt32, at now: Instant) -> Fact {
    let kind = FactKind.allCases[below(FactKind.allCases.count)]
    var fact = Fact(
      command: Command(kind, subject: MemberHandle(UInt16(below(5)))),
      version: Version(
        stamp: UInt64(bitPattern: now.milliseconds) << 16 &+ UInt64(below(1 << 20)), site: site),
      sequence: sequence, author: MemberHandle(UInt16(below(3))),
      day: Self.today.adding(days: below(4) - 2), zone: .utc)
    fact.payload = Payload(word(), word())
    fact.zone = UInt16(below(600))
    if oneIn(2) { fact.entity = Entity(site: site, sequence: UInt32(below(Int(sequence) + 1))) }
    if oneIn(9) { fact.schema = UInt8(below(4)) }
    return fact
  }

  /// An operation in which every field may have any value.
  mutating func operation() -> Operation {
    var fact = fact(site: number(), sequence: number(), at: Instant(milliseconds: 1 << 40))
    fact.version.stamp = number()
    fact.author = MemberHandle(number())
    fact.subject = MemberHandle(number())
    fact.entity = Entity(raw: number())
    fact.payload = Payload(number(), number())
    fact.claimed = number()
    return Operation(fact: fact, basis: number(), scope: number(), followers: number())
  }

  mutating func row() -> FeedRow {
    let verdicts = [
      Verdict(.changed), Verdict(.superseded), Verdict(.memberRemoved), Verdict(.ownerDeleted),
    ]
    return FeedRow(
      operation: operation(), verdict: verdicts[below(4)],
      digest: Digest128(first: number(), second: number()),
      committed: Instant(milliseconds: Int64(number(UInt64.self) >> 16)))
  }

  mutating func founder() -> Member {
    Member(
      role: Role.allCases[below(Role.allCases.count)], born: LocalDay(number: number()),
      entity: Entity(raw: number()), since: Instant(milliseconds: number()))
  }

  mutating func genesis() -> ScopeGenesis {
    var genesis = ScopeGenesis(
      firstDay: oneIn(2) ? Self.today : LocalDay(number: number()),
      dayCapacity: oneIn(3) ? below(1 << 13) : 64)
    for _ in 0..<below(4) { genesis.members.append(founder()) }
    return genesis
  }

  /// The fields of an operation's texts, mostly of none.
  mutating func texts() -> [UInt8] {
    var fields: [UInt8] = []
    for _ in 0..<max(0, below(8) - 4) {
      let words = ["", "a", "Reading", "cafe\u{301}", "\u{200B}", "\u{1F600}\u{1F600}"]
      let text = Array(words[below(words.count)].utf8)
      // The fields 17 and 18: a block each.
      fields += [oneIn(3) ? 0x92 : 0x8A, 0x01, UInt8(text.count)] + text
    }
    return fields
  }

  mutating func keepTexts(of number: Int, in unknown: inout UnknownFields) {
    texts().withUnsafeBufferPointer { unknown.keep($0, of: .operation, number) }
  }

  // MARK: Bytes

  mutating func bytes(_ write: (inout WireWriter, inout Samples) -> Void) -> [UInt8] {
    var writer = WireWriter()
    write(&writer, &self)
    return writer.bytes.withElements { Array($0) }
  }

  /// Changes bytes: flips, overwrites, cuts, repeats, inserts, and pieces of other bytes.
  mutating func damage(_ bytes: inout [UInt8], _ other: [UInt8] = []) {
    for _ in 0...below(3) where !bytes.isEmpty {
      let place = below(bytes.count)
      switch below(9) {
      case 0, 1: bytes[place] ^= 1 << UInt8(below(8))
      case 2: bytes[place] = UInt8(below(256))
      case 3: bytes.removeSubrange(place...)
      case 4: bytes.remove(at: place)
      case 5: bytes.insert(UInt8(below(256)), at: place)
      case 6:
        let end = min(bytes.count, place + below(20))
        bytes.insert(contentsOf: Array(bytes[place..<end]), at: below(bytes.count))
      case 7:
        let start = other.isEmpty ? 0 : below(other.count)
        bytes.replaceSubrange(place..., with: other[start...])
      default:
        // A number that goes on and on.
        bytes.insert(contentsOf: [UInt8](repeating: 0xFF, count: 1 + below(12)), at: place)
      }
    }
  }

  /// Bytes that were never anything, behind the beginning of a message or of a record.
  mutating func noise(_ beginning: [UInt8]) -> [UInt8] {
    beginning + (0..<below(60)).map { _ in UInt8(truncatingIfNeeded: source.next() >> 32) }
  }
}
