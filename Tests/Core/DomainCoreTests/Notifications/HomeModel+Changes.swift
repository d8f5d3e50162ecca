import Chronology

// NOT-6 in the model: changes of the plan, and requests of drivers.
extension HomeModel {
  func changes(_ now: Int, _ planned: [ExpectedOccurrence]) -> [ExpectedTrigger] {
    var found: [ExpectedTrigger] = []
    for one in planned {
      // The latest change of the occurrence alone, also if it restores the plan.
      let said = ["cancel", "move", "room"].compactMap {
        schedule.written[.init(field: $0, thing: one.training, day: one.day)]?.stamp
      }
      let start = Int(one.start.milliseconds / Span.minute)
      guard let last = said.max(), start > now else { continue }
      for member in people.indices where people[member].isHere {
        let drives = one.dropOff == member || one.pickUp == member
        guard drives || hears(member, of: one.participants) else { continue }
        found.append(
          ExpectedTrigger(
            cause: .change(
              thing: one.training, day: Int(one.day.number), isCancelled: one.isCancelled,
              stamp: last),
            to: member, due: now, expires: start))
      }
    }
    return found
  }

  /// The adults of the family if there is any participant, and the participants.
  private func hears(_ member: Int, of participants: Set<Int>) -> Bool {
    let isFamily = [.parent, .observer].contains(people[member].role)
    return participants.contains(member) || (isFamily && !participants.isEmpty)
  }

  /// Changes of whole classes and sports, each once and for a month.
  func seriesChanges(_ now: Int) -> [ExpectedTrigger] {
    var found: [ExpectedTrigger] = []
    func tell(
      _ thing: Int, _ participants: Set<Int>, made: Int, said: Int?, isOver: Bool, last: LocalDay?
    ) {
      // For ten minutes after the creation, writes belong to it.
      guard let said, said >= made + 600_000 else { return }
      let month = said / 86_400_000 + 31
      let end = (last.map { min(month, Int($0.number) + 2) } ?? month) * 1_440
      let here = participants.filter { people[$0].isHere }
      for member in people.indices where people[member].isHere && hears(member, of: here) {
        found.append(
          ExpectedTrigger(
            cause: .series(thing: thing, stamp: isOver ? nil : said), to: member, due: now,
            expires: end))
      }
    }
    func stamp(_ field: String, _ thing: Int) -> Int? {
      schedule.written[.init(field: field, thing: thing)]?.stamp
    }
    for (number, made) in schedule.classes {
      let sport = schedule.sport(of: number)
      if schedule.gone.contains(sport) { continue }
      var last = schedule.season(sport).last
      if case .rule(_, .some)? = schedule.written[.init(field: "rule", thing: number)]?.what {
      } else {
        last = min(last, schedule.start(number).day)
      }
      let isOver = schedule.gone.contains(number)
      let said = ["start", "rule", "place"].compactMap { stamp($0, number) }.max()
      tell(
        number, schedule.participants(number), made: made.stamp,
        said: isOver ? stamp("gone", number) : said, isOver: isOver, last: last)
    }
    for (number, made) in schedule.sports {
      let isOver = schedule.gone.contains(number)
      var last = LocalDay(number: 0)
      if case .makeSport(_, let day) = made.what { last = day }
      if case .season(_, _, let day)? = schedule.written[.init(field: "season", thing: number)]?
        .what
      {
        last = day
      }
      let classes = schedule.classes.keys.filter {
        schedule.sport(of: $0) == number && !schedule.gone.contains($0)
      }
      // A shortened season has no days where its removed occurrences were.
      let (season, archive) = (stamp("season", number) ?? 0, stamp("archive", number) ?? 0)
      let isSeason = !isOver && season > archive && season >= made.stamp + 600_000
      tell(
        number, classes.reduce(into: []) { $0.formUnion(schedule.participants($1)) },
        made: made.stamp, said: isOver ? stamp("gone", number) : max(season, archive),
        isOver: isOver, last: isSeason ? nil : last)
    }
    return found
  }

  func requests(_ now: Int, _ all: [ExpectedOccurrence]) -> [ExpectedTrigger] {
    var found: [ExpectedTrigger] = []
    for duty in duties(all, now, { $0.coverage }) {
      guard
        let one = all.first(where: { $0.training == duty.training && $0.day == duty.day }),
        let asking = duty.isPickUp ? one.pickUp : one.dropOff
      else { continue }
      let begins = duty.isPickUp ? one.end : one.start - Int64(one.travel) * Span.minute
      for member in people.indices where member != asking && people[member].isHere {
        guard [.parent, .observer].contains(people[member].role) else { continue }
        found.append(
          ExpectedTrigger(
            cause: .coverage(duty, asking), to: member, due: now,
            expires: Int(begins.milliseconds / Span.minute)))
      }
    }
    return found
  }
}
