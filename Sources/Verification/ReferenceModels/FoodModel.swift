public import Chronology
public import DomainCore

/// A reference model of NUT-5, NUT-10 and TRN-7, computed from the log alone: every portion and
/// drink as it is now, the sums of each person's day, and the number of actions on each day.
public struct FoodModel: ReferenceModel {
  /// The sums of a person's day.
  public struct Day: Equatable {
    public var lanes = SIMD8<UInt32>.zero
    public var meals = SIMD4<UInt16>.zero
    public var waters: UInt16 = 0

    public init() {}

    public var mealCount: Int { Int(meals[0]) + Int(meals[1]) + Int(meals[2]) + Int(meals[3]) }
  }

  private struct Entry {
    var entity: Entity
    var person: MemberHandle
    var day: LocalDay
    var payload: Payload
    var isWater: Bool
    var isContinuation: Bool
    var isDeleted = false
    var changed = Version.never
    var moved = Version.never
  }

  private struct Sample: Hashable {
    var sample: Entity
    var person: UInt16
  }

  private var entries: [Entry] = []
  /// The index of the first of the entries: used when an entry is changed, which is rare.
  private var places: [Entity: Int] = [:]
  private var samples: Set<Sample> = []
  /// By person and day from the first one: the core actions, and the analyzed photos.
  private var actions: [[UInt16]] = []
  private var photos: [[UInt16]] = []
  private let firstDay: LocalDay

  public init(firstDay: LocalDay) { self.firstDay = firstDay }

  /// Processes the next accepted fact of the log.
  public mutating func ingest(_ fact: Fact) {
    if fact.isCoreAction { Self.count(&actions, fact.author, firstDay.distance(to: fact.day)) }
    switch fact.kind {
    case .mealLogged:
      add(fact, isWater: false, isContinuation: MealPortion(fact.payload).isContinuation)
    case .waterLogged: add(fact, isWater: true, isContinuation: false)
    case .waterImported:
      let water = ImportedWater(sample: fact.entity, fact.payload)
      let sample = Sample(sample: fact.entity, person: fact.subject.index)
      guard samples.insert(sample).inserted else { return }
      add(fact, isWater: true, isContinuation: false)
      entries[entries.count - 1].day = water.day
      entries[entries.count - 1].payload = water.water.payload
    case .photoAnalyzed: Self.count(&photos, fact.author, firstDay.distance(to: fact.day))
    case .foodChanged, .foodMoved, .foodDeleted: change(fact)
    default: break
    }
  }

  private mutating func add(_ fact: Fact, isWater: Bool, isContinuation: Bool) {
    entries.append(
      Entry(
        entity: fact.identity, person: fact.subject, day: fact.day, payload: fact.payload,
        isWater: isWater, isContinuation: isContinuation))
  }

  private mutating func change(_ fact: Fact) {
    for place in places.count..<entries.count { places[entries[place].entity] = place }
    guard let place = places[fact.entity], !entries[place].isDeleted,
      entries[place].person == fact.subject
    else { return }
    switch fact.kind {
    case .foodChanged:
      guard entries[place].changed < fact.version else { return }
      entries[place].changed = fact.version
      entries[place].payload = fact.payload
    case .foodMoved:
      guard entries[place].moved < fact.version else { return }
      entries[place].moved = fact.version
      for portion in portions(of: place) { entries[portion].day = FoodTime(fact.payload).day }
    default:
      for portion in portions(of: place) { entries[portion].isDeleted = true }
    }
  }

  /// The portions of a meal are logged together with it.
  private func portions(of place: Int) -> Range<Int> {
    let first = entries[place]
    var end = place + 1
    guard !first.isWater, !first.isContinuation else { return place..<end }
    while end < entries.count, entries[end].isContinuation, entries[end].person == first.person,
      entries[end].entity.raw >> 32 == first.entity.raw >> 32
    {
      end += 1
    }
    return place..<end
  }

  private static func count(_ table: inout [[UInt16]], _ person: MemberHandle, _ day: Int) {
    guard day >= 0 else { return }
    while table.count <= Int(person.index) { table.append([]) }
    while table[Int(person.index)].count <= day { table[Int(person.index)].append(0) }
    let row = table[Int(person.index)][day]
    table[Int(person.index)][day] = row == .max ? row : row + 1
  }

  // MARK: Reading

  /// The sums of all days, by person and by day from the first one.
  public func days(people: Int, count: Int) -> [[Day]] {
    var days = [[Day]](repeating: [Day](repeating: Day(), count: count), count: people)
    for entry in entries where !entry.isDeleted && Int(entry.person.index) < people {
      let day = firstDay.distance(to: entry.day)
      guard (0..<count).contains(day) else { continue }
      Self.add(entry, to: &days[Int(entry.person.index)][day])
    }
    return days
  }

  private static func add(_ entry: Entry, to day: inout Day) {
    if entry.isWater {
      day.lanes[7] &+= UInt32(WaterAmount(entry.payload).tenthOunces)
      day.waters += day.waters == .max ? 0 : 1
      return
    }
    let meal = MealPortion(entry.payload)
    day.lanes &+= nutrients(of: meal)
    if !entry.isContinuation { day.meals[Int(meal.kind.rawValue)] += 1 }
  }

  /// Each quarter of a serving counts a quarter, rounded down, item by item.
  private static func nutrients(of meal: MealPortion) -> SIMD8<UInt32> {
    if meal.origin.source != .table { return StatedNutrients(meal.items).nutrients.lanes }
    var sum = SIMD8<UInt32>.zero
    for item in [meal.items.0, meal.items.1, meal.items.2]
    where Int(item.food) < FoodTable.foods.count {
      sum &+=
        FoodTable.foods[Int(item.food)].nutrients.lanes &* UInt32(item.quarters)
        / SIMD8(repeating: 4)
    }
    return sum
  }

  /// The number of a person's core actions on a day, on behalf of any member.
  public func actions(of person: Int, on day: Int) -> UInt16 { Self.read(actions, person, day) }

  /// NUT-7: the number of a person's analyzed photos on a day.
  public func photos(of person: MemberHandle, on day: LocalDay) -> UInt16 {
    Self.read(photos, Int(person.index), firstDay.distance(to: day))
  }

  private static func read(_ table: [[UInt16]], _ person: Int, _ day: Int) -> UInt16 {
    guard person < table.count, day >= 0, day < table[person].count else { return 0 }
    return table[person][day]
  }
}
