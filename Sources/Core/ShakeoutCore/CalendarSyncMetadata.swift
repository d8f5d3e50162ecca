import Base
import Chronology
import DomainCore

/// CAL-1: the metadata that a write stores with its event: the versions it wrote, and marks of the
/// fields.
///
/// Calendars report when an event was changed, but not which of its fields. Comparing the fields
/// with the marks of the last write shows which of them differ now.
struct CalendarSyncMetadata: Equatable {
  var versions: CalendarVersions
  /// A few bits of each field.
  var marks: SIMD8<UInt32>

  init(_ versions: CalendarVersions, of entry: CalendarEntry) {
    self.versions = versions
    marks = Self.marks(of: entry)
  }

  /// Parses what `text` prints; nil for anything else.
  init?(_ text: String) {
    let digits = Array(text.utf8)
    guard digits.count == 32 * CalendarField.allCases.count else { return nil }
    versions = CalendarVersions()
    marks = .zero
    for (place, field) in CalendarField.allCases.enumerated() {
      let begin = 32 * place
      guard let stamp = Hexadecimal.word(digits[begin..<begin + 16]),
        let rest = Hexadecimal.word(digits[begin + 16..<begin + 32])
      else { return nil }
      versions[field] = Version(stamp: stamp, site: UInt32(rest >> 32))
      marks[Int(field.rawValue)] = UInt32(truncatingIfNeeded: rest)
    }
  }

  var text: String {
    CalendarField.allCases.map { field in
      let version = versions[field]
      return Hexadecimal.text(version.stamp)
        + Hexadecimal.text(UInt64(version.site) << 32 | UInt64(marks[Int(field.rawValue)]))
    }.joined()
  }

  /// Whether it has a version that is not known to have been exchanged.
  func isNewInformation(to exchanged: CalendarVersions) -> Bool {
    CalendarField.allCases.contains {
      versions[$0] != exchanged[$0] && versions[$0].stamp >= exchanged[$0].stamp
    }
  }

  static func marks(of entry: CalendarEntry) -> SIMD8<UInt32> {
    var marks = SIMD8<UInt32>.zero
    func mark(_ field: CalendarField, _ digest: Digest128) {
      marks[Int(field.rawValue)] = UInt32(truncatingIfNeeded: digest.first)
    }
    mark(.title, .of(text: entry.title))
    mark(.start, .mix(UInt64(bitPattern: entry.start.milliseconds), 0, 0, 0))
    mark(.duration, .mix(UInt64(bitPattern: entry.lasting), 0, 0, 0))
    mark(.place, .of(text: entry.place))
    mark(.details, .of(text: CalendarDetails.notes(of: entry.details)))
    mark(.drivers, .of(text: CalendarDetails.driving(of: entry.details)))
    return marks
  }
}

extension CalendarEntry {
  /// The duration, without overflow for any two instants that a calendar may return.
  var lasting: Int64 {
    let (span, isBeyond) = end.milliseconds.subtractingReportingOverflow(start.milliseconds)
    return isBeyond ? 0 : max(span, 0)
  }
}

extension CalendarKey {
  /// Letters from a to v and digits, which satisfy the strictest calendars.
  var text: String {
    Self.prefix + Hexadecimal.text(words.first) + Hexadecimal.text(words.second)
  }

  init?(text: String) {
    guard text.hasPrefix(Self.prefix) else { return nil }
    let digits = Array(text.utf8.dropFirst(Self.prefix.utf8.count))
    guard digits.count == 32, let first = Hexadecimal.word(digits[..<16]),
      let second = Hexadecimal.word(digits[16...])
    else { return nil }
    self.init(RowKey(first, second))
  }

  private static var prefix: String { "shakeout" }
}
