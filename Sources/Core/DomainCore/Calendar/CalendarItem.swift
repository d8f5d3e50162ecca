public import Chronology

/// CAL-2: the permanent identity of an occurrence: its class and its original day (SCH-4).
///
/// It does not change when the occurrence is moved, so the event moves with it.
public struct CalendarIdentity: BitwiseCopyable, Hashable, Sendable {
  public var trainingClass: Entity
  public var day: LocalDay

  @inlinable public init(trainingClass: Entity, day: LocalDay) {
    self.trainingClass = trainingClass
    self.day = day
  }
}

extension CalendarIdentity: Comparable {
  public static func < (left: CalendarIdentity, right: CalendarIdentity) -> Bool {
    left.trainingClass != right.trainingClass
      ? left.trainingClass < right.trainingClass : left.day < right.day
  }
}

/// CAL-2: an occurrence as an external calendar has to show it.
public struct CalendarItem: BitwiseCopyable, Hashable, Sendable {
  public var identity: CalendarIdentity
  public var values: CalendarValues
  /// The last write to each field; values inherited from the class count as written with the class.
  public var versions: CalendarVersions

  public init(identity: CalendarIdentity, values: CalendarValues, versions: CalendarVersions) {
    self.identity = identity
    self.values = values
    self.versions = versions
  }
}

/// All occurrences whose original day is in a window.
///
/// An occurrence of the window that is missing here no longer exists, and its event is deleted.
/// Both sides leave everything outside the window unchanged, so the past need not be kept in
/// memory.
public struct CalendarItems: Sendable {
  public let window: ClosedRange<LocalDay>
  private let items: [CalendarItem]

  /// The days that a key can represent: 1970 to 2149.
  public static var windowMax: ClosedRange<LocalDay> {
    LocalDay(number: 0)...LocalDay(number: Int32(UInt16.max))
  }

  public init(_ items: [CalendarItem], window: ClosedRange<LocalDay> = windowMax) {
    let window = window.clamped(to: Self.windowMax)
    self.window = window
    self.items = items.filter { window.contains($0.identity.day) }
      .sorted { $0.identity < $1.identity }
  }

  public var count: Int { items.count }
  public subscript(place: Int) -> CalendarItem { items[place] }

  /// The occurrence with an identity, if it exists. O(log n).
  public subscript(identity: CalendarIdentity) -> CalendarItem? {
    var low = 0
    var high = items.count
    while low < high {
      let middle = (low + high) / 2
      if items[middle].identity < identity { low = middle + 1 } else { high = middle }
    }
    return low < items.count && items[low].identity == identity ? items[low] : nil
  }
}
