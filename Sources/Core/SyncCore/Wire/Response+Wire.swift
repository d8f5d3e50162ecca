import Base
import Chronology
import DomainCore

extension Response {
  /// Writes the message in the form that `docs/wire.md` describes; the writer then has its bytes.
  public borrowing func encode(into writer: inout WireWriter) {
    encode(as: form, into: &writer)
  }

  borrowing func encode(as form: WireForm, into writer: inout WireWriter) {
    switch form {
    case .fields: writeFields(to: &writer)
    case .compact: writeCompact(to: &writer)
    }
    unknownFields.withElements { writer.raw($0) }
  }

  private borrowing func writeFields(to writer: inout WireWriter) {
    writer.begin(.response)
    writer.number(1, header.kind.rawValue)
    writer.number(2, header.site)
    writer.number(3, header.scope)
    writer.number(4, header.sequenceDecided)
    writer.number(5, header.epoch)
    writer.number(6, header.from)
    writer.number(7, header.to)
    writer.number(8, header.end)
    writer.number(9, header.signIns)
    writer.number(10, header.reason)
    writer.signed(11, Int64(firstDay.number))
    writer.number(12, dayCapacity)
    writer.number(15, header.incarnation)
    writeFounders(to: &writer)
    for index in 0..<rows.count {
      let row = rows[index]
      writer.block(14) { row.write(index, of: unknown, to: &$0) }
    }
  }

  private borrowing func writeFounders(to writer: inout WireWriter) {
    for index in 0..<founders.count {
      let founder = founders[index]
      writer.block(13) { founder.write(index, of: unknown, to: &$0) }
    }
  }

  private borrowing func writeCompact(to writer: inout WireWriter) {
    var parts = ResponseParts()
    if header.epoch != 1 { parts.insert(.epoch) }
    if header.to != header.from &+ UInt32(truncatingIfNeeded: rows.count) { parts.insert(.to) }
    if header.end != header.to { parts.insert(.end) }
    if header.signIns != 0 { parts.insert(.signIns) }
    if header.incarnation != 0 { parts.insert(.incarnation) }
    if !rows.isEmpty { parts.insert(.rows) }
    writer.begin(.response, parts: parts.rawValue)
    writer.write(UInt64(header.site))
    writer.write(UInt64(header.scope))
    writer.write(UInt64(header.sequenceDecided))
    writer.write(UInt64(header.from))
    if parts.contains(.epoch) { writer.write(UInt64(header.epoch)) }
    if parts.contains(.to) { writer.write(UInt64(header.to)) }
    if parts.contains(.end) { writer.write(UInt64(header.end)) }
    if parts.contains(.signIns) { writer.write(UInt64(header.signIns)) }
    if parts.contains(.incarnation) { writer.write(UInt64(header.incarnation)) }
    if parts.contains(.rows) { writer.write(rows, as: Batch(of: header), unknown) }
    writer.number(1, header.kind.rawValue)
    writer.number(10, header.reason)
    writer.signed(11, Int64(firstDay.number))
    writer.number(12, dayCapacity)
    writeFounders(to: &writer)
  }

  /// Reads a message of either form, reusing memory. The message is empty if the bytes are invalid.
  public mutating func decode(_ bytes: UnsafeBufferPointer<UInt8>) throws(WireError) {
    clear()
    do throws(WireError) {
      try read(bytes)
    } catch {
      clear()
      throw error
    }
  }

  private mutating func read(_ bytes: UnsafeBufferPointer<UInt8>) throws(WireError) {
    form = try WireForm(of: bytes)
    switch form {
    case .fields:
      var reader = try WireReader(bytes, .response)
      try readFields(&reader)
    case .compact:
      var reader = try WireReader(compact: bytes, .response)
      try readHead(&reader, ResponseParts(rawValue: bytes[1] >> 2))
      try readFields(&reader)
    }
  }

  private mutating func readHead(
    _ reader: inout WireReader, _ parts: ResponseParts
  ) throws(WireError) {
    header.site = try reader.uint32(2)
    header.scope = try reader.uint32(3)
    header.sequenceDecided = try reader.uint32(4)
    header.from = try reader.uint32(6)
    header.epoch = parts.contains(.epoch) ? try reader.uint32(5) : 1
    let to = parts.contains(.to) ? try reader.uint32(7) : nil
    let end = parts.contains(.end) ? try reader.uint32(8) : nil
    if parts.contains(.signIns) { header.signIns = try reader.uint32(9) }
    if parts.contains(.incarnation) { header.incarnation = try reader.uint32(15) }
    if parts.contains(.rows) {
      try reader.readRows(into: &rows, as: Batch(of: header), keeping: &unknown)
    }
    header.to = to ?? header.from &+ UInt32(truncatingIfNeeded: rows.count)
    header.end = end ?? header.to
  }

  private mutating func readFields(_ reader: inout WireReader) throws(WireError) {
    let bytes = reader.bytes
    while let field = try reader.next() {
      switch field.number {
      case 1: header.kind = try field.choice(ResponseKind.self)
      case 2: header.site = try field.uint32()
      case 3: header.scope = try field.uint32()
      case 4: header.sequenceDecided = try field.uint32()
      case 5: header.epoch = try field.uint32()
      case 6: header.from = try field.uint32()
      case 7: header.to = try field.uint32()
      case 8: header.end = try field.uint32()
      case 9: header.signIns = try field.uint32()
      case 10: header.reason = try field.uint8()
      case 11: firstDay = LocalDay(number: try field.int32())
      case 12: dayCapacity = try field.uint32()
      case 13:
        founders.append(
          try Member(try field.block(), of: bytes, founders.count, keeping: &unknown))
      case 14:
        rows.append(try FeedRow(try field.block(), of: bytes, rows.count, keeping: &unknown))
      case 15: header.incarnation = try field.uint32()
      default: unknownFields.append(reader.fields(field))
      }
    }
  }
}

/// Which optional parts the head of a compact response has, in this order.
struct ResponseParts: OptionSet {
  let rawValue: UInt8

  static let epoch = ResponseParts(rawValue: 1)
  static let to = ResponseParts(rawValue: 1 << 1)
  static let end = ResponseParts(rawValue: 1 << 2)
  static let signIns = ResponseParts(rawValue: 1 << 3)
  static let incarnation = ResponseParts(rawValue: 1 << 4)
  static let rows = ResponseParts(rawValue: 1 << 5)
}
