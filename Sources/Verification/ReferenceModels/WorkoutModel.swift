public import Chronology
public import DomainCore

/// A reference model of TRN-3, computed from the log alone: a person's workouts, each once, whether
/// logged by hand, imported from a health store, or both.
public struct WorkoutModel: ReferenceModel {
  /// One workout: its name in the log, or the store's number, or both.
  public struct Done: Comparable {
    public var day: LocalDay
    public var logged: UInt64?
    public var imported: UInt64?
    /// Kilocalories from the log entry, or else from the store.
    public var burned: Int
    /// Whole minutes from its start to its end.
    public var minutes: Int

    public init(on day: LocalDay, logged: UInt64?, imported: UInt64?, burned: Int, minutes: Int) {
      self.day = day
      self.logged = logged
      self.imported = imported
      self.burned = burned
      self.minutes = minutes
    }

    public static func < (left: Done, right: Done) -> Bool {
      (left.day, left.logged ?? 0, left.imported ?? 0)
        < (right.day, right.logged ?? 0, right.imported ?? 0)
    }
  }

  private struct Record: Hashable {
    var name: UInt64
    var start: Int64
    var end: Int64
    var isLogged: Bool
    var burned: Int
    /// The day that was frozen with the log entry.
    var frozen: LocalDay?

    func together(_ other: Record) -> Int64 {
      max(0, min(end, other.end) - max(start, other.start))
    }

    /// Earlier ones first; only the identity distinguishes two with the same start and end.
    var rank: [UInt64] {
      [UInt64(bitPattern: start), UInt64(bitPattern: end), isLogged ? 0 : 1, name]
    }
  }

  private struct Sample: Hashable {
    var person: UInt16
    var number: UInt64
  }

  private var logged: [UInt64: (person: UInt16, record: Record)] = [:]
  private var imported: [Sample: (revision: UInt64, record: Record)] = [:]
  private var removed: Set<Sample> = []
  /// The zone of the device that reported a sample first.
  private var firstReports: [Sample: (version: Version, zone: UInt16)] = [:]

  public init() {}

  /// Processes the next accepted fact of the log.
  public mutating func ingest(_ fact: Fact) {
    let (first, second) = (fact.payload.first, fact.payload.second)
    switch fact.kind {
    case .workoutLogged:
      let start = Int64(first & 0xFFFF_FFFF_FFFF)
      let name = fact.identity.raw
      logged[name] = (
        fact.subject.index,
        Record(
          name: name, start: start, end: start + Int64(second & 0xFFFF_FFFF), isLogged: true,
          burned: Int(first >> 48), frozen: LocalDay(number: Int32(second >> 48)))
      )
    case .trainingLogDeleted: logged[fact.entity.raw] = nil
    case .workoutImported:
      let sample = Sample(person: fact.subject.index, number: fact.entity.raw)
      let (start, revision) = (Int64(first >> 16), second >> 40)
      if let known = firstReports[sample], known.version < fact.version {
        // An earlier fact has reported the zone.
      } else {
        firstReports[sample] = (fact.version, fact.zone)
      }
      if let known = imported[sample], known.revision >= revision { return }
      imported[sample] = (
        revision,
        Record(
          name: sample.number, start: start, end: start + Int64(second & 0xFFFF_FFFF),
          isLogged: false, burned: Int(first & 0xFFFF))
      )
    case .workoutImportRemoved:
      removed.insert(Sample(person: fact.subject.index, number: fact.entity.raw))
    default: break
    }
  }

  /// All people with data from a health store.
  public var wearers: [UInt16] { Set(imported.keys.map(\.person)).sorted() }

  /// All people with any workout.
  public var people: [UInt16] {
    Set(wearers + logged.values.map(\.person)).sorted()
  }

  /// A person's workouts, by the days that they count for: among logged and imported workouts that
  /// overlap by half of the shorter one, those with the longest overlap are one workout.
  public func done(by person: MemberHandle) -> [Done] {
    let hands = logged.values.filter { $0.person == person.index }.map(\.record)
    let stores = imported.filter { $0.key.person == person.index && !removed.contains($0.key) }
      .map(\.value.record)
    var pairs: [(hand: Record, store: Record)] = []
    for hand in hands {
      for store in stores {
        let together = hand.together(store)
        let shorter = min(hand.end - hand.start, store.end - store.start)
        if together > 0 && 2 * together >= shorter { pairs.append((hand, store)) }
      }
    }
    func ranks(_ pair: (hand: Record, store: Record)) -> [UInt64] {
      let (hand, store) = (pair.hand.rank, pair.store.rank)
      let isFirst = hand.lexicographicallyPrecedes(store)
      let together = UInt64.max - UInt64(pair.hand.together(pair.store))
      return [together] + (isFirst ? hand + store : store + hand)
    }
    pairs.sort { ranks($0).lexicographicallyPrecedes(ranks($1)) }
    var partners: [Record: Record] = [:]
    for pair in pairs where partners[pair.hand] == nil && partners[pair.store] == nil {
      (partners[pair.hand], partners[pair.store]) = (pair.store, pair.hand)
    }
    let known = hands.map { hand in
      Done(
        on: day(hand, of: person), logged: hand.name, imported: partners[hand]?.name,
        burned: hand.burned, minutes: Int((hand.end - hand.start) / Span.minute))
    }
    let others = stores.filter { partners[$0] == nil }.map { store in
      Done(
        on: day(store, of: person), logged: nil, imported: store.name, burned: store.burned,
        minutes: Int((store.end - store.start) / Span.minute))
    }
    return (known + others).sorted()
  }

  /// The day that was frozen with a log entry, or the local day of the device that reported first.
  private func day(_ record: Record, of person: MemberHandle) -> LocalDay {
    if let frozen = record.frozen { return frozen }
    let zone = firstReports[Sample(person: person.index, number: record.name)]?.zone ?? Zone.utc.id
    return (Int(zone) < Zone.count ? Zone(id: zone) : .utc)
      .localDay(at: Instant(milliseconds: record.start))
  }
}
