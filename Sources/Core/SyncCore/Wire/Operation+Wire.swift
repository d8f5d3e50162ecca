import Base
import Chronology
import DomainCore

// The fields of an operation on the wire; `docs/wire.md` has them as a table.
extension Operation {
  /// The last field of an operation itself; the fields of its texts follow.
  static let fieldLast: UInt32 = 16

  func write(_ number: Int, of unknown: borrowing UnknownFields, to writer: inout WireWriter) {
    writer.number(1, site)
    writer.number(2, sequence)
    writer.number(3, scope)
    writer.fixed(4, fact.version.stamp)
    writer.number(5, kindNumber)
    writer.number(6, fact.schema)
    writer.fixed(7, fact.entity.raw)
    writer.fixed(8, fact.payload.first)
    writer.fixed(9, fact.payload.second)
    writer.signed(10, Int64(fact.day.number))
    writer.number(11, fact.author.index)
    writer.number(12, fact.subject.index)
    writer.number(13, fact.zone)
    writer.number(14, basis)
    writer.number(15, followers)
    writer.number(16, fact.claimed)
    unknown.withFields(of: .operation, number) { writer.raw($0) }
  }

  /// Reads the operation in a block; unknown fields are kept under `number`.
  init(
    _ block: Range<Int>, of bytes: UnsafeBufferPointer<UInt8>, _ number: Int,
    keeping unknown: inout UnknownFields
  ) throws(WireError) {
    self.init(fact: .blank, basis: 0, scope: 0, followers: 0)
    var reader = WireReader(bytes, block)
    let mark = unknown.bytes.count
    var kind: UInt16 = 0
    // How many bytes each text has.
    var texts = TextLengths()
    while let field = try reader.next() {
      switch field.number {
      case 1: fact.version.site = try field.uint32()
      case 2: fact.sequence = try field.uint32()
      case 3: scope = try field.uint32()
      case 4: fact.version.stamp = try field.fixed()
      case 5: kind = try field.uint16()
      case 6: fact.schema = try field.uint8()
      case 7: fact.entity = Entity(raw: try field.fixed())
      case 8: fact.payload.first = try field.fixed()
      case 9: fact.payload.second = try field.fixed()
      case 10: fact.day = LocalDay(number: try field.int32())
      case 11: fact.author = MemberHandle(try field.uint16())
      case 12: fact.subject = MemberHandle(try field.uint16())
      case 13: fact.zone = try field.uint16()
      case 14: basis = try field.uint32()
      case 15: followers = try field.uint16()
      case 16: fact.claimed = try field.uint32()
      case TextFields.text, TextFields.label:
        try field.addText(to: &texts, of: bytes)
        unknown.bytes.append(reader.fields(field))
      default: unknown.bytes.append(reader.fields(field))
      }
    }
    guard kind != 0 else { throw WireError(.missing(field: 5), at: block.upperBound) }
    unknownKind = kind
    self = read(asOf: Fact.schemaCurrent)
    try checkTexts(texts, at: block.lowerBound)
    unknown.seal(.operation, number, since: mark)
  }

  /// Refuses a text that is longer than its field may be. A slot without a text is no error here: a
  /// run with one table sends handles, and no texts.
  func checkTexts(_ texts: TextLengths, at offset: Int) throws(WireError) {
    if texts.isEmpty { return }
    for slot in fact.textSlots where slot.role != .folded {
      let length = texts[Int(fact.payload[slot].raw) - 1] ?? 0
      if length > slot.role.bytesMax {
        throw WireError(.textTooLong(length, max: slot.role.bytesMax), at: offset)
      }
    }
  }

  /// The number of the fact's kind, even one that this build does not know.
  var kindNumber: UInt16 {
    fact.kind == .unknown ? unknownKind : UInt16(fact.kind.rawValue)
  }
}

extension Fact {
  /// An empty fact, to be filled.
  static var blank: Fact {
    var blank = Fact(
      command: Command(.unknown, subject: MemberHandle(0)), version: .never, sequence: 0,
      author: MemberHandle(0), day: LocalDay(number: 0), zone: .utc)
    blank.schema = 0
    blank.claimed = 0
    return blank
  }
}
