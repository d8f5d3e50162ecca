public import Chronology

/// Everything that a run depends on: people, duration, behavior, faults.
///
/// The properties are declared here and described in `Scenario.fields`, which gives each its
/// default, its allowed values, its meaning and its source. The code has the mechanisms; scenarios
/// have the numbers about people and networks.
public struct Scenario: Sendable, Equatable {
  public var name = ""
  public var description = ""
  public var seed: UInt64 = 0
  public var people = 0
  public var days = 0
  /// The first simulated local day, `YYYY-MM-DD`; `startDay` has it in numbers.
  public var start = ""
  public var population = PopulationParameters()
  public var behavior = BehaviorParameters()
  public var personas = PersonaParameters()
  public var lifecycle = LifecycleParameters()
  public var homes = HomeParameters()
  public var levels = LevelParameters()
  public var rhythm = RhythmParameters()
  public var reactions = ReactionParameters()
  public var interventions = InterventionParameters()
  public var activities = ActivityParameters()
  public var reasons = ReasonParameters()
  public var contention = ContentionParameters()
  public var network = NetworkParameters()
  public var clocks = ClockParameters()
  public var installs = InstallParameters()
  public var storage = StorageParameters()
  public var sync = SyncParameters()
  public var metrics = MetricsParameters()
  public var coverage = CoverageParameters()
  public var load = LoadParameters()
  public var experiments = ExperimentParameters()

  /// The scenario with every parameter at its default.
  public init() {
    for field in Self.fields { field.reset(&self) }
  }
}

extension Scenario {
  /// The first simulated local day.
  public var startDay: (year: Int, month: Int, day: Int) {
    guard let day = ScenarioDate(start) else {
      preconditionFailure("'\(start)' is no day: the scenario was not validated")
    }
    return (day.year, day.month, day.day)
  }
}

extension Scenario {
  /// The first simulated local day.
  public var firstDay: LocalDay {
    let (year, month, day) = startDay
    return LocalDay(year: year, month: month, day: day)
  }
}
