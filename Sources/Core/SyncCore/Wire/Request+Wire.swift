import Base

extension Request {
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
  }

  private borrowing func writeCompact(to writer: inout WireWriter) {
    var parts = RequestParts()
    if header.epoch != 1 { parts.insert(.epoch) }
    if header.digest != 0 { parts.insert(.digest) }
    if header.clock != 0 { parts.insert(.clock) }
    if header.install != .none { parts.insert(.install) }
    if zonePlace != 0 { parts.insert(.zone) }
    if !operations.isEmpty { parts.insert(.operations) }
    writer.begin(.request, parts: parts.rawValue)
    writer.write(UInt64(header.site))
    writer.write(UInt64(header.scope))
    writer.write(UInt64(header.position))
    writer.write(UInt64(header.pageRowsMax))
    writer.write(UInt64(header.sequenceDecided))
    if parts.contains(.epoch) { writer.write(UInt64(header.epoch)) }
    if parts.contains(.digest) { writer.write(lowest: 8, of: header.digest) }
    if parts.contains(.clock) { writer.write(lowest: 4, of: UInt64(header.clock)) }
    if parts.contains(.install) { writer.write(lowest: 8, of: header.install.raw) }
    if parts.contains(.zone) { writer.write(UInt64(zonePlace)) }
    if parts.contains(.operations) {
      writer.write(operations, as: Batch(of: header, zonePlace: zonePlace), unknown)
    }
    writer.number(1, header.kind.rawValue)
    writer.number(8, header.incarnation)
    writer.number(9, header.sequencePermanentlyLost)
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
      var reader = try WireReader(bytes, .request)
      try readFields(&reader)
    case .compact:
      var reader = try WireReader(compact: bytes, .request)
      try readHead(&reader, RequestParts(rawValue: bytes[1] >> 2))
      try readFields(&reader)
    }
  }

  private mutating func readHead(
    _ reader: inout WireReader, _ parts: RequestParts
  ) throws(WireError) {
    header.site = try reader.uint32(2)
    header.scope = try reader.uint32(3)
    header.position = try reader.uint32(5)
    header.pageRowsMax = try reader.uint32(6)
    header.sequenceDecided = try reader.uint32(11)
    header.epoch = parts.contains(.epoch) ? try reader.uint32(4) : 1
    if parts.contains(.digest) { header.digest = try reader.word(bytes: 8) }
    if parts.contains(.clock) { header.clock = UInt32(try reader.word(bytes: 4)) }
    if parts.contains(.install) {
      header.install = InstallNonce(raw: try reader.word(bytes: 8))
    }
    if parts.contains(.zone) { zonePlace = try reader.uint32(14) }
    if parts.contains(.operations) {
      try reader.readOperations(
        into: &operations, as: Batch(of: header, zonePlace: zonePlace), keeping: &unknown)
    }
  }

  private mutating func readFields(_ reader: inout WireReader) throws(WireError) {
    let bytes = reader.bytes
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

/// Which optional parts the head of a compact request has, in this order.
struct RequestParts: OptionSet {
  let rawValue: UInt8

  static let epoch = RequestParts(rawValue: 1)
  static let digest = RequestParts(rawValue: 1 << 1)
  static let clock = RequestParts(rawValue: 1 << 2)
  static let install = RequestParts(rawValue: 1 << 3)
  static let zone = RequestParts(rawValue: 1 << 4)
  static let operations = RequestParts(rawValue: 1 << 5)
}
