import Base
import Chronology
import DomainCore

// Operations and rows, each relative to those before it.
extension WireReader {
  /// More than this no device sends at once: a transaction has at most 65,536.
  private static let operationsMax: UInt64 = 1 << 17

  mutating func readOperations(
    into operations: inout FlatArray<Operation>, as batch: consuming Batch,
    keeping unknown: inout UnknownFields
  ) throws(WireError) {
    let start = position
    let count = try number()
    // One byte can mean a whole operation, so the bytes alone do not limit the memory.
    guard count <= Self.operationsMax else { throw WireError(.tooGreat(field: 7), at: start) }
    for index in 0..<Int(count) {
      let row = try operations.withElements { (elements) throws(WireError) in
        try read(index, in: BatchElements(elements), of: &batch, keeping: &unknown)
      }
      operations.append(row.operation)
    }
  }

  /// The rows; the last one has the first word of its digest, the others have none.
  mutating func readRows(
    into rows: inout FlatArray<FeedRow>, as batch: consuming Batch,
    keeping unknown: inout UnknownFields
  ) throws(WireError) {
    let count = try number()
    guard count > 0 else { throw WireError(.missing(field: 14), at: position) }
    guard count <= UInt64(end - position) else { throw WireError(.cutOff, at: end) }
    for index in 0..<Int(count) {
      let start = position
      let row = try rows.withElements { (elements) throws(WireError) in
        try read(index, in: BatchElements(elements), of: &batch, keeping: &unknown)
      }
      guard row.isPossible else { throw WireError(.impossible, at: start) }
      rows.append(row)
    }
    rows[rows.count - 1].digest.first = try word(bytes: 8)
  }

  private mutating func read(
    _ index: Int, in elements: BatchElements, of batch: inout Batch,
    keeping unknown: inout UnknownFields
  ) throws(WireError) -> FeedRow {
    let start = position
    let first = try byte()
    let place = Int(first & 7)
    let kind = place == CommonKinds.other ? try uint16(5) : CommonKinds.kind(at: place)
    guard kind != 0 else { throw WireError(.missing(field: 5), at: start) }
    var operation = batch.previous(index, in: elements)
    let previous = (operation.followers, operation.fact.subject)
    var committed = batch.isPage ? batch.previousCommitted(index, in: elements) : 0
    if first & OperationBits.beginsRun != 0 {
      try readRun(of: &operation, index, &committed, in: elements, of: batch)
    } else {
      operation.fact.sequence &+= 1
      operation.fact.version.stamp &+= 1
    }
    let last = batch.last(ofKind: kind, in: elements)
    operation.fact.entity = last?.pointee.fact.entity ?? .none
    if first & OperationBits.hasEntity != 0 {
      operation.fact.entity = try entity(of: operation, after: last)
    }
    operation.fact.payload = Batch.expectedPayload(place, on: operation.fact.day, after: last)
    let form = PayloadForm(rawValue: first >> OperationBits.payload & 3)
    if let form, form != .asExpected {
      let change = try changes(form, place)
      operation.fact.payload.first ^= change.first
      operation.fact.payload.second ^= change.second
    }
    let beginsRun = first & OperationBits.beginsRun != 0
    operation.fact.subject = beginsRun ? operation.fact.author : previous.1
    operation.followers = previous.0 == 0 ? 0 : previous.0 - 1
    operation.fact.claimed = Batch.expectedClaim(of: operation.fact.version.stamp)
    operation.fact.schema = last?.pointee.fact.schema ?? 1
    var row = FeedRow(
      operation: operation, verdict: Verdict(.changed), digest: .zero,
      committed: Instant(milliseconds: committed))
    row.operation.fact.kind = .unknown
    row.operation.unknownKind = kind
    if first & OperationBits.hasExtras == 0 {
      row.operation = row.operation.read(asOf: Fact.schemaCurrent)
    } else {
      try readExtras(of: &row, index, isPage: batch.isPage, from: start, keeping: &unknown)
    }
    batch.note(index, ofKind: kind, site: operation.fact.version.site)
    return row
  }

  // MARK: Runs

  private mutating func readRun(
    of operation: inout Operation, _ index: Int, _ committed: inout Int64,
    in elements: BatchElements, of batch: borrowing Batch
  ) throws(WireError) {
    let start = position
    let run = try byte()
    if !batch.isPage && run & RunBits.committed != 0 {
      throw WireError(.valueUnknown(field: 6, UInt64(run)), at: start)
    }
    if run & RunBits.site != 0 {
      operation.fact.version.site = try uint32(near: operation.fact.version.site, 1)
    }
    let before = Int64(operation.fact.version.stamp >> 16)
    let milliseconds = UInt64(try near(before, 0...(1 << 48 - 1), 4))
    let expected = batch.expectedRun(
      index, of: operation.fact.version.site, at: milliseconds, in: elements)
    operation.fact.sequence =
      run & RunBits.sequence != 0
      ? try uint32(near: expected.sequence, 2) : expected.sequence
    let counter: UInt16 = run & RunBits.counter != 0 ? try uint16(4) : 0
    operation.fact.version.stamp = milliseconds << 16 | UInt64(counter)
    operation.fact.day = LocalDay(number: expected.day)
    if run & RunBits.day != 0 {
      let days = Int64(Int32.min)...Int64(Int32.max)
      operation.fact.day.number = Int32(try near(Int64(expected.day), days, 10))
    }
    operation.fact.author = MemberHandle(
      run & RunBits.author != 0 ? try uint16(11) : expected.author)
    operation.fact.zone = run & RunBits.zone != 0 ? try uint16(13) : expected.zone
    operation.basis =
      run & RunBits.basis != 0 ? try uint32(near: expected.basis, 14) : expected.basis
    if run & RunBits.committed != 0 { committed = Int64(milliseconds) &+ (try signed()) }
  }

  // MARK: Entities and payloads

  private mutating func entity(
    of operation: Operation, after last: UnsafePointer<Operation>?
  ) throws(WireError) -> Entity {
    let start = position
    let number = try number()
    let rest = number >> 2
    var site = operation.fact.version.site
    var sequence: UInt32?
    switch EntityForm(rawValue: number & 3) {
    case .own: sequence = UInt32(exactly: Int64(operation.fact.sequence) - Int64(rest))
    case .near:
      let before = last?.pointee.fact.entity ?? .none
      site = UInt32(truncatingIfNeeded: before.raw >> 32)
      let change = Int64(bitPattern: rest >> 1) ^ -Int64(bitPattern: rest & 1)
      sequence = UInt32(exactly: Int64(before.raw & 0xFFFF_FFFF) + change)
    case .ofSite: sequence = UInt32(exactly: rest)
    case .any, nil:
      sequence = UInt32(exactly: rest)
      site = try uint32(7)
    }
    guard let sequence else { throw WireError(.tooGreat(field: 7), at: start) }
    return Entity(site: site, sequence: sequence)
  }

  private mutating func changes(
    _ form: PayloadForm, _ place: Int
  ) throws(WireError) -> Payload {
    let shapes = CommonKinds.shapes(place)
    switch form {
    case .asExpected: return Payload()
    case .small: return shapes.small.unpacked(try word(bytes: shapes.small.byteCount))
    case .large: return shapes.large.unpacked(try word(bytes: shapes.large.byteCount))
    case .bytes:
      var change = Payload()
      var mask = try uint16(8)
      while mask != 0 {
        let place = UInt64(mask.trailingZeroBitCount)
        let byte = UInt64(try byte()) &<< (8 &* (place & 7))
        if place < 8 { change.first |= byte } else { change.second |= byte }
        mask &= mask - 1
      }
      return change
    }
  }

  // MARK: Extras

  private mutating func readExtras(
    of row: inout FeedRow, _ index: Int, isPage: Bool, from offset: Int,
    keeping unknown: inout UnknownFields
  ) throws(WireError) {
    let start = position
    let bits = try byte()
    if !isPage && bits & (ExtraBits.verdict | ExtraBits.rowFields) != 0 {
      throw WireError(.valueUnknown(field: 2, UInt64(bits)), at: start)
    }
    if bits & ExtraBits.subject != 0 { row.operation.fact.subject = MemberHandle(try uint16(12)) }
    if bits & ExtraBits.followers != 0 { row.operation.followers = try uint16(15) }
    if bits & ExtraBits.claimed != 0 {
      row.operation.fact.claimed = try uint32(near: row.operation.fact.claimed, 16)
    }
    if bits & ExtraBits.schema != 0 { row.operation.fact.schema = try byte() }
    if bits & ExtraBits.scope != 0 { row.operation.scope = try uint32(3) }
    row.operation = row.operation.read(asOf: Fact.schemaCurrent)
    if bits & ExtraBits.verdict != 0 {
      let place = position
      let number = try byte()
      guard let kind = Verdict.Kind(rawValue: number) else {
        throw WireError(.valueUnknown(field: 2, UInt64(number)), at: place)
      }
      row.verdict.kind = kind
      row.verdict.reason = try byte()
    }
    if bits & ExtraBits.fields != 0 {
      let mark = unknown.bytes.count
      var texts = TextLengths()
      var reader = WireReader(bytes, try block())
      while let field = try reader.next() {
        // A field of the operation itself would count for a reader of the other form.
        guard field.number > Operation.fieldLast else {
          throw field.error(.fieldNumber(UInt64(field.number)))
        }
        if TextFields.isText(field.number) { try field.addText(to: &texts, of: bytes) }
        unknown.bytes.append(reader.fields(field))
      }
      try row.operation.checkTexts(texts, at: offset)
      unknown.seal(.operation, index, since: mark)
    }
    if bits & ExtraBits.rowFields != 0 {
      let mark = unknown.bytes.count
      var reader = WireReader(bytes, try block())
      while let field = try reader.next() {
        guard field.number > FeedRow.fieldLast else {
          throw field.error(.fieldNumber(UInt64(field.number)))
        }
        unknown.bytes.append(reader.fields(field))
      }
      unknown.seal(.row, index, since: mark)
    }
  }
}
