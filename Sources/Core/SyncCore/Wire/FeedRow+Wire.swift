import Base
import Chronology
import DomainCore

// The fields of a row of the feed on the wire.
extension FeedRow {
  static let fieldLast: UInt32 = 6

  func write(_ number: Int, of unknown: borrowing UnknownFields, to writer: inout WireWriter) {
    writer.block(1) { operation.write(number, of: unknown, to: &$0) }
    writer.number(2, verdict.kind.rawValue)
    writer.number(3, verdict.reason)
    writer.fixed(4, digest.first)
    writer.fixed(5, digest.second)
    writer.signed(6, committed.milliseconds)
    unknown.withFields(of: .row, number) { writer.raw($0) }
  }

  init(
    _ block: Range<Int>, of bytes: UnsafeBufferPointer<UInt8>, _ number: Int,
    keeping unknown: inout UnknownFields
  ) throws(WireError) {
    var reader = WireReader(bytes, block)
    let mark = unknown.bytes.count
    var operation: Range<Int>?
    var verdict = Verdict(.changed)
    var digest = Digest128.zero
    var committed = Instant(milliseconds: 0)
    while let field = try reader.next() {
      switch field.number {
      case 1: operation = try field.block()
      case 2: verdict.kind = try field.choice(Verdict.Kind.self)
      case 3: verdict.reason = try field.uint8()
      case 4: digest.first = try field.fixed()
      case 5: digest.second = try field.fixed()
      case 6: committed = Instant(milliseconds: try field.int64())
      default: unknown.bytes.append(reader.fields(field))
      }
    }
    guard let operation else { throw WireError(.missing(field: 1), at: block.upperBound) }
    unknown.seal(.row, number, since: mark)
    self.init(
      operation: try Operation(operation, of: bytes, number, keeping: &unknown),
      verdict: verdict, digest: digest, committed: committed)
    guard isPossible else { throw WireError(.impossible, at: block.lowerBound) }
  }
}
