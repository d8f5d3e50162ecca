import Base
import Chronology
import Counterparts
import DomainCore
import Faults
public import Population
import SyncCore

/// Everything that the communities of a run share: settings, tables, and no state.
///
/// A class, because it is large and every tap asks it something: a struct would be copied then.
public final class Simulation: Sendable {
  public let scenario: Scenario
  public let households: Households
  public let map: CommunityMap
  let behaviour: Behaviour
  let messageWeather: MessageWeather
  let offlineWeather: OfflineWeather
  let outsideWeather: OutsideWeather
  let habitNames: [HabitName]
  let habitCategories: [TextHandle]
  let sportName: TextHandle
  let courseName: TextHandle
  let rewardTitle: TextHandle
  let practiceUnit: TextHandle
  /// By the first weekday: that day and the one three days later.
  let practiceRules: [PackedRecurrence]
  /// What people outside write into calendars.
  let calendarTexts: [TextHandle]
  let catalogue: Catalogue
  let analysis: AnalysisService
  /// By the rows of the food table.
  let foodNames: [TextHandle]
  let refreshMilliseconds: Int64
  let retryDraws: Randomness

  public init(_ scenario: Scenario) {
    self.scenario = scenario
    households = Households(scenario)
    map = CommunityMap(scenario, households: households)
    behaviour = Behaviour(scenario)
    let randomness = Randomness(seed: scenario.seed)
    let network = NetworkSettings(scenario.network)
    messageWeather = MessageWeather(network, randomness: randomness)
    offlineWeather = OfflineWeather(network, randomness: randomness)
    outsideWeather = OutsideWeather(OutsideSettings(scenario.network), randomness: randomness)
    refreshMilliseconds = Int64(scenario.sync.backgroundRefreshHours) * Span.hour
    retryDraws = randomness
    var names = NameTable()
    habitCategories = HabitIdeas.categories.map { names.handle(of: $0) }
    habitNames = HabitIdeas.names.map { names.habitName($0) }
    sportName = names.handle(of: "Football")
    courseName = names.handle(of: "Mathematics")
    rewardTitle = names.handle(of: "An evening at the cinema")
    practiceUnit = names.handle(of: "practices")
    calendarTexts = CalendarIdeas.texts.map { names.handle(of: $0) }
    let foodCount = UInt16(FoodTable.count)
    catalogue = Catalogue(number: scenario.seed, foodCount: foodCount, hallCount: 3)
    analysis = AnalysisService(modelVersion: scenario.seed, foodCount: foodCount)
    foodNames = FoodTable.foods.map { names.handle(of: "\($0.name)") }
    practiceRules = ["MO,TH", "TU,FR", "WE,SA", "TH,SU"].map { days in
      guard let rule = try? RecurrenceRule(parsing: "FREQ=WEEKLY;BYDAY=\(days)"),
        let packed = PackedRecurrence(rule)
      else { preconditionFailure("two weekdays make a rule") }
      return packed
    }
  }

  /// The end of everything: every household's last local day is over.
  ///
  /// It is the watermark of the observed side: what the server knows, it knows by then.
  var watermark: Instant {
    let end = households.startDay.adding(days: scenario.days)
    // The last zone's midnight is at most 12 hours behind Greenwich's.
    return Zone.utc.startOfDay(end) + 12 * Span.hour
  }
}

/// What habits are called, and where they belong; handles into them are all that runs carry.
enum HabitIdeas {
  static let categories = ["Health", "Hobby", "Career", "Education"]

  static let names = [
    "Morning meditation", "Drink 8 glasses of water", "Read for 30 minutes", "Exercise",
    "Journal before bed", "Practise piano", "Stretch", "Walk the dog", "Tidy the room",
    "Homework first", "No phone after nine", "Eat a vegetable", "Floss", "Learn ten words",
    "Go to bed by ten", "Push-ups", "Draw something", "Call grandma", "Pack the bag",
    "Juggle 50 times", "Run 5 km", "Write 300 words", "Practise free throws", "Water the plants",
  ]
}

/// What people write into calendars outside: titles, places and notes alike.
enum CalendarIdeas {
  static let texts = [
    "Bring water", "At the stadium", "Car pool at the corner", "New coach", "Photo day",
    "Indoors", "Shin guards!", "Dentist", "Grandma's birthday", "Parents' evening",
  ]
}

extension OutsideSettings {
  init(_ parameters: NetworkParameters) {
    self.init(
      calendarFailure: Probability(parameters.calendarFailureShare),
      calendarTokensExpiredPerWeek: parameters.calendarTokensExpiredPerWeek,
      calendarSkewSecondsMax: parameters.calendarSkewSecondsMax,
      catalogueFailure: Probability(parameters.catalogueFailureShare),
      healthLapsesPerWeek: parameters.healthLapsesPerWeek)
  }
}

extension NetworkSettings {
  init(_ parameters: NetworkParameters) {
    self.init(
      latencyMillisecondsMedian: parameters.latencyMillisecondsMedian,
      latencySigma: parameters.latencySigma,
      loss: Probability(parameters.lossShare),
      duplicate: Probability(parameters.duplicateShare),
      reorder: Probability(parameters.reorderShare),
      reorderDelayMillisecondsMax: Int64(parameters.reorderDelayMillisecondsMax),
      offlineSpellsPerDeviceWeek: parameters.offlineSpellsPerDeviceWeek,
      offlineSpellMinutesMedian: parameters.offlineSpellMinutesMedian,
      offlineSpellSigma: parameters.offlineSpellSigma,
      offlineLong: Probability(parameters.offlineDeviceShare),
      offlineLongSpellDaysMax: parameters.offlineLongSpellDaysMax)
  }
}
