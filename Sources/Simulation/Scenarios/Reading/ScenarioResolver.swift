import Base
import JSONText

/// The text of a scenario and the name to show for it.
public struct ScenarioFile: Sendable {
  /// Stands in errors.
  public var displayName: String
  /// Tells files apart when a chain of `extends` is followed: however a file is named, `./` and
  /// links included, it is one file.
  public var identity: String
  public var bytes: [UInt8]

  /// A file that is known by the name that is shown for it, unless it has an identity of its own.
  public init(displayName: String, identity: String? = nil, bytes: [UInt8]) {
    self.displayName = displayName
    self.identity = identity ?? displayName
    self.bytes = bytes
  }
}

/// Makes a scenario out of its file, the files it extends and the overrides of the command line.
///
/// Later wins, parameter by parameter: the defaults, then the file at the end of the chain, and so
/// on up to the file that was asked for, then the overrides in their order. Weights, zones and the
/// like are one parameter each and are replaced whole. Reading files is somebody else's work: the
/// resolver asks for them through a closure.
public struct ScenarioResolver {
  /// Gives the file with a name, as `extends` or a person wrote it, or nil when there is none;
  /// the second argument is the display name of the file that extends it.
  public typealias Loader = (String, String?) throws(ScenarioError) -> ScenarioFile?

  private let scenarioNames: [String]
  private let zoneNames: [String]?
  private let refusesIdleTreatments: Bool
  private let load: Loader

  /// `scenarioNames` are for suggestions; `zoneNames` are the time zones there are, nil to accept
  /// any. A treatment that could do nothing is refused where somebody asks for a run; a finished
  /// run may say of itself what it likes.
  public init(
    scenarioNames: [String] = [], zoneNames: [String]? = nil, refusesIdleTreatments: Bool = false,
    load: @escaping Loader
  ) {
    self.scenarioNames = scenarioNames
    self.zoneNames = zoneNames
    self.refusesIdleTreatments = refusesIdleTreatments
    self.load = load
  }

  /// Throws everything that is wrong, not only the first.
  public func resolve(_ name: String, overrides: [String] = []) throws(ScenarioErrors)
    -> Scenario
  {
    var (sources, errors) = loadChain(from: name)
    var draft = ScenarioDraft()
    for index in sources.indices.reversed() {
      draft.apply(&sources[index], isAskedFor: index == 0)
    }
    sources.reverse()
    for override in overrides {
      sources.append(ScenarioSource(override: override, zoneNames: zoneNames))
      draft.apply(override: override, &sources[sources.count - 1].findings)
    }
    draft.checkOrder(&sources)
    draft.checkEnd(&sources)
    if refusesIdleTreatments { draft.checkTreatment(&sources) }
    errors = sources.flatMap(\.findings.errorsInOrder) + errors
    if !errors.isEmpty { throw ScenarioErrors(errors: errors) }
    return draft.scenario
  }
}

extension ScenarioResolver {
  /// Reads the file that is asked for and those it extends, in this order, as far as they can be
  /// had; errors that belong to no file come beside them.
  private func loadChain(from name: String) -> ([ScenarioSource], [ScenarioError]) {
    var sources: [ScenarioSource] = []
    var identities: [String] = []
    var wanted = name
    var wantedAt: JSONPosition?
    while true {
      let file: ScenarioFile?
      do throws(ScenarioError) {
        file = try load(wanted, sources.last?.findings.source)
      } catch {
        return (sources, [error])
      }
      guard let file else {
        let problem = ScenarioError.Problem.notFound(
          name: wanted, nearest: nearest(to: wanted, in: scenarioNames))
        guard !sources.isEmpty else { return ([], [ScenarioError(problem)]) }
        sources[sources.count - 1].findings.add(problem, at: wantedAt)
        return (sources, [])
      }
      let chain = sources.map(\.findings.source)
      if let first = identities.firstIndex(of: file.identity) {
        sources[sources.count - 1].findings.add(
          .extendsItself(chain: chain[first...] + [chain[first]]), at: wantedAt)
        return (sources, [])
      }
      sources.append(read(file))
      identities.append(file.identity)
      guard let extended = sources[sources.count - 1].extended() else { return (sources, []) }
      (wanted, wantedAt) = extended
    }
  }

  private func read(_ file: ScenarioFile) -> ScenarioSource {
    var source = ScenarioSource(
      findings: ScenarioFindings(
        source: file.displayName, showsPositions: true, zoneNames: zoneNames))
    do throws(JSONError) {
      let reader = JSONReader(accepting: [
        .comments, .trailingCommas, .repeatedKeys, .byteOrderMark,
      ])
      source.root = try reader.read(file.bytes)
    } catch {
      source.findings.add(.syntax(error.problem), at: error.position)
    }
    return source
  }
}

/// A file or an override, and what was found wrong with it.
struct ScenarioSource {
  var findings: ScenarioFindings
  /// Nil when the text could not be read.
  var root: JSONNode?

  init(findings: ScenarioFindings) {
    self.findings = findings
  }

  /// What an override says stands in it alone.
  init(override: String, zoneNames: [String]?) {
    findings = ScenarioFindings(
      source: "--set \(override)", showsPositions: false, zoneNames: zoneNames)
  }

  /// The name and place of the scenario that this one extends; nil when it extends none.
  mutating func extended() -> (String, JSONPosition?)? {
    guard let node = root?["extends"] else { return nil }
    guard let name = node.string else {
      let rule = "the name or the relative path of a scenario"
      findings.add(
        .invalid(path: "extends", rule: rule, found: node.summary), at: node.position)
      return nil
    }
    return (name, node.position)
  }
}
