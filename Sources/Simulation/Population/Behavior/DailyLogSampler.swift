import Base
public import Chronology
public import DomainCore
import Scenarios

/// What people log on their current day, drawn once a day and read session by session.
///
/// Each item belongs to one session of the day, chosen by its own draw, so that the sessions
/// together have every item once.
public struct DailyLogSampler: ~Copyable {
  /// The numbers of some of a day's items, in order.
  public struct LoggedItemNumbers: Sequence, IteratorProtocol {
    @usableFromInline var bits: UInt16

    init(bits: UInt16) {
      self.bits = bits
    }

    @inlinable public mutating func next() -> Int? {
      guard bits != 0 else { return nil }
      let number = bits.trailingZeroBitCount
      bits &= bits &- 1
      return number
    }
  }

  /// The items of each session, sixteen bits a session.
  struct SessionItemSets: BitwiseCopyable {
    private var bits: UInt64 = 0

    /// The maximum number of items of a day, as their tables have it.
    static var thingsMax: Int { 16 }

    mutating func put(_ number: Int, in session: Int) {
      bits |= 1 &<< UInt64(session &* Self.thingsMax &+ number)
    }

    func numbers(in session: Int) -> UInt16 {
      UInt16(truncatingIfNeeded: bits &>> UInt64(session &* Self.thingsMax))
    }
  }

  struct DailyLogDraws: BitwiseCopyable {
    var day = LocalDay(number: .min)
    /// The day's number of sessions, on which the session of each item depends.
    var sessionCount = 0
    var meals = SessionItemSets()
    var waters = SessionItemSets()
    var habits = SessionItemSets()
    /// The habits that were drawn for the day. A habit is drawn when it is first needed, since
    /// people create and end habits.
    var habitsDrawn: UInt16 = 0
    /// The factor on the average amounts of food and drink.
    var appetite = 1.0
    var thirst = 1.0
    var checkInSession = -1
    var checkIn = WellnessScore(mental: 0, physical: 0)
  }

  private let behavior: Behavior
  private var lots: FlatArray<DailyLogDraws>
  /// The content of meals and drinks, by the person's day and their numbers.
  private var meals: FlatArray<UInt64>
  private var waters: FlatArray<UInt64>

  /// The days of so many people, who are identified by their indices from now on.
  public init(of behavior: Behavior, people: Int) {
    self.behavior = behavior
    lots = FlatArray(repeating: DailyLogDraws(), count: people)
    meals = FlatArray(repeating: 0, count: people * SessionItemSets.thingsMax)
    waters = FlatArray(repeating: 0, count: people * SessionItemSets.thingsMax)
  }

  /// Selects a person's day, before it is read.
  public mutating func turn(
    _ place: Int, _ person: Person, isIll: Bool = false, to day: LocalDay, of sessions: Int
  ) {
    if lots[place].day == day && lots[place].sessionCount == sessions { return }
    var today = DailyLogDraws(day: day, sessionCount: sessions)
    today.appetite = behavior.appetite(person, on: day)
    today.thirst = person.traits.thirst
    let first = place * SessionItemSets.thingsMax
    for number in 0..<behavior.mealCount(person, on: day) {
      let meal = behavior.meal(number, person, on: day, of: sessions)
      today.meals.put(number, in: meal.session)
      meals[first + number] = meal.randomWord
    }
    for number in 0..<behavior.waterCount(person, on: day) {
      let water = behavior.water(number, person, on: day, of: sessions)
      today.waters.put(number, in: water.session)
      waters[first + number] = water.randomWord
    }
    if let checkIn = behavior.checkIn(person, isIll: isIll, on: day, of: sessions) {
      today.checkInSession = checkIn.session
      today.checkIn = checkIn.score
    }
    lots[place] = today
  }

  // MARK: Items of a session

  /// Whether a habit is done in a session of the day.
  public mutating func doesHabit(
    _ number: Int, of place: Int, _ person: Person, session: Int
  ) -> Bool {
    let (day, sessions) = (lots[place].day, lots[place].sessionCount)
    guard number < SessionItemSets.thingsMax else {
      return behavior.session(ofHabit: number, person, on: day, of: sessions) == session
    }
    let bit: UInt16 = 1 &<< UInt16(number)
    if lots[place].habitsDrawn & bit == 0 {
      lots[place].habitsDrawn |= bit
      if let own = behavior.session(ofHabit: number, person, on: day, of: sessions) {
        lots[place].habits.put(number, in: own)
      }
    }
    return lots[place].habits.numbers(in: session) & bit != 0
  }

  /// The meals that are logged in a session of the day.
  public func meals(of place: Int, session: Int) -> LoggedItemNumbers {
    LoggedItemNumbers(bits: lots[place].meals.numbers(in: session))
  }

  public func meal(_ number: Int, of place: Int) -> MealPortion {
    Behavior.meal(number, meals[place * SessionItemSets.thingsMax + number]).times(
      lots[place].appetite)
  }

  /// The drinks that are logged in a session of the day.
  public func waters(of place: Int, session: Int) -> LoggedItemNumbers {
    LoggedItemNumbers(bits: lots[place].waters.numbers(in: session))
  }

  /// A drink of the day, at a given minute.
  public func water(_ number: Int, of place: Int, minuteOfDay: Int) -> WaterAmount {
    behavior.water(
      waters[place * SessionItemSets.thingsMax + number], thirst: lots[place].thirst,
      minuteOfDay: minuteOfDay)
  }

  /// The check-in of the day, if it belongs to a session.
  public func checkIn(of place: Int, session: Int) -> WellnessScore? {
    lots[place].checkInSession == session ? lots[place].checkIn : nil
  }
}
