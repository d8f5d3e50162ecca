import Population
public import Scenarios
public import Stress

/// What is to be stressed, as it was asked for.
public struct StressRequest: Sendable {
  /// What seeds are lived in; what they draw is set on top.
  public var scenarios: [Scenario]
  public var swarm: Swarm
  /// The kinds of trouble that seeds may draw; nil for all.
  public var allowed: Set<String>?
  public var firstSeed: UInt64
  /// How many seeds of each scenario; nil for as many as the time allows.
  public var seedCount: Int?
  public var minutes: Double?
  public var jobs: Int
  /// The folder that reproductions are written into.
  public var out: String
  public var shrinkSeconds: Double
  /// After so many seeds that fail no other is begun.
  public var failuresMax: Int
  public var checksDeterminism: Bool
  /// The words by which the program is called for a process that lives seeds, and by somebody who
  /// wants to see a seed again; what they shall do follows. They are as they were given, for only
  /// a shell takes quotation marks away.
  public var command: [String]

  public init(
    scenarios: [Scenario], swarm: Swarm, allowed: Set<String>?, firstSeed: UInt64,
    seedCount: Int?, minutes: Double?, jobs: Int, out: String, shrinkSeconds: Double,
    failuresMax: Int, checksDeterminism: Bool, command: [String]
  ) {
    self.scenarios = scenarios
    self.swarm = swarm
    self.allowed = allowed
    self.firstSeed = firstSeed
    self.seedCount = seedCount
    self.minutes = minutes
    self.jobs = jobs
    self.out = out
    self.shrinkSeconds = shrinkSeconds
    self.failuresMax = failuresMax
    self.checksDeterminism = checksDeterminism
    self.command = command
  }

  /// One seed of one scenario.
  struct Task: Hashable, Sendable {
    var scenario: Int
    var seed: UInt64
  }

  /// The task with a number, seed by seed; nil when there are no more.
  func task(_ number: Int) -> Task? {
    let place = number / scenarios.count
    if let seedCount, place >= seedCount { return nil }
    return Task(scenario: number % scenarios.count, seed: firstSeed &+ UInt64(place))
  }

  /// The command that lives a seed again: what was asked for, with this seed alone.
  func again(_ task: Task, twice: Bool = false) -> String {
    let seed = ["--from", "\(task.seed)", "--seeds", "1", "--jobs", "1"]
    return ShellQuoting.line(command + seed + (twice ? ["--check-determinism"] : []))
  }

  func draw(_ task: Task) -> SwarmDraw { swarm.draw(task.seed, allowed: allowed) }

  func scenario(_ task: Task) throws(ScenarioErrors) -> Scenario {
    try draw(task).scenario(over: scenarios[task.scenario])
  }
}
