import Base
import Chronology
import DomainCore

// The fields of a member who founded a scope on the wire.
extension Member {
  func write(_ number: Int, of unknown: borrowing UnknownFields, to writer: inout WireWriter) {
    writer.number(1, role.rawValue)
    writer.signed(2, Int64(born.number))
    writer.flag(3, !isActive)
    writer.flag(4, isRemoved)
    writer.flag(5, mayLog.value)
    writer.fixed(6, mayLog.version.stamp)
    writer.number(7, mayLog.version.site)
    writer.fixed(8, consentGiven.stamp)
    writer.number(9, consentGiven.site)
    writer.fixed(10, consentWithdrawn.stamp)
    writer.number(11, consentWithdrawn.site)
    writer.fixed(12, entity.raw)
    writer.signed(13, activeSince.milliseconds)
    writer.flag(14, endedAt != nil)
    writer.signed(15, endedAt?.milliseconds ?? 0)
    writer.number(16, changes)
    unknown.withFields(of: .founder, number) { writer.raw($0) }
  }

  init(
    _ block: Range<Int>, of bytes: UnsafeBufferPointer<UInt8>, _ number: Int,
    keeping unknown: inout UnknownFields
  ) throws(WireError) {
    // Not `self`, in whose initializer the birthday would not determine when they come of age.
    var member = Member(role: .parent, born: LocalDay(number: 0))
    member.consentGiven = .never
    var reader = WireReader(bytes, block)
    let mark = unknown.bytes.count
    var hasEnded = false
    var ended = Instant(milliseconds: 0)
    while let field = try reader.next() {
      switch field.number {
      case 1: member.role = try field.choice(Role.self)
      case 2: member.born = LocalDay(number: try field.int32())
      case 3: member.isActive = !(try field.flag())
      case 4: member.isRemoved = try field.flag()
      case 5: member.mayLog.value = try field.flag()
      case 6: member.mayLog.version.stamp = try field.fixed()
      case 7: member.mayLog.version.site = try field.uint32()
      case 8: member.consentGiven.stamp = try field.fixed()
      case 9: member.consentGiven.site = try field.uint32()
      case 10: member.consentWithdrawn.stamp = try field.fixed()
      case 11: member.consentWithdrawn.site = try field.uint32()
      case 12: member.entity = Entity(raw: try field.fixed())
      case 13: member.activeSince = Instant(milliseconds: try field.int64())
      case 14: hasEnded = try field.flag()
      case 15: ended = Instant(milliseconds: try field.int64())
      case 16: member.changes = try field.uint32()
      default: unknown.bytes.append(reader.fields(field))
      }
    }
    if hasEnded { member.endedAt = ended }
    unknown.seal(.founder, number, since: mark)
    self = member
  }
}
