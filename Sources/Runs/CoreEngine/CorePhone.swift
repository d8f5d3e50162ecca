import Engines
import SQLiteStores
import ShakeoutCore

/// A session on a phone's disk, and what the generic model's keys are in it.
final class CorePhone {
  var session: Session<SQLiteReplicaStorage>

  private static let zone = Zone.utc
  private static let food = FoodID("apple")!

  /// A new install.
  init(
    _ disk: CoreDisk, _ registration: [UInt8], _ install: InstallNonce, _ clock: CoreClock
  ) throws {
    session = try Session(
      try Registration(registration), in: try SQLiteReplicaStorage(at: disk.place),
      zone: Self.zone, as: install, clock: { clock.instant })
  }

  /// An app that starts again.
  init(
    opening disk: CoreDisk, _ registration: [UInt8], _ install: InstallNonce, _ clock: CoreClock
  ) throws {
    session = try Session(
      opening: try SQLiteReplicaStorage(at: disk.place), of: try Registration(registration),
      zone: Self.zone, as: install, clock: { clock.instant })
  }

  // MARK: Writing

  /// Performs operations as one action; returns what was saved.
  func perform(_ operations: [EngineOperation]) throws -> Result<[OperationID], Refusal> {
    let before = session.lastOperation
    let actions = operations.flatMap(actions)
    // What another phone has removed already needs no action.
    if actions.isEmpty { return .success([]) }
    if case .failure(let refusal) = try session.attemptAll(actions) { return .failure(refusal) }
    return .success(session.operations(since: before))
  }

  private func actions(of operation: EngineOperation) -> [Action<Void>] {
    switch operation {
    case .set(let key, let value): [.rename(session.members[1 + key.number].id, to: value)]
    case .add(let key, let amount): [meal("\(key) \(amount)")]
    case .insert(let key, _, let value): [meal("\(key) \(value)")]
    case .remove(let key, _, let value):
      entries.filter { $0.description == "\(key) \(value)" }.map { .delete($0.id) }
    case .act(_, let draw): actions(by: UInt64(max(0, draw)))
    case .put, .drop: []
    }
  }

  private func meal(_ description: String) -> Action<Void> {
    Action.logMeal(
      .snack, [Portion(Self.food)], for: session.person, description: description
    ).withoutResult
  }

  // MARK: Reading

  private var entries: [EntryView] {
    let today = session.today
    return session.entries(
      of: session.person, from: today.adding(days: -300), through: today.adding(days: 300))
  }

  /// What the phone shows, of all keys that were written.
  func values(withOwn: Bool) -> [EngineKey: EngineValue] {
    var values: [EngineKey: EngineValue] = [:]
    for (number, child) in session.members.dropFirst().enumerated() where !child.name.isEmpty {
      values[EngineKey(.register, number)] = .register(child.name)
    }
    var sums: [EngineKey: Int] = [:]
    var elements: [EngineKey: [String]] = [:]
    for entry in entries {
      // A meal without its description would be half of an action: it shows as an element.
      let words = entry.description.split(separator: " ", maxSplits: 1).map(String.init)
      let key = words.first.flatMap { EngineKey(name: $0) } ?? EngineKey(.set, 0)
      let content = words.count > 1 ? words[1] : ""
      if key.type == .counter {
        sums[key, default: 0] += Int(content) ?? 0
      } else {
        elements[key, default: []].append(content)
      }
    }
    if withOwn { values[EngineKey(.own, 0)] = .own(family) }
    for (key, sum) in sums { values[key] = .counter(sum) }
    for (key, found) in elements { values[key] = .set(found.sorted()) }
    return values
  }
}
