public import Chronology
public import DomainCore

/// A reference model of GRP-1, GRP-2, GRP-5, GRP-6 and FAM-12, computed from the log alone: a
/// group's members, its admin, and whose workouts its boards may show.
public struct GroupModel: ReferenceModel {
  /// A seat in the group.
  public struct Seat: Equatable {
    public var isActive = true
    public var consents = false
    public var shares = true
    var consentWritten = Version.never
    var sharesWritten = Version.never
    /// The zone of their latest operation.
    public var zone: UInt16
    var zoneWritten: Version

    /// Whether boards show them.
    public var isShown: Bool { isActive && consents && shares }
  }

  public private(set) var seats: [Seat] = []
  /// The active members, in the order of joining.
  public private(set) var active: [Int] = []
  public private(set) var admin = 0
  public private(set) var isDeleted = false
  /// The code of its invitation.
  public private(set) var code = GroupCode.none

  public init() {}

  /// Why the group must not accept a fact in its current state, or nil.
  public func problem(applying fact: Fact) -> String? {
    let author = Int(fact.author.index)
    guard !isDeleted, author < seats.count else { return nil }
    switch fact.kind {
    case .groupNameSet, .groupDeleted, .groupMemberRemoved:
      return author == admin ? nil : "a group accepted a change that only its admin may make"
    case .groupWorkoutShared where WorkoutSummary(fact.payload).count > 0:
      return seats[author].consents
        ? nil : "a group accepted a workout without the member's consent"
    default: return nil
    }
  }

  /// Whether boards show a member now.
  public func isShown(_ member: MemberHandle) -> Bool {
    Int(member.index) < seats.count && seats[Int(member.index)].isShown
  }

  /// Processes the next accepted fact of the log.
  public mutating func ingest(_ fact: Fact) {
    guard fact.kind.area == .groups, !isDeleted else { return }
    if fact.kind == .groupJoined {
      if seats.isEmpty { code = GroupJoin(fact.payload).code }
      active.append(seats.count)
      seats.append(Seat(zone: fact.zone, zoneWritten: fact.version))
      return
    }
    let (author, subject) = (Int(fact.author.index), Int(fact.subject.index))
    guard author < seats.count, subject < seats.count else { return }
    if seats[author].zoneWritten < fact.version {
      seats[author].zoneWritten = fact.version
      seats[author].zone = fact.zone
    }
    let isOn = fact.payload.first & 1 == 1
    switch fact.kind {
    case .groupLeft, .groupMemberRemoved: leave(subject)
    case .groupDeleted: isDeleted = true
    case .groupConsentSet where seats[author].consentWritten < fact.version:
      seats[author].consentWritten = fact.version
      seats[author].consents = isOn
    case .groupSharingSet where seats[author].sharesWritten < fact.version:
      seats[author].sharesWritten = fact.version
      seats[author].shares = isOn
    default: break
    }
  }

  private mutating func leave(_ seat: Int) {
    guard seats[seat].isActive else { return }
    seats[seat].isActive = false
    active.removeAll { $0 == seat }
    guard let eldest = active.first else {
      isDeleted = true
      return
    }
    if admin == seat { admin = eldest }
  }

  /// The current day in a member's zone.
  public func today(of seat: Int, at now: Instant) -> LocalDay { zone(of: seat).localDay(at: now) }

  func zone(of seat: Int) -> Zone {
    let number = seats[seat].zone
    return Int(number) < Zone.count ? Zone(id: number) : .utc
  }

  /// GRP-5: the ranks of values in descending order; equal ones share a rank, the next one skips.
  public static func ranks(of values: [UInt32]) -> [Int] {
    values.map { value in 1 + values.count { $0 > value } }
  }
}
