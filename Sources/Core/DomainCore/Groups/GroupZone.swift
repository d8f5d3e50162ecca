import Chronology

/// The zones of facts, read without a crash for any number from outside.
enum GroupZone {
  private static let count = UInt16(Zone.all.count)

  static func isKnown(_ number: UInt16) -> Bool { number < count }

  static func zone(_ number: UInt16) -> Zone { isKnown(number) ? Zone(id: number) : .utc }
}
