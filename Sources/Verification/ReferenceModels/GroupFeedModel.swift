public import Chronology
public import DomainCore

/// GRP-7 told from the log alone: who joined, whose rank was lost or gained by what, which weeks
/// ended, and what of it each member has seen.
public struct GroupFeedModel {
  /// One thing that has happened.
  public struct FeedEvent: Equatable {
    public var at: Instant
    public var kind: GroupEventKind
    public var member: MemberHandle
    public var week: LocalDay
    public var cause: Entity
    /// By challenge, whether a rank was lost or gained, and which.
    public var isAbout = [false, false]
    public var ranks: [UInt8] = [0, 0]

    /// Whether a state has it so.
    public func isTold(by event: GroupEvent) -> Bool {
      at == event.at && kind == event.kind && member == event.member && week == event.week
        && cause == event.cause
        && GroupChallenge.allCases.allSatisfy { challenge in
          let place = Int(challenge.rawValue)
          return isAbout[place] == event.isAbout(challenge) && ranks[place] == event.ranks[place]
        }
    }
  }

  /// One thing that a feed tells somebody.
  public struct Item: Equatable {
    public var event: FeedEvent
    /// How many came before it, of the ends of weeks nobody counts.
    public var number: Int?
    public var isUnread: Bool
  }

  private struct Workout: Hashable {
    var name: Entity
    var member: UInt16
  }

  private struct Seen {
    var joined: Instant
    /// The events before these came before they did, or were seen by them.
    var first: Int
    var viewed: Int
    var week: LocalDay
  }

  private var events: [FeedEvent] = []
  private var seats: [Seen] = []
  /// The workouts that have told of themselves, as each does once.
  private var told: Set<Workout> = []

  public init() {}

  /// Takes in the next fact of the log that was not refused, when the server took it, and how the
  /// group and its boards stand just after; `wasShown` says whether these showed its author before.
  public mutating func ingest(
    _ fact: Fact, committed: Instant, _ group: GroupModel, _ board: GroupBoardModel, wasShown: Bool
  ) {
    guard fact.kind.area == .groups, !group.isDeleted else { return }
    let author = Int(fact.author.index)
    switch fact.kind {
    case .groupJoined:
      // Who is the first there has nobody to tell.
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
        told.insert(Workout(name: fact.entity, member: fact.author.index)).inserted
      else { return }
      let weeks = [0, 7, 14, 21].map { day.weekStart.adding(days: $0) }
      emitEvents(of: author, in: weeks, fact, committed, group, board) { week, today in
        board.weekValues(of: author, in: week, on: today, without: day)
      }
    case .groupConsentSet, .groupSharingSet:
      guard !wasShown, group.isShown(fact.author) else { return }
      let last = group.today(of: author, at: committed).weekStart
      let weeks = [-21, -14, -7, 0].map { last.adding(days: $0) }.filter { $0 > board.final }
      // Who was not there takes all ranks anew.
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

  /// Tells those who were level with somebody or ahead and are not any more, and that one of the
  /// ranks that are theirs now; each of the first week in which it is so.
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

  /// What a member's feed tells of the last seven days, the oldest first.
  public func items(of place: Int, at now: Instant, in group: GroupModel) -> [Item] {
    guard place < seats.count else { return [] }
    let (seen, zone) = (seats[place], group.zone(of: place))
    let from = now - 7 * Span.day
    var items = events.indices.filter { number in
      let (event, member) = (events[number], events[number].member.index)
      // Who came is news to the others, a rank to whose it is.
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
