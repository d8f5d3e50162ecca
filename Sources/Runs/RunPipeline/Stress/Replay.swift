public import Base
public import Chronology
import Datasets
public import Environment
public import Plans
import SQLiteStores
import Scenarios
import Simulator
public import Stress
import SystemLibrary

/// A file that can be replayed: a reproduction, or a plan such as `run --record` writes.
public enum ReplayFile: Sendable {
  case reproduction(Reproduction)
  case plan(Plan)

  public init(_ path: String) throws(ReplayError) {
    var reader: Reader?
    try FileSource.read(path, .reproduction) {
      ReplayError(sentence: "\(path): \($0)")
    } take: {
      (part) throws(ReplayError) in
      // The first part tells which of the two it is: the first line of a plan is an object.
      var begun = reader ?? (PlanReader.isStart(part) ? .plan(PlanReader()) : .reproduction)
      try begun.append(part, path)
      reader = begun
    }
    self = try (reader ?? .reproduction).finish(path)
  }

  public var plan: Plan {
    switch self {
    case .reproduction(let reproduction): reproduction.plan
    case .plan(let plan): plan
    }
  }

  /// The failure that the file is about: of a plan, the first violation; nil if it has none.
  var signature: Signature? {
    switch self {
    case .reproduction(let reproduction): return reproduction.signature
    case .plan(let plan):
      let run = PlannedRun(plan)
      for index in plan.communities.indices {
        if let found = run.found(in: index, where: { _ in true }) {
          return Signature(found.violation)
        }
      }
      return nil
    }
  }

  /// The same file, whose replicas and server rest on something else.
  func resting(on storage: StorageKind) -> ReplayFile {
    switch self {
    case .reproduction(var reproduction):
      reproduction.plan.scenario.storage.kind = storage
      return .reproduction(reproduction)
    case .plan(var plan):
      plan.scenario.storage.kind = storage
      return .plan(plan)
    }
  }

  /// The same file with another plan.
  func text(with plan: Plan, by program: ProgramIdentity) -> String {
    switch self {
    case .reproduction(var reproduction):
      reproduction.plan = plan
      return reproduction.text
    case .plan:
      let text = PlanWriter(texts: plan.texts).text(of: plan, program: program)
      return String(decoding: text, as: UTF8.self)
    }
  }

  private enum Reader {
    case plan(PlanReader)
    case started(ReproductionReader)

    static var reproduction: Reader { .started(ReproductionReader()) }

    mutating func append(_ part: ArraySlice<UInt8>, _ path: String) throws(ReplayError) {
      switch self {
      case .plan(var reader):
        // Otherwise the text would be copied for each part.
        self = .plan(PlanReader())
        do { try reader.append(part) } catch { throw ReplayError(sentence: "\(path):\(error)") }
        self = .plan(reader)
      case .started(var reader):
        self = .reproduction
        do { try reader.append(part) } catch { throw ReplayError(sentence: "\(path):\(error)") }
        self = .started(reader)
      }
    }

    func finish(_ path: String) throws(ReplayError) -> ReplayFile {
      switch self {
      case .plan(var reader):
        do {
          return .plan(try reader.finish())
        } catch {
          throw ReplayError(sentence: "\(path):\(error)")
        }
      case .started(let reader):
        do {
          return .reproduction(try reader.finish())
        } catch {
          throw ReplayError(sentence: "\(path):\(error)")
        }
      }
    }
  }
}

/// A replay of a reproduction or of a plan.
public struct Replay: Sendable {
  public let file: ReplayFile
  public let timeline: Timeline
  /// The failure that is shown; nil for a plan that does not fail.
  private let signature: Signature?
  private let program: ProgramIdentity

  /// - Parameters:
  ///   - storage: what replicas and the server rest on, instead of what the file says.
  ///   - program: the program that replays it.
  public init(
    of path: String, on storage: StorageKind? = nil, by program: ProgramIdentity = .unstated
  ) throws(ReplayError) {
    self.program = program
    let read = try ReplayFile(path)
    file = storage.map { read.resting(on: $0) } ?? read
    signature = file.signature
    timeline = Timeline(of: file.plan, showing: signature)
  }

  public var stillFails: Bool {
    timeline.violations.contains { Signature($0) == signature }
  }

  /// The result in words.
  public var verdict: String {
    if let violation = timeline.violations.first(where: { Signature($0) == signature }) {
      return Timeline.paragraph(of: violation, in: file.plan) + "\n" + origin
    }
    guard let signature else { return "No property is violated.\n" }
    let others = timeline.violations.map { "\n\($0.sentence)" }.joined()
    return "It no longer fails in this way: \(signature)\(others)\n" + origin
  }

  /// A note on a reproduction that another program wrote.
  private var origin: String {
    guard case .reproduction(let reproduction) = file else { return "" }
    var words = ""
    if reproduction.program.mayDiffer(from: program) {
      words +=
        "It was recorded by shakeout \(reproduction.program) and replayed by "
        + "\(program), whose engine may differ.\n"
    }
    if let sqlite = reproduction.sqlite, sqlite != SQLiteLibrary.version {
      words +=
        "It was recorded with SQLite \(sqlite) and replayed with \(SQLiteLibrary.version), "
        + "which may call the disk differently.\n"
    }
    return words
  }

  /// The timeline up to an instant, or by default until just after the failure.
  public func excerpt(until end: Instant?) -> Timeline {
    timeline.cut(until: end, behind: signature)
  }

  /// The excerpt as a self-contained HTML page.
  public func page(until end: Instant?) -> String {
    let title = signature.map { "\($0)" } ?? "A plan of '\(file.plan.scenario.name)'"
    return TimelinePage(excerpt(until: end), title: title, verdict: verdict).text
  }

  /// A smaller file with the same failure, with a summary.
  public struct Shrunk: Sendable {
    public let text: String
    public let summary: String
  }

  /// Returns nil if the file does not fail, or no longer.
  public static func shrunk(
    _ path: String, seconds: Double, by program: ProgramIdentity = .unstated
  ) throws(ReplayError) -> Shrunk? {
    let file = try ReplayFile(path)
    guard let signature = file.signature else { return nil }
    let begun = Machine.seconds
    var shrinker = Shrinker(file.plan, failing: signature) {
      Machine.seconds - begun < seconds && !Interruption.isRequested
    }
    guard let violation = shrinker.run() else { return nil }
    return Shrunk(
      text: file.text(with: shrinker.plan, by: program),
      summary: Timeline.paragraph(of: violation, in: shrinker.plan)
        + "\n\(Timeline.counted(shrinker.trials, "plan", "plans")) executed"
        + (shrinker.isMinimal ? ".\n" : "; time limit reached; not minimal.\n"))
  }
}

/// Why a file cannot be replayed, with its path and the place of the error.
public struct ReplayError: Error, CustomStringConvertible {
  let sentence: String

  public var description: String { sentence }
}
