import Base
import JSONText

/// The text of a scenario and the name to show for it.
public struct ScenarioFile: Sendable {
  /// The name in errors.
  public var displayName: String
  /// Distinguishes files along a chain of `extends`: `./` and links in a file's name do not make it
  /// another file.
  public var identity: String
  public var bytes: [UInt8]

  /// A file that is identified by its display name, unless it has an identity of its own.
  public init(displayName: String, identity: String? = nil, bytes: [UInt8]) {
    self.displayName = displayName
    self.identity = identity ?? displayName
    self.bytes = bytes
  }
}

/// Makes a scenario from its file, the files it extends and the overrides of the command line.
///
/// Later sources win, parameter by parameter: the defaults, then the file at the end of the chain,
/// up to the file that was asked for, then the overrides in their order. Weights, zones and the
/// like are one parameter each and are replaced as a whole. The resolver reads no files itself: it
/// asks for them through a closure.
public struct ScenarioResolver {
  /// Returns the file with a name, as `extends` or a person wrote it, or nil when there is none;
  /// the second argument is the display name of the file that extends it.
  public typealias Loader = (String, String?) throws(ScenarioError) -> ScenarioFile?

  private let scenarioNames: [String]
  private let zoneNames: [String]?
  private let refusesIdleParameters: Bool
  private let load: Loader

  /// `scenarioNames` are for suggestions; `zoneNames` are the known time zones, nil to accept any.
  /// A parameter without an effect is rejected when a run is requested, but accepted in the stored
  /// scenario of a finished run.
  public init(
    scenarioNames: [String] = [], zoneNames: [String]? = nil, refusesIdleParameters: Bool = false,
    load: @escaping Loader
  ) {
    self.scenarioNames = scenarioNames
    self.zoneNames = zoneNames
    self.refusesIdleParameters = refusesIdleParameters
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
    if refusesIdleParameters {
      draft.checkRequirements(&sources, firstOverride: sources.count - overrides.count)
      draft.checkTreatment(&sources)
    }
    errors = sources.flatMap(\.findings.errorsInOrder) + errors
    if !errors.isEmpty { throw ScenarioErrors(errors: errors) }
    return draft.scenario
  }
}

extension ScenarioResolver {
  /// Reads the requested file and those it extends, in this order, as far as they can be read;
  /// returns errors that belong to no file as well.
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

/// A file or an override, and the errors found in it.
struct ScenarioSource {
  var findings: ScenarioFindings
  /// Nil when the text could not be read.
  var root: JSONNode?

  init(findings: ScenarioFindings) {
    self.findings = findings
  }

  /// A source that contains nothing but an override.
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
