import JSONText
import SyncCore

extension ScenarioType<ConflictPolicy> {
  /// The name of a conflict policy.
  static var policy: Self {
    Self(
      .choice(ConflictPolicy.allCases.map(\.name)),
      value: { node in ConflictPolicy.allCases.first { $0.name == node.string } },
      json: { .string($0.name) })
  }
}
