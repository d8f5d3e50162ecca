import Base
import Chronology
import DomainCore

// The fields of a site's record in a journal. No other build reads them, so none is unknown.
extension SiteRecord {
  func write(to writer: inout WireWriter) {
    writer.number(1, sequenceDecided)
    writer.number(2, scope)
    writer.fixed(3, install.raw)
    writer.fixed(4, stampLatest)
    writer.signed(5, sessionEnds.milliseconds)
    writer.number(6, signIns)
    writer.number(7, epoch)
    writer.number(8, refusedCount)
    writer.number(9, epochPurged)
    writer.number(10, incarnationPurged)
    writer.number(11, account.raw)
    writer.number(12, member.index)
    writer.number(13, reason)
    writer.flag(14, isRevoked)
    writer.flag(15, skipsDropped)
  }

  init(_ block: Range<Int>, of bytes: UnsafeBufferPointer<UInt8>) throws(WireError) {
    self.init(scope: 0, member: MemberHandle(0), epoch: 0)
    sessionEnds = Instant(milliseconds: 0)
    account = AccountHandle(0)
    var reader = WireReader(bytes, block)
    while let field = try reader.next() {
      switch field.number {
      case 1: sequenceDecided = try field.uint32()
      case 2: scope = try field.uint32()
      case 3: install = InstallNonce(raw: try field.fixed())
      case 4: stampLatest = try field.fixed()
      case 5: sessionEnds = Instant(milliseconds: try field.int64())
      case 6: signIns = try field.uint32()
      case 7: epoch = try field.uint32()
      case 8: refusedCount = try field.uint32()
      case 9: epochPurged = try field.uint32()
      case 10: incarnationPurged = try field.uint32()
      case 11: account = AccountHandle(try field.uint32())
      case 12: member = MemberHandle(try field.uint16())
      case 13: reason = try field.uint8()
      case 14: isRevoked = try field.flag()
      case 15: skipsDropped = try field.flag()
      default: throw field.error(.fieldNumber(UInt64(field.number)))
      }
    }
  }
}
