import Base
import Chronology
import DomainCore

// Operations and rows, each relative to those before it.
extension WireWriter {
  mutating func write(
    _ operations: borrowing FlatArray<Operation>, as batch: consuming Batch,
    _ unknown: borrowing UnknownFields
  ) {
    write(UInt64(operations.count))
    operations.withElements {
      let elements = BatchElements($0)
      for index in 0..<$0.count { write(index, in: elements, of: &batch, unknown) }
    }
  }

  /// The rows, and the first word of the digest after the last one.
  mutating func write(
    _ rows: borrowing FlatArray<FeedRow>, as batch: consuming Batch,
    _ unknown: borrowing UnknownFields
  ) {
    write(UInt64(rows.count))
    rows.withElements {
      let elements = BatchElements($0)
      for index in 0..<$0.count { write(index, in: elements, of: &batch, unknown) }
    }
    write(lowest: 8, of: rows[rows.count - 1].digest.first)
  }

  private mutating func write(
    _ index: Int, in elements: BatchElements, of batch: inout Batch,
    _ unknown: borrowing UnknownFields
  ) {
    let operation = elements.operation(index)
    let previous = batch.previous(index, in: elements)
    let kind = operation.pointee.kindNumber
    let place = CommonKinds.place(of: kind)
    let start = bytes.count
    byte(0)
    var first = UInt8(place)
    if place == CommonKinds.other { write(UInt64(kind)) }
    let beginsRun = !goesOn(operation, index, after: previous, in: elements, of: batch)
    if beginsRun {
      first |= OperationBits.beginsRun
      writeRun(operation, index, after: previous, in: elements, of: batch)
    }
    let last = batch.last(ofKind: kind, in: elements)
    if operation.pointee.fact.entity != last?.pointee.fact.entity ?? .none {
      first |= OperationBits.hasEntity
      writeEntity(of: operation, after: last)
    }
    let expected = Batch.expectedPayload(place, on: operation.pointee.fact.day, after: last)
    let form = writeChanges(
      Payload(
        operation.pointee.fact.payload.first ^ expected.first,
        operation.pointee.fact.payload.second ^ expected.second), place)
    first |= form.rawValue << OperationBits.payload
    var extras = Extras(
      subject: beginsRun ? operation.pointee.fact.author.index : previous.fact.subject.index,
      followers: Batch.expectedFollowers(after: previous),
      claimed: Batch.expectedClaim(of: operation.pointee.fact.version.stamp),
      schema: last?.pointee.fact.schema ?? 1, scope: previous.scope)
    extras.compare(
      operation.pointee, batch.isPage ? elements.row(index).pointee.verdict : Verdict(.changed))
    let fields = unknown.isEmpty ? nil : unknown.extent(of: .operation, index)
    let rowFields =
      batch.isPage && unknown.hasRowFields ? unknown.extent(of: .row, index) : nil
    if fields != nil { extras.bits |= ExtraBits.fields }
    if rowFields != nil { extras.bits |= ExtraBits.rowFields }
    if extras.bits != 0 {
      first |= OperationBits.hasExtras
      write(extras, operation.pointee)
      if extras.bits & ExtraBits.verdict != 0 {
        byte(elements.row(index).pointee.verdict.kind.rawValue)
        byte(elements.row(index).pointee.verdict.reason)
      }
      if let fields { unknown.withBytes(at: fields) { write(block: $0) } }
      if let rowFields { unknown.withBytes(at: rowFields) { write(block: $0) } }
    }
    set(first, at: start)
    batch.note(index, ofKind: kind, site: operation.pointee.fact.version.site)
  }

  // MARK: Runs

  /// Whether an operation goes on with the run of the one before.
  private func goesOn(
    _ operation: UnsafePointer<Operation>, _ index: Int, after previous: Operation,
    in elements: BatchElements, of batch: borrowing Batch
  ) -> Bool {
    let goesOn =
      operation.pointee.fact.version.stamp == previous.fact.version.stamp &+ 1
      && operation.pointee.fact.version.site == previous.fact.version.site
      && operation.pointee.fact.sequence == previous.fact.sequence &+ 1
      && operation.pointee.fact.day == previous.fact.day
      && operation.pointee.fact.author == previous.fact.author
      && operation.pointee.fact.zone == previous.fact.zone
      && operation.pointee.basis == previous.basis
    guard goesOn else { return false }
    guard batch.isPage else { return true }
    let committed = elements.row(index).pointee.committed.milliseconds
    return committed == batch.previousCommitted(index, in: elements)
  }

  private mutating func writeRun(
    _ operation: UnsafePointer<Operation>, _ index: Int, after previous: Operation,
    in elements: BatchElements, of batch: borrowing Batch
  ) {
    let fact = operation.pointee.fact
    let milliseconds = fact.version.stamp >> 16
    let expected = batch.expectedRun(index, of: fact.version.site, at: milliseconds, in: elements)
    let start = bytes.count
    byte(0)
    var run: UInt8 = 0
    if fact.version.site != previous.fact.version.site {
      run |= RunBits.site
      write(signed: Int64(fact.version.site) - Int64(previous.fact.version.site))
    }
    write(signed: Int64(milliseconds) - Int64(previous.fact.version.stamp >> 16))
    if fact.sequence != expected.sequence {
      run |= RunBits.sequence
      write(signed: Int64(fact.sequence) - Int64(expected.sequence))
    }
    let counter = fact.version.stamp & 0xFFFF
    if counter != 0 {
      run |= RunBits.counter
      write(counter)
    }
    if fact.day.number != expected.day {
      run |= RunBits.day
      write(signed: Int64(fact.day.number) - Int64(expected.day))
    }
    if fact.author.index != expected.author {
      run |= RunBits.author
      write(UInt64(fact.author.index))
    }
    if fact.zone != expected.zone {
      run |= RunBits.zone
      write(UInt64(fact.zone))
    }
    if operation.pointee.basis != expected.basis {
      run |= RunBits.basis
      write(signed: Int64(operation.pointee.basis) - Int64(expected.basis))
    }
    if batch.isPage {
      let committed = elements.row(index).pointee.committed.milliseconds
      if committed != batch.previousCommitted(index, in: elements) {
        run |= RunBits.committed
        write(signed: committed &- Int64(milliseconds))
      }
    }
    set(run, at: start)
  }

  // MARK: Entities and payloads

  private mutating func writeEntity(
    of operation: UnsafePointer<Operation>, after last: UnsafePointer<Operation>?
  ) {
    let entity = operation.pointee.fact.entity.raw
    let (site, sequence) = (entity >> 32, entity & 0xFFFF_FFFF)
    let own = UInt64(operation.pointee.fact.sequence)
    let isOfSite = site == UInt64(operation.pointee.fact.version.site)
    if let last, last.pointee.fact.entity.raw >> 32 == site {
      let change = Int64(sequence) - Int64(last.pointee.fact.entity.raw & 0xFFFF_FFFF)
      write(UInt64(bitPattern: change << 1 ^ change >> 63) << 2 | EntityForm.near.rawValue)
    } else if isOfSite && sequence <= own && own - sequence < sequence {
      write((own - sequence) << 2 | EntityForm.own.rawValue)
    } else if isOfSite {
      write(sequence << 2 | EntityForm.ofSite.rawValue)
    } else {
      write(sequence << 2 | EntityForm.any.rawValue)
      write(site)
    }
  }

  private mutating func writeChanges(_ change: Payload, _ place: Int) -> PayloadForm {
    if change.first | change.second == 0 { return .asExpected }
    let shapes = CommonKinds.shapes(place)
    if shapes.small.covers(change) {
      write(lowest: shapes.small.byteCount, of: shapes.small.packed(change))
      return .small
    }
    let mask = Self.changedBytes(change.first) | Self.changedBytes(change.second) << 8
    let count = mask.nonzeroBitCount + (mask < 0x80 ? 1 : 2)
    if shapes.large.byteCount <= count && shapes.large.covers(change) {
      write(lowest: shapes.large.byteCount, of: shapes.large.packed(change))
      return .large
    }
    write(mask)
    var rest = mask
    while rest != 0 {
      let place = UInt64(rest.trailingZeroBitCount)
      let word = place < 8 ? change.first : change.second
      byte(UInt8(truncatingIfNeeded: word &>> (8 &* (place & 7))))
      rest &= rest - 1
    }
    return .bytes
  }

  /// A bit for each byte of a word that is not zero.
  private static func changedBytes(_ word: UInt64) -> UInt64 {
    let low: UInt64 = 0x7F7F_7F7F_7F7F_7F7F
    let high = ((word & low) + low | word) & ~low
    return ((high >> 7) &* 0x0102_0408_1020_4080) >> 56
  }

  // MARK: Extras

  /// What of an operation is not as expected, though it mostly is.
  private struct Extras {
    var subject: UInt16
    var followers: UInt16
    var claimed: UInt32
    var schema: UInt8
    var scope: UInt32
    var bits: UInt8 = 0

    mutating func compare(_ operation: Operation, _ verdict: Verdict) {
      if operation.fact.subject.index != subject { bits |= ExtraBits.subject }
      if operation.followers != followers { bits |= ExtraBits.followers }
      if operation.fact.claimed != claimed { bits |= ExtraBits.claimed }
      if operation.fact.schema != schema { bits |= ExtraBits.schema }
      if operation.scope != scope { bits |= ExtraBits.scope }
      if verdict.kind != .accepted || verdict.reason != 0 { bits |= ExtraBits.verdict }
    }
  }

  private mutating func write(_ extras: Extras, _ operation: Operation) {
    byte(extras.bits)
    if extras.bits & ExtraBits.subject != 0 { write(UInt64(operation.fact.subject.index)) }
    if extras.bits & ExtraBits.followers != 0 { write(UInt64(operation.followers)) }
    if extras.bits & ExtraBits.claimed != 0 {
      write(signed: Int64(operation.fact.claimed) - Int64(extras.claimed))
    }
    if extras.bits & ExtraBits.schema != 0 { byte(operation.fact.schema) }
    if extras.bits & ExtraBits.scope != 0 { write(UInt64(operation.scope)) }
  }
}
