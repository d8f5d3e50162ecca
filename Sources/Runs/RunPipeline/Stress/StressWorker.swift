import Chronology
import JSONText
import Plans
import Population
import Scenarios
import Properties
import Simulator
import Stress
import SimulatedWorld
import SystemLibrary

/// The worker process: it reads one request per line from standard input and responds to each with
/// a line of JSON.
///
/// Seeds run in separate processes because a crash ends its process. The parent then knows the seed
/// and has the error output.
public struct StressWorker {
  private let request: StressRequest

  public init(_ request: StressRequest) {
    self.request = request
  }

  /// Handles requests until the end of standard input, or until the parent has ended.
  public func run() {
    Self.endWithParent()
    while let line = readLine() {
      guard let next = WorkerRequest(line) else { continue }
      CrashReport.prepare(
        run: "scenario '\(request.scenarios[next.task.scenario].name)', seed \(next.task.seed)",
        command: request.rerunCommand(next.task))
      print(JSONWriter(.compact).text(response(to: next)))
      fflush(nil)
    }
  }

  /// A parent that is killed cannot end its workers, and no one reads what they would find.
  private static func endWithParent() {
    let problem = HostSystem.startThread(stackByteCount: 1 << 16) {
      var requests = pollfd(fd: STDIN_FILENO, events: 0, revents: 0)
      // Without events to wait for, it returns when no one can write there any more.
      while poll(&requests, 1, -1) < 0 && errno == EINTR {}
      _exit(0)
    }
    precondition(problem == 0, "a worker can start a thread: error \(problem)")
  }

  private func response(to next: WorkerRequest) -> JSONNode {
    let scenario: Scenario
    do {
      scenario = try request.scenario(next.task)
    } catch {
      return ["error": .string("\(error)")]
    }
    switch next.verb {
    case .run:
      let hasControlRun = next.task.seed % UInt64(ControlRun.seedsPerControlRun) == 0
      return SeedRun.simulated(
        scenario, withControlRun: hasControlRun, reportsLostUpdates: request.failsOnLostUpdates
      ).json
    case .runWithoutControl:
      // Only its digest is compared (P21), which covers all that happened.
      return SeedRun.simulated(
        scenario, reportsLostUpdates: request.failsOnLostUpdates, foldsLogs: false
      ).json
    case .trace: return ["digests": .array(SeedRun.events(scenario).map { .integer($0.digest) })]
    case .event(let place):
      let events = SeedRun.events(scenario)
      return ["event": events.indices.contains(place) ? .string(events[place].text) : .null]
    case .shrink(let seconds, let signature):
      return shrunk(next.task, scenario, seconds: seconds, signature)
    }
  }

  private func shrunk(
    _ task: StressRequest.Task, _ scenario: Scenario, seconds: Double, _ signature: Signature
  ) -> JSONNode {
    let begun = Machine.seconds
    let plan = SeedRun.plan(scenario)
    var shrinker = Shrinker(plan, failing: signature) { Machine.seconds - begun < seconds }
    guard let violation = shrinker.run() else {
      return ["error": "the recorded plan does not fail as the seed does"]
    }
    let reproduction = Reproduction(
      program: request.program, signature: signature,
      origin: Reproduction.Origin(
        scenario: scenario.name, seed: task.seed, settings: request.draw(task).settings,
        swarm: request.swarm.hash), plan: shrinker.plan)
    return [
      "reproduction": .string(reproduction.text), "violation": violation.json,
      "explanation": .string(Timeline.paragraph(of: violation, in: shrinker.plan)),
      "trials": .integer(shrinker.trials), "isMinimal": .boolean(shrinker.isMinimal),
      "seconds": .number(Machine.seconds - begun),
    ]
  }
}

/// A request to a worker, as a line of text.
struct WorkerRequest: Equatable {
  enum Job: Equatable {
    /// Runs the seed, and its control run if it has one.
    case run
    case runWithoutControl
    /// Returns the digest of each event.
    case trace
    /// Returns the description of one event.
    case event(Int)
    case shrink(seconds: Double, Signature)
  }

  var verb: Job
  var task: StressRequest.Task

  init(_ verb: Job, _ task: StressRequest.Task) {
    self.verb = verb
    self.task = task
  }

  init?(_ line: String) {
    guard let json = try? JSONReader().read(line),
      let seed = json["seed"]?.integer(as: UInt64.self),
      let scenario = json["scenario"]?.integer(as: Int.self)
    else { return nil }
    task = StressRequest.Task(scenario: scenario, seed: seed)
    switch json["do"]?.string {
    case "run": verb = .run
    case "runWithoutControl": verb = .runWithoutControl
    case "trace": verb = .trace
    case "event": verb = .event(json["place"]?.integer() ?? 0)
    case "shrink":
      guard let seconds = json["seconds"]?.double, let what = json["description"]?.string,
        let property = Signature(id: json["property"]?.string ?? "", what)
      else { return nil }
      verb = .shrink(seconds: seconds, property)
    default: return nil
    }
  }

  var line: String {
    var fields: [(String, JSONNode)] = [
      ("seed", .integer(task.seed)), ("scenario", .integer(task.scenario)),
    ]
    switch verb {
    case .run: fields.append(("do", "run"))
    case .runWithoutControl: fields.append(("do", "runWithoutControl"))
    case .trace: fields.append(("do", "trace"))
    case .event(let place): fields += [("do", "event"), ("place", .integer(place))]
    case .shrink(let seconds, let signature):
      fields += [
        ("do", "shrink"), ("seconds", .number(seconds)),
        ("property", .string(signature.property.id)), ("description", .string(signature.what)),
      ]
    }
    return JSONWriter(.compact).text(.object(fields))
  }
}
