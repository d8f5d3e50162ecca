public import Chronology
public import DomainCore

/// A reference model of GRP-7, computed from the log alone: the joins, the lost and gained ranks
/// with their causes, the ended weeks, and what each member has seen of them.
public struct GroupFeedModel {
  /// One event of the feed.
  public struct FeedEvent: Equatable {
    public var at: Instant
    public var kind: GroupEventKind
    public var member: MemberHandle
    public var week: LocalDay
    public var cause: Entity
    /// By challenge, whether a rank was lost or gained, and which.
    public var isAbout = [false, false]
    public var ranks: [UInt8] = [0, 0]

    /// Whether it equals an event of the state.
    public func matches(_ event: GroupEvent) -> Bool {
      at == event.at && kind == event.kind && member == event.member && week == event.week
        && cause == event.cause
        && GroupChallenge.allCases.allSatisfy { challenge in
          let place = Int(challenge.rawValue)
          return isAbout[place] == event.isAbout(challenge) && ranks[place] == event.ranks[place]
        }
    }
  }

  /// One item of a member's feed.
  public struct Item: Equatable {
    public var event: FeedEvent
    /// The number of items before it; nil for the end of a week, which has no number.
    public var number: Int?
    public var isUnread: Bool
  }

  private struct Workout: Hashable {
    var name: Entity
    var member: UInt16
  }

  private struct Seen {
    var joined: Instant
    /// The first event that the member did not see before; earlier ones precede the membership.
    var first: Int
    var viewed: Int
    var week: LocalDay
  }

  private var events: [FeedEvent] = []
  private var seats: [Seen] = []
  /// The workouts that have caused their event; each does so once.
  private var announced: Set<Workout> = []

  public init() {}

  /// Processes the next accepted fact of the log, with the time of its commit and the state of the
  /// group and its boards just after; `wasShown` is whether the boards showed its author before.
  public mutating func ingest(
    _ fact: Fact, committed: Instant, _ group: GroupModel, _ board: GroupBoardModel, wasShown: Bool
  ) {
    guard fact.kind.area == .groups, !group.isDeleted else { return }
    let author = Int(fact.author.index)
    switch fact.kind {
    case .groupJoined:
      // The first member of a group has no one to notify.
      if group.active.count > 1 {
        let newcomer = MemberHandle(UInt16(group.seats.count - 1))
        events.append(Self.event(.memberJoined, of: newcomer, LocalDay(number: 0), fact, committed))
      }
      seats.append(
        Seen(
          joined: committed, first: events.count, viewed: events.count, week: fact.day.weekStart))
    case .groupFeedViewed where author < seats.count:
      let viewed = Int(min(fact.payload.first, UInt64(events.count)))
      seats[author].viewed = max(seats[author].viewed, viewed)
      seats[author].week = max(seats[author].week, fact.day.weekStart)
    case .groupWorkoutShared:
      guard let day = board.begun, wasShown,
        announced.insert(Workout(name: fact.entity, member: fact.author.index)).inserted
      else { return }
      let weeks = [0, 7, 14, 21].map { day.weekStart.adding(days: $0) }
      emitEvents(of: author, in: weeks, fact, committed, group, board) { week, today in
        board.weekValues(of: author, in: week, on: today, without: day)
      }
    case .groupConsentSet, .groupSharingSet:
      guard !wasShown, group.isShown(fact.author) else { return }
      let last = group.today(of: author, at: committed).weekStart
      let weeks = [-21, -14, -7, 0].map { last.adding(days: $0) }.filter { $0 > board.final }
      // A member who was not shown gains all ranks.
      emitEvents(of: author, in: weeks, fact, committed, group, board) { _, _ in [0, 0] }
    default: break
    }
  }

  private static func event(
    _ kind: GroupEventKind, of member: MemberHandle, _ week: LocalDay, _ fact: Fact,
    _ committed: Instant
  ) -> FeedEvent {
    let cause = fact.kind == .groupWorkoutShared ? fact.entity : fact.identity
    return FeedEvent(at: committed, kind: kind, member: member, week: week, cause: cause)
  }

  /// Adds a lost rank for each member whom `owner` overtakes, and a gained rank for `owner`; each
  /// in the first week in which that happens.
  private mutating func emitEvents(
    of owner: Int, in weeks: [LocalDay], _ fact: Fact, _ committed: Instant, _ group: GroupModel,
    _ board: GroupBoardModel, before: (LocalDay, LocalDay) -> [UInt32]
  ) {
    let today = group.today(of: owner, at: committed)
    let others = group.active.filter { $0 != owner && group.seats[$0].isShown }
    var known: Set<Int> = []
    for week in weeks {
      let (old, new) = (before(week, today), board.weekValues(of: owner, in: week, on: today))
      if old == new { continue }
      let values = others.map {
        board.weekValues(of: $0, in: week, on: group.today(of: $0, at: committed))
      }
      for (other, value) in zip(others, values) {
        let lost = [0, 1].filter { value[$0] > 0 && old[$0] <= value[$0] && value[$0] < new[$0] }
        guard !lost.isEmpty, known.insert(other).inserted else { continue }
        var event = Self.event(
          .rankLost, of: MemberHandle(UInt16(other)), week, fact, committed)
        for board in lost { event.isAbout[board] = true }
        events.append(event)
      }
      var event = Self.event(.rankGained, of: MemberHandle(UInt16(owner)), week, fact, committed)
      for board in [0, 1] {
        guard values.contains(where: { old[board] < $0[board] && $0[board] <= new[board] }) else {
          continue
        }
        event.isAbout[board] = true
        event.ranks[board] = UInt8(1 + values.count { $0[board] > new[board] })
      }
      if event.isAbout.contains(true) && known.insert(owner).inserted { events.append(event) }
    }
  }

  // MARK: Reading

  /// A member's feed of the last seven days, the oldest first.
  public func items(of place: Int, at now: Instant, in group: GroupModel) -> [Item] {
    guard place < seats.count else { return [] }
    let (seen, zone) = (seats[place], group.zone(of: place))
    let from = now - 7 * Span.day
    var items = events.indices.filter { number in
      let (event, member) = (events[number], events[number].member.index)
      // A join is news to the others, a rank to its owner.
      let isTheirs = (Int(member) == place) == (event.kind != .memberJoined)
      return number >= seen.first && event.at > from && isTheirs
    }
    .map { Item(event: events[$0], number: $0, isUnread: $0 >= seen.viewed) }
    let monday = zone.localDay(at: now).weekStart
    for week in [monday.adding(days: -14), monday.adding(days: -7)] {
      let end = zone.startOfDay(week.adding(days: 7))
      guard end > seen.joined, end <= now, end > from else { continue }
      let event = FeedEvent(
        at: end, kind: .weekEnded, member: MemberHandle(UInt16(place)), week: week, cause: .none)
      let later = items.firstIndex { $0.event.at > end } ?? items.count
      items.insert(Item(event: event, number: nil, isUnread: week >= seen.week), at: later)
    }
    return items
  }
}
