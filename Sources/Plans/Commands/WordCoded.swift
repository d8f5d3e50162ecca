import Chronology
import DomainCore

/// A value that is alone in a word of a payload.
protocol WordCoded: Equatable {
  /// Nil when the word holds more than the value.
  init?(word: UInt64)
  var word: UInt64 { get }
}

extension WordCoded where Self: FixedWidthInteger {
  init?(word: UInt64) { self.init(exactly: word) }
  var word: UInt64 { UInt64(self) }
}

extension WordCoded where Self: RawRepresentable, RawValue == UInt8 {
  init?(word: UInt64) {
    guard let number = UInt8(exactly: word) else { return nil }
    self.init(rawValue: number)
  }

  var word: UInt64 { UInt64(rawValue) }
}

extension UInt8: WordCoded {}
extension UInt16: WordCoded {}
extension UInt32: WordCoded {}
extension UInt64: WordCoded {}

extension Int64: WordCoded {
  init?(word: UInt64) { self.init(bitPattern: word) }
  var word: UInt64 { UInt64(bitPattern: self) }
}

extension Bool: WordCoded {
  init?(word: UInt64) {
    guard word <= 1 else { return nil }
    self = word == 1
  }

  var word: UInt64 { self ? 1 : 0 }
}

extension TextHandle: WordCoded {
  init?(word: UInt64) {
    guard let raw = UInt32(exactly: word) else { return nil }
    self.init(raw)
  }

  var word: UInt64 { UInt64(raw) }
}

extension Entity: WordCoded {
  init?(word: UInt64) { self.init(raw: word) }
  var word: UInt64 { raw }
}

extension MemberHandle: WordCoded {
  init?(word: UInt64) {
    guard let index = UInt16(exactly: word) else { return nil }
    self.init(index)
  }

  var word: UInt64 { UInt64(index) }
}

extension LocalDay: WordCoded {
  init?(word: UInt64) {
    guard let bits = UInt32(exactly: word) else { return nil }
    self.init(number: Int32(bitPattern: bits))
  }

  var word: UInt64 { UInt64(UInt32(bitPattern: number)) }
}

extension Instant: WordCoded {
  init?(word: UInt64) { self.init(milliseconds: Int64(bitPattern: word)) }
  var word: UInt64 { UInt64(bitPattern: milliseconds) }
}

extension Role: WordCoded {}
extension Sex: WordCoded {}
extension AcademicItemKind: WordCoded {}
extension AcademicPriority: WordCoded {}
extension ClassType: WordCoded {}
extension CalendarMode: WordCoded {}
extension CalendarSide: WordCoded {}
extension GoalPriority: WordCoded {}
extension PointItem: WordCoded {}
extension NotificationKind: WordCoded {}
extension GoalText: WordCoded {}
