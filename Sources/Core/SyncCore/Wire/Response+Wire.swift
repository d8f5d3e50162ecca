import Base
import Chronology
import DomainCore

extension Response {
  /// Writes the message in the form that `docs/wire.md` describes; the writer then has its bytes.
  public borrowing func encode(into writer: inout WireWriter) {
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
    for index in 0..<founders.count {
      let founder = founders[index]
      writer.block(13) { founder.write(index, of: unknown, to: &$0) }
    }
    for index in 0..<rows.count {
      let row = rows[index]
      writer.block(14) { row.write(index, of: unknown, to: &$0) }
    }
    unknownFields.withElements { writer.raw($0) }
  }

  /// Reads a message, reusing memory. The message is empty if the bytes are invalid.
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
    var reader = try WireReader(bytes, .response)
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
