/// Which fault a failure needs: a write that is lost only when a backup was brought back is no
/// plain lost write.
enum EngineAttribution {
  /// A kind of fault with a property of its own.
  enum Cause: CaseIterable {
    case backup, clone, crash

    var property: EngineProperty {
      switch self {
      case .backup: .backupSafety
      case .clone: .cloneSafety
      case .crash: .durability
      }
    }

    func isIn(_ plan: EnginePlan) -> Bool { plan.steps.contains(where: matches) }

    func without(_ plan: EnginePlan) -> EnginePlan {
      var plan = plan
      plan.steps.removeAll(where: matches)
      return plan
    }

    private func matches(_ step: EngineStep) -> Bool {
      switch (self, step.action) {
      case (.backup, .restore), (.clone, .clone), (.crash, .crash), (.crash, .cut): true
      default: false
      }
    }
  }

  /// What a replica that forgets can break.
  private static let losses: Set<EngineProperty> = [
    .convergence, .acknowledgedWrites, .noResurrection, .counterExactness, .exactlyOnce,
    .lostUpdates,
  ]

  /// The fault without which the failure would not be; nil if there is none.
  static func cause(
    of signature: EngineSignature, in plan: EnginePlan, run: (EnginePlan) -> EngineOutcome
  ) -> Cause? {
    if signature.property == .durability { return nil }
    return Cause.allCases.first { cause in
      guard cause.isIn(plan), cause != .crash || losses.contains(signature.property) else {
        return false
      }
      let other = run(cause.without(plan))
      return other.failure == nil && !other.violations.contains { $0.signature == signature }
    }
  }
}
