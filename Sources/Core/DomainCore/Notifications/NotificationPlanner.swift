public import Chronology

/// NOT-1: computes from a state which notifications are due or will be, for whom, and until when
/// they are worth sending.
///
/// A pure function of the state, the time and where people are, evaluated again at every step: what
/// was canceled, moved, completed or reassigned is no longer in the result (NOT-3). `Notifier` and
/// the settings decide who receives what, and when not.
public struct NotificationPlanner {
  let now: Instant
  /// Notifications due until then are wanted, so that the caller knows when to ask again.
  let horizon: Instant
  let zone: (MemberHandle) -> Zone
  /// The zone of the last question, which is nearly everyone's zone.
  private var cursor: ZoneCursor
  /// How many minutes ahead each member is reminded, by position in the list of members.
  let leads: [SIMD4<UInt16>]
  var found: [NotificationTrigger] = []

  private init(
    on state: borrowing ScopeState, now: Instant, ahead: Int64,
    zone: @escaping (MemberHandle) -> Zone
  ) {
    self.now = now
    horizon = now + ahead
    self.zone = zone
    cursor = ZoneCursor(.utc)
    var leads: [SIMD4<UInt16>] = []
    for index in 0..<state.memberCount {
      leads.append(state.shared.leadMinutes(of: MemberHandle(UInt16(index))))
    }
    self.leads = leads
  }

  /// All triggers that hold now, in no particular order; those still ahead are due later. They
  /// include every reminder that becomes due up to `ahead` milliseconds from now.
  public static func occasions(
    in state: borrowing ScopeState, now: Instant, ahead: Int64 = 0,
    zone: @escaping (MemberHandle) -> Zone
  ) -> [NotificationTrigger] {
    var planner = NotificationPlanner(on: state, now: now, ahead: ahead, zone: zone)
    planner.planClasses(state)
    planner.planConflicts(state)
    planner.planDuties(state)
    planner.planExceptions(state)
    planner.planSeries(state)
    for index in 0..<state.memberCount {
      let member = MemberHandle(UInt16(index))
      guard state.member(member).isActive, state.member(member).role != .groupMember else {
        continue
      }
      planner.planDay(of: member, state)
      planner.planWorkouts(of: member, state)
      planner.planSchool(of: member, state)
      planner.planAchievements(of: member, state)
      planner.planRecommendation(of: member, state)
      planner.planReports(of: member, state)
    }
    return planner.found
  }

  // MARK: Who and when

  mutating func emitTrigger(
    _ recipient: MemberHandle, _ cause: NotificationCause, due: Instant, until expires: Instant
  ) {
    guard now < expires else { return }
    found.append(NotificationTrigger(cause, to: recipient, due: due, expires: expires))
  }

  /// Notifies the person, and for a child every parent.
  mutating func emitToCarers(
    of person: MemberHandle, _ cause: NotificationCause, due: Instant, until expires: Instant,
    _ state: borrowing ScopeState
  ) {
    guard now < expires else { return }
    for index in 0..<state.memberCount {
      let member = MemberHandle(UInt16(index))
      if caresFor(person, member, state) { emitTrigger(member, cause, due: due, until: expires) }
    }
  }

  func caresFor(
    _ person: MemberHandle, _ member: MemberHandle, _ state: borrowing ScopeState
  ) -> Bool {
    member == person || (state.member(person).role == .child && isParent(member, state))
  }

  func isParent(_ member: MemberHandle, _ state: borrowing ScopeState) -> Bool {
    state.member(member).role == .parent && state.member(member).isActive
  }

  /// An hour of a person's local day, by the wall clock where they are.
  mutating func hour(_ hour: Int32, of day: LocalDay, for person: MemberHandle) -> Instant {
    minute(hour * 60, of: day, for: person)
  }

  mutating func minute(_ minute: Int32, of day: LocalDay, for person: MemberHandle) -> Instant {
    goTo(person)
    return cursor.instant(of: day, millisecondOfDay: minute * 60_000)
  }

  mutating func today(of person: MemberHandle) -> LocalDay {
    goTo(person)
    return cursor.localDay(at: now)
  }

  mutating func endOfDay(_ day: LocalDay, for person: MemberHandle) -> Instant {
    hour(0, of: day.adding(days: 1), for: person)
  }

  private mutating func goTo(_ person: MemberHandle) {
    let zone = zone(person)
    if cursor.zone != zone { cursor = ZoneCursor(zone) }
  }
}
