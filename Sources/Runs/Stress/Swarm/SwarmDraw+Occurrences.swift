import Environment

// Whether the fault kinds that a seed has drawn were triggered in it: a fault may affect no
// operation.
extension SwarmDraw.Kind {
  /// The occurrences that show that a kind was triggered: those of its first parameter that has
  /// any. Nil for what is always present, such as many devices or extreme time zones.
  var occurrences: [FaultOccurrence]? {
    for setting in settings {
      let path = setting.prefix { $0 != "=" }
      if let occurrences = FaultCatalog.occurrences(of: String(path)) { return occurrences }
    }
    return nil
  }

  /// Whether the kind was triggered in a seed.
  func wasTriggered(in outcome: SeedOutcome) -> Bool {
    occurrences?.contains { outcome.faults[$0] ?? 0 > 0 } ?? true
  }
}
