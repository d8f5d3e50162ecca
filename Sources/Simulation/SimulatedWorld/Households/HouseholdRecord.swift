public import Chronology
import DomainCore

/// A household as the world runs it.
public struct HouseholdRecord: BitwiseCopyable, Sendable {
  /// Its number in the whole population.
  public var number: UInt32
  public var scope: UInt32
  public var zone: ZoneCursor
  public var firstPerson: Int
  public var personCount: Int
  /// How many of them belong to the family from its first day on; the others join it.
  public var founderCount: Int
  public var firstDevice: Int
  public var deviceCount: Int
  public var joinDay: Int32
  var isNotified: Bool
  /// The household's external calendar, negative when it has none.
  public internal(set) var calendar: Int32 = -1
}

/// A group of neighbors: a scope of its own, created by the first person who joins.
struct GroupRecord: BitwiseCopyable {
  var scope: UInt32
}
