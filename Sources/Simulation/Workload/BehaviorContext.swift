import Base
public import Chronology
public import Environment
public import DomainCore
import Population
public import Scenarios

/// What all people of a run share: their behavior, the texts they use, and the end of the run.
///
/// A class, because it is large and read at every tap: a struct would be copied then.
public final class BehaviorContext: Sendable {
  public let firstDay: LocalDay
  let behavior: Behavior
  /// Nil in a scenario without lapses.
  let course: LifecycleModel?
  let offlineWindows: OfflineModel
  let externalServiceFaults: ExternalServiceFaults
  let clockFaults: ClockFaultModel
  let serverFaults: ServerFaultModel
  let installFaults: InstallFaultModel
  let deviceFaultModel: DeviceFaultModel
  let diskFaults: DiskFaultModel
  /// The zones to which people travel, or which they set by mistake.
  let zones: [Zone]
  let experiments: ExperimentParameters
  let refreshMilliseconds: Int64
  /// Whether the people's internal states are recorded, day by day.
  let recordsStates: Bool
  let friends: Friendships
  /// Nil in a scenario without shared tablets.
  let tablets: SharedTablets?
  /// Nil in a scenario with random commands instead of reasons.
  let reasons: Reasons?
  /// Whether groups grow along friendships only.
  let asksOnlyFriends: Bool
  public let sampleTexts: SampleTextPool
  /// By the first weekday: a rule for that day and the one three days later.
  let practiceRules: [PackedRecurrence]
  let catalog: FoodCatalog
  let analysis: AnalysisService

  public init(
    _ scenario: Scenario, sampleTexts: SampleTextPool, offlineWindows: OfflineModel,
    externalServiceFaults: ExternalServiceFaults, clockFaults: ClockFaultModel,
    serverFaults: ServerFaultModel,
    installFaults: InstallFaultModel, deviceFaultModel: DeviceFaultModel,
    diskFaults: DiskFaultModel
  ) {
    firstDay = scenario.firstDay
    behavior = Behavior(scenario)
    course = LifecycleModel(scenario)
    self.sampleTexts = sampleTexts
    self.offlineWindows = offlineWindows
    self.externalServiceFaults = externalServiceFaults
    self.clockFaults = clockFaults
    self.serverFaults = serverFaults
    self.installFaults = installFaults
    self.deviceFaultModel = deviceFaultModel
    self.diskFaults = diskFaults
    experiments = scenario.experiments
    friends = Friendships(scenario)
    tablets = SharedTablets(scenario)
    recordsStates = scenario.metrics.recordStates
    reasons = Reasons(scenario)
    asksOnlyFriends = scenario.activities.groupsRequireFriends
    zones = [
      "America/Los_Angeles", "Europe/Berlin", "Asia/Tokyo", "Pacific/Pago_Pago",
      "Pacific/Kiritimati", "Asia/Kathmandu", "Australia/Lord_Howe",
    ].compactMap { Zone(named: $0) }
    refreshMilliseconds = Int64(scenario.sync.backgroundRefreshHours) * Span.hour
    let foodCount = UInt16(FoodTable.count)
    catalog = FoodCatalog(number: scenario.seed, foodCount: foodCount, hallCount: 3)
    analysis = AnalysisService(modelVersion: scenario.seed, foodCount: foodCount)
    practiceRules = ["MO,TH", "TU,FR", "WE,SA", "TH,SU"].map { days in
      guard let rule = try? RecurrenceRule(parsing: "FREQ=WEEKLY;BYDAY=\(days)"),
        let packed = PackedRecurrence(rule)
      else { preconditionFailure("two weekdays make a rule") }
      return packed
    }
  }
}

extension BehaviorContext {
  public func isNotified(household: UInt32) -> Bool { behavior.isNotified(household: household) }
}

/// The texts that people use; runs store only handles into one table.
public struct SampleTextPool: Sendable {
  /// The table of the handles.
  public let table: NameTable
  let habitNames: [HabitName]
  let habitCategories: [TextHandle]
  let sport: TextHandle
  let course: TextHandle
  let reward: TextHandle
  let practices: TextHandle
  /// The texts that people write into external calendars.
  public let calendarTexts: [TextHandle]
  /// By the rows of the food table.
  let foods: [TextHandle]
  /// The display names of people in groups.
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

  /// Titles, places and notes.
  private static let calendar = [
    "Bring water", "At the stadium", "Car pool at the corner", "New coach", "Photo day",
    "Indoors", "Shin guards!", "Dentist", "Grandma's birthday", "Parents' evening",
  ]
}
