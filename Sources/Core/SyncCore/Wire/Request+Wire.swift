import Base

extension Request {
  /// Writes the message in the form that `docs/wire.md` describes; the writer then has its bytes.
  public borrowing func encode(into writer: inout WireWriter) {
    writer.begin(.request)
    writer.number(1, header.kind.rawValue)
    writer.number(2, header.site)
    writer.number(3, header.scope)
    writer.number(4, header.epoch)
    writer.number(5, header.position)
    writer.number(6, header.pageRowsMax)
    writer.number(8, header.incarnation)
    writer.number(9, header.sequencePermanentlyLost)
    writer.fixed(10, header.digest)
    writer.number(11, header.sequenceDecided)
    writer.number(12, header.clock)
    writer.fixed(13, header.install.raw)
    writer.number(14, zonePlace)
    for index in 0..<operations.count {
      let operation = operations[index]
      writer.block(7) { operation.write(index, of: unknown, to: &$0) }
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
    var reader = try WireReader(bytes, .request)
    while let field = try reader.next() {
      switch field.number {
      case 1: header.kind = try field.choice(RequestKind.self)
      case 2: header.site = try field.uint32()
      case 3: header.scope = try field.uint32()
      case 4: header.epoch = try field.uint32()
      case 5: header.position = try field.uint32()
      case 6: header.pageRowsMax = try field.uint32()
      case 7:
        operations.append(
          try Operation(try field.block(), of: bytes, operations.count, keeping: &unknown))
      case 8: header.incarnation = try field.uint32()
      case 9: header.sequencePermanentlyLost = try field.uint32()
      case 10: header.digest = try field.fixed()
      case 11: header.sequenceDecided = try field.uint32()
      case 12: header.clock = try field.uint32()
      case 13: header.install = InstallNonce(raw: try field.fixed())
      case 14: zonePlace = try field.uint32()
      default: unknownFields.append(reader.fields(field))
      }
    }
  }
}
