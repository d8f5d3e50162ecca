import Chronology
import DomainCore

/// A value stored in one 64-bit word of a payload.
protocol WordEncodable: Equatable {
  /// Nil if the word contains more than the value.
  init?(word: UInt64)
  var word: UInt64 { get }
}

extension WordEncodable where Self: FixedWidthInteger {
  init?(word: UInt64) { self.init(exactly: word) }
  var word: UInt64 { UInt64(self) }
}

extension WordEncodable where Self: RawRepresentable, RawValue == UInt8 {
  init?(word: UInt64) {
    guard let number = UInt8(exactly: word) else { return nil }
    self.init(rawValue: number)
  }

  var word: UInt64 { UInt64(rawValue) }
}

extension UInt8: WordEncodable {}
extension UInt16: WordEncodable {}
extension UInt32: WordEncodable {}
extension UInt64: WordEncodable {}

extension Int64: WordEncodable {
  init?(word: UInt64) { self.init(bitPattern: word) }
  var word: UInt64 { UInt64(bitPattern: self) }
}

extension Bool: WordEncodable {
  init?(word: UInt64) {
    guard word <= 1 else { return nil }
    self = word == 1
  }

  var word: UInt64 { self ? 1 : 0 }
}

extension TextHandle: WordEncodable {
  init?(word: UInt64) {
    guard let raw = UInt32(exactly: word) else { return nil }
    self.init(raw)
  }

  var word: UInt64 { UInt64(raw) }
}

extension Entity: WordEncodable {
  init?(word: UInt64) { self.init(raw: word) }
  var word: UInt64 { raw }
}

extension MemberHandle: WordEncodable {
  init?(word: UInt64) {
    guard let index = UInt16(exactly: word) else { return nil }
    self.init(index)
  }

  var word: UInt64 { UInt64(index) }
}

extension LocalDay: WordEncodable {
  init?(word: UInt64) {
    guard let bits = UInt32(exactly: word) else { return nil }
    self.init(number: Int32(bitPattern: bits))
  }

  var word: UInt64 { UInt64(UInt32(bitPattern: number)) }
}

extension Instant: WordEncodable {
  init?(word: UInt64) { self.init(milliseconds: Int64(bitPattern: word)) }
  var word: UInt64 { UInt64(bitPattern: milliseconds) }
}

extension Role: WordEncodable {}
extension Sex: WordEncodable {}
extension AcademicItemKind: WordEncodable {}
extension AcademicPriority: WordEncodable {}
extension ClassType: WordEncodable {}
extension CalendarMode: WordEncodable {}
extension CalendarSide: WordEncodable {}
extension GoalPriority: WordEncodable {}
extension PointItem: WordEncodable {}
extension NotificationKind: WordEncodable {}
extension GoalText: WordEncodable {}
