public import Base
import Population
public import Scenarios
public import Stress

/// The settings of a stress run.
public struct StressRequest: Sendable {
  /// The scenarios of the seeds; the settings that a seed draws override theirs.
  public var scenarios: [Scenario]
  public var swarm: Swarm
  /// The fault kinds that seeds may draw; nil for all.
  public var allowed: Set<String>?
  public var firstSeed: UInt64
  /// The number of seeds per scenario; nil for as many as the time allows.
  public var seedCount: Int?
  public var minutes: Double?
  public var jobs: Int
  /// The folder for reproductions.
  public var out: String
  public var shrinkSeconds: Double
  /// The number of failures after which no new seed starts.
  public var failuresMax: Int
  public var checksDeterminism: Bool
  /// Whether a seed with a lost update fails.
  public var failsOnLostUpdates = false
  /// A file to write the outcome of each seed to, for a process that brings several together.
  public var outcomesTo: String?
  /// A file with the outcomes of all seeds, which then do not run.
  public var outcomesFrom: String?
  /// The program that runs them, which reproductions and results name.
  public var program = ProgramIdentity.unstated
  /// The first words of the command line of workers, and of the command that reruns a seed. They
  /// are not quoted: only a shell removes quotation marks.
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

  /// The task with a number, ordered by seed; nil after the last one.
  func task(_ number: Int) -> Task? {
    let place = number / scenarios.count
    if let seedCount, place >= seedCount { return nil }
    let (seed, isBeyondLast) = firstSeed.addingReportingOverflow(UInt64(place))
    return isBeyondLast ? nil : Task(scenario: number % scenarios.count, seed: seed)
  }

  /// The command that reruns a single seed with the settings of this request.
  func rerunCommand(_ task: Task, checksDeterminism: Bool = false) -> String {
    let seed = ["--from", "\(task.seed)", "--seeds", "1", "--jobs", "1"]
    return ShellQuoting.line(command + seed + (checksDeterminism ? ["--check-determinism"] : []))
  }

  func draw(_ task: Task) -> SwarmDraw {
    swarm.draw(task.seed, allowed: allowed, on: scenarios[task.scenario].storage.kind)
  }

  func scenario(_ task: Task) throws(ScenarioErrors) -> Scenario {
    try draw(task).scenario(over: scenarios[task.scenario])
  }
}
