import Base
public import Chronology
import Counterparts
public import DomainCore
public import Faults
public import Population

/// What all people of a run share: how they behave, what they call things, when they are cut off.
///
/// A class, because it is large and every tap asks it something: a struct would be copied then.
public final class Ways: Sendable {
  public let firstDay: LocalDay
  let behaviour: Behaviour
  /// Nothing where nobody lapses.
  let course: LifeCourse?
  let offlineWindows: OfflineWindows
  let outsideFaults: OutsideFaults
  let clockFaults: ClockFaults
  let serverFaults: ServerFaults
  let installFaults: InstallFaults
  let deviceTroubles: DeviceTroubles
  /// Where people travel, and what they set by mistake.
  let zones: [Zone]
  let experiments: ExperimentParameters
  let refreshMilliseconds: Int64
  /// Whether what happens inside people is kept, day by day.
  let recordsStates: Bool
  let friends: Friendships
  /// Nothing where no family shares one.
  let tablets: SharedTablets?
  /// Nothing where what is seldom done is done by whim.
  let reasons: Reasons?
  /// Whether groups grow along friendships alone.
  let asksOnlyFriends: Bool
  public let words: Words
  /// By the first weekday: that day and the one three days later.
  let practiceRules: [PackedRecurrence]
  let catalogue: Catalogue
  let analysis: AnalysisService

  public init(
    _ scenario: Scenario, words: Words, offlineWindows: OfflineWindows,
    outsideFaults: OutsideFaults, clockFaults: ClockFaults, serverFaults: ServerFaults,
    installFaults: InstallFaults, deviceTroubles: DeviceTroubles
  ) {
    firstDay = scenario.firstDay
    behaviour = Behaviour(scenario)
    course = LifeCourse(scenario)
    self.words = words
    self.offlineWindows = offlineWindows
    self.outsideFaults = outsideFaults
    self.clockFaults = clockFaults
    self.serverFaults = serverFaults
    self.installFaults = installFaults
    self.deviceTroubles = deviceTroubles
    experiments = scenario.experiments
    friends = Friendships(scenario)
    tablets = SharedTablets(scenario)
    recordsStates = scenario.metrics.recordStates
    reasons = Reasons(scenario)
    asksOnlyFriends = scenario.activities.groupsOfFriends
    zones = [
      "America/Los_Angeles", "Europe/Berlin", "Asia/Tokyo", "Pacific/Pago_Pago",
      "Pacific/Kiritimati", "Asia/Kathmandu", "Australia/Lord_Howe",
    ].compactMap { Zone(named: $0) }
    refreshMilliseconds = Int64(scenario.sync.backgroundRefreshHours) * Span.hour
    let foodCount = UInt16(FoodTable.count)
    catalogue = Catalogue(number: scenario.seed, foodCount: foodCount, hallCount: 3)
    analysis = AnalysisService(modelVersion: scenario.seed, foodCount: foodCount)
    practiceRules = ["MO,TH", "TU,FR", "WE,SA", "TH,SU"].map { days in
      guard let rule = try? RecurrenceRule(parsing: "FREQ=WEEKLY;BYDAY=\(days)"),
        let packed = PackedRecurrence(rule)
      else { preconditionFailure("two weekdays make a rule") }
      return packed
    }
  }
}

extension Ways {
  public func isNotified(household: UInt32) -> Bool { behaviour.isNotified(household: household) }
}

/// What people call things; handles into one table are all that runs carry.
public struct Words: Sendable {
  /// The table that the handles are of.
  public let table: NameTable
  let habitNames: [HabitName]
  let habitCategories: [TextHandle]
  let sport: TextHandle
  let course: TextHandle
  let reward: TextHandle
  let practices: TextHandle
  /// What people outside write into calendars.
  public let calendarTexts: [TextHandle]
  /// By the rows of the food table.
  let foods: [TextHandle]
  /// What people call themselves in a group.
  let firstNames: [TextHandle]

  public init() {
    var names = NameTable()
    habitCategories = Self.categories.map { names.handle(of: $0) }
    habitNames = Self.habits.map { names.habitName($0) }
    sport = names.handle(of: "Football")
    course = names.handle(of: "Mathematics")
    reward = names.handle(of: "An evening at the cinema")
    practices = names.handle(of: "practices")
    calendarTexts = Self.calendar.map { names.handle(of: $0) }
    foods = FoodTable.foods.map { names.handle(of: "\($0.name)") }
    firstNames = Self.people.map { names.handle(of: $0) }
    table = names
  }

  private static let categories = ["Health", "Hobby", "Career", "Education"]

  private static let habits = [
    "Morning meditation", "Drink 8 glasses of water", "Read for 30 minutes", "Exercise",
    "Journal before bed", "Practise piano", "Stretch", "Walk the dog", "Tidy the room",
    "Homework first", "No phone after nine", "Eat a vegetable", "Floss", "Learn ten words",
    "Go to bed by ten", "Push-ups", "Draw something", "Call grandma", "Pack the bag",
    "Juggle 50 times", "Run 5 km", "Write 300 words", "Practise free throws", "Water the plants",
  ]

  private static let people = [
    "Ada", "Ben", "Carla", "Dev", "Emil", "Fatima", "Gus", "Hana", "Ines", "Jonas", "Kim", "Lena",
    "Milo", "Nour", "Otto", "Pia", "Quentin", "Rosa", "Sam", "Tara", "Uma", "Viktor", "Wen", "Yara",
  ]

  /// Titles, places and notes alike.
  private static let calendar = [
    "Bring water", "At the stadium", "Car pool at the corner", "New coach", "Photo day",
    "Indoors", "Shin guards!", "Dentist", "Grandma's birthday", "Parents' evening",
  ]
}
