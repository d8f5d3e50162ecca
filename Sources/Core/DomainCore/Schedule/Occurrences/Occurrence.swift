public import Chronology

/// SCH-5: the state of an occurrence's transport.
public enum TransportStatus: UInt8, BitwiseCopyable, CaseIterable, Sendable {
  case unassigned = 0
  case partial = 1
  case both = 2
}

/// SCH-5: a duty as a screen shows it.
public struct ShownDuty: BitwiseCopyable, Hashable, Sendable {
  public var driver: MemberHandle?
  public var isCoverageRequested: Bool
  public var isHandled: Bool
  public var note: TextHandle
  /// The member to whom the driver has offered a swap.
  public var swapPartner: MemberHandle?
}

/// SCH-2, SCH-4, SCH-5: one occurrence as a screen shows it, with its own changes applied.
public struct Occurrence: BitwiseCopyable, Hashable, Sendable {
  public var id: OccurrenceID
  public var sport: Entity
  /// The sport's name, unless the occurrence has a title of its own.
  public var title: TextHandle
  public var type: ClassType
  public var start: Instant
  public var end: Instant
  public var zone: Zone
  public var place: ClassPlace
  public var participants: MemberSet
  public var notes: TextHandle
  public var isMoved: Bool
  public var isCancelled: Bool
  public var dropOff: ShownDuty
  public var pickUp: ShownDuty

  /// The order of a list: by time, then by identity, so that it is the same everywhere.
  public static func comesFirst(_ left: Occurrence, _ right: Occurrence) -> Bool {
    (left.start, left.end, left.id) < (right.start, right.end, right.id)
  }

  public subscript(kind: DutyKind) -> ShownDuty { kind == .dropOff ? dropOff : pickUp }

  public var status: TransportStatus {
    switch (dropOff.driver, pickUp.driver) {
    case (nil, nil): .unassigned
    case (.some, .some): .both
    default: .partial
    }
  }

  /// SCH-6: when the driver is on the road: before the start for a drop-off, after the end for a
  /// pick-up. Empty when the trip takes no time.
  public func window(of kind: DutyKind) -> (from: Instant, to: Instant) {
    let travel = Int64(place.travelMinutes) * Span.minute
    return kind == .dropOff ? (start - travel, start) : (end, end + travel)
  }

  /// SCH-6: whether two occurrences are at one place. An unknown place is different for each class.
  public func isAtPlace(of other: Occurrence) -> Bool {
    place.number == other.place.number
      && (place.number != 0 || id.trainingClass == other.id.trainingClass)
  }
}

/// SCH-9: which occurrences a view shows.
public struct ScheduleFilter: BitwiseCopyable, Hashable, Sendable {
  public var child: MemberHandle?
  public var sport: Entity?
  public var driver: MemberHandle?
  /// FAM-2: only occurrences with one of these participants; nil for all.
  public var participants: MemberSet?
  /// Whether canceled occurrences are shown, marked as canceled.
  public var showsCancelled = false

  public init(
    child: MemberHandle? = nil, sport: Entity? = nil, driver: MemberHandle? = nil,
    participants: MemberSet? = nil, showsCancelled: Bool = false
  ) {
    self.child = child
    self.sport = sport
    self.driver = driver
    self.participants = participants
    self.showsCancelled = showsCancelled
  }

  func allows(_ occurrence: Occurrence) -> Bool {
    if occurrence.isCancelled && !showsCancelled { return false }
    if let child, !occurrence.participants.contains(child) { return false }
    if let participants, !occurrence.participants.contains(where: participants.contains) {
      return false
    }
    guard let driver else { return true }
    return occurrence.dropOff.driver == driver || occurrence.pickUp.driver == driver
  }
}
