import Chronology

/// An occurrence as the model computes it.
struct ExpectedOccurrence: Hashable {
  var training: Int
  var day: LocalDay
  var start: Instant
  var end: Instant
  var isCancelled: Bool
  var participants: Set<Int>
  var place: Int
  var travel: Int
  var dropOff: Int?
  var pickUp: Int?
  var coverage: [Bool]
  var offers: [Int?]
  var status: String
}

struct ExpectedConflict: Hashable {
  var kind: Int
  var person: Int?
  var one: ExpectedDuty
  var two: ExpectedDuty?
  var from: Instant
  var to: Instant
  var isHandled: Bool

  /// Any order, as long as it is always the same.
  static func comesFirst(_ left: ExpectedConflict, _ right: ExpectedConflict) -> Bool {
    (left.kind, left.person ?? 9, left.one, left.two ?? left.one)
      < (right.kind, right.person ?? 9, right.one, right.two ?? right.one)
  }
}

extension ScheduleTestModel {
  /// All existing occurrences, also canceled ones.
  func occurrences(now: Instant) -> [ExpectedOccurrence] {
    classes.keys.flatMap { training in
      originalDays(training).filter { staysInSeason(training, $0) }
        .map { occurrence(training, $0, now: now) }
    }
  }

  private func occurrence(_ training: Int, _ day: LocalDay, now: Instant) -> ExpectedOccurrence {
    let start = startInstant(training, day)
    let isFuture = start >= now
    let duties = [false, true].map {
      standing(ExpectedDuty(training: training, day: day, isPickUp: $0))
    }
    let place = place(training, day)
    let drivers = duties.compactMap { $0 }.count
    return ExpectedOccurrence(
      training: training, day: day, start: start,
      end: start + Int64(minutes(training, day)) * Span.minute,
      isCancelled: isCancelled(training, day),
      participants: participants(training).filter { !isFuture || !removed.contains($0) },
      place: place.number, travel: place.travel ?? 20, dropOff: duties[0]?.holder,
      pickUp: duties[1]?.holder, coverage: duties.map { $0?.coverage ?? false },
      offers: duties.map { $0.flatMap(offer) }, status: ["unassigned", "partial", "both"][drivers])
  }

  /// The member to whom a driver offers a swap, while that member has the wanted duty.
  private func offer(_ duty: Held) -> Int? {
    duty.wanted.flatMap { holder($0) } == duty.partner ? duty.partner : nil
  }

  func minutes(_ training: Int, _ day: LocalDay) -> Int {
    if case .lasts(_, _, let minutes)? =
      written[Key(field: "lasts", thing: training, day: day)]?.what, minutes > 0
    {
      return minutes
    }
    if case .duration(_, let minutes)? = written[Key(field: "duration", thing: training)]?.what {
      return minutes
    }
    guard case .makeClass(_, _, _, _, let minutes) = classes[training]!.what else { fatalError() }
    return minutes
  }

  private func place(_ training: Int, _ day: LocalDay) -> (number: Int, travel: Int?) {
    if case .moveRoom(_, _, let number)? =
      written[Key(field: "room", thing: training, day: day)]?.what, number > 0
    {
      return (number, nil)
    }
    if case .place(_, let number, let travel)? =
      written[Key(field: "place", thing: training)]?.what
    {
      return (number, travel)
    }
    return (0, nil)
  }

  /// Checks every pair of the occurrences that exist at `now`.
  func conflicts(
    in range: Range<Instant>, now: Instant, of occurrences: [ExpectedOccurrence]
  ) -> Set<ExpectedConflict> {
    let all = occurrences.filter { !$0.isCancelled }
    var found: Set<ExpectedConflict> = []
    func add(
      _ kind: Int, _ person: Int?, _ one: ExpectedDuty, _ two: ExpectedDuty?, _ from: Instant,
      _ to: Instant
    ) {
      let (first, second) = two.map { (min(one, $0), max(one, $0)) } ?? (one, nil)
      var isHandled = false
      if case .conflictHandled(_, _, _, _, true)? = handled[
        Handled(kind: kind, person: person, one: first, two: second)]?.what
      {
        isHandled = true
      }
      found.insert(
        ExpectedConflict(
          kind: kind, person: person, one: first, two: second, from: from, to: to,
          isHandled: isHandled))
    }
    struct Drive {
      var driver: Int
      var duty: ExpectedDuty
      var from: Instant
      var to: Instant
      var place: [Int]
    }
    var drives: [Drive] = []
    for one in all {
      for isPickUp in [false, true] {
        let travel = Int64(one.travel) * Span.minute
        let from = isPickUp ? one.end : one.start - travel
        let to = isPickUp ? one.end + travel : one.start
        let duty = ExpectedDuty(training: one.training, day: one.day, isPickUp: isPickUp)
        if let driver = isPickUp ? one.pickUp : one.dropOff {
          let place = one.place == 0 ? [0, one.training] : [one.place]
          drives.append(Drive(driver: driver, duty: duty, from: from, to: to, place: place))
        } else if one.start >= now, one.start - now <= 48 * Span.hour, range.contains(one.start) {
          add(2, nil, duty, nil, from, to)
        }
      }
    }
    func collide(_ one: (Instant, Instant), _ two: (Instant, Instant)) -> (Instant, Instant)? {
      guard one.0 < two.1, two.0 < one.1 else { return nil }
      let both = (max(one.0, two.0), min(one.1, two.1))
      // A trip of zero minutes is at an instant.
      let isSeen = both.0 == both.1 ? range.contains(both.0) : range.overlaps(both.0..<both.1)
      return isSeen ? both : nil
    }
    for (index, one) in all.enumerated() {
      for two in all[(index + 1)...] {
        guard let both = collide((one.start, one.end), (two.start, two.end)) else { continue }
        for child in one.participants.intersection(two.participants) {
          add(
            0, child, ExpectedDuty(training: one.training, day: one.day, isPickUp: false),
            ExpectedDuty(training: two.training, day: two.day, isPickUp: false), both.0, both.1)
        }
      }
    }
    for (index, one) in drives.enumerated() {
      for two in drives[(index + 1)...]
      where one.driver == two.driver && one.place != two.place {
        guard let both = collide((one.from, one.to), (two.from, two.to)) else { continue }
        add(1, one.driver, one.duty, two.duty, both.0, both.1)
      }
    }
    return found
  }

  func freeDrivers(from: Instant, to: Instant, of occurrences: [ExpectedOccurrence]) -> [Int] {
    [0, 2, 4].filter { member in
      guard canDrive(member) else { return false }
      for one in occurrences where !one.isCancelled {
        let travel = Int64(one.travel) * Span.minute
        if one.dropOff == member, one.start - travel < to, from < one.start { return false }
        if one.pickUp == member, one.end < to, from < one.end + travel { return false }
      }
      return true
    }
  }
}
