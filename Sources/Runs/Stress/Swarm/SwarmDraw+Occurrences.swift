import Environment

// Whether the kinds that a seed has drawn have occurred in it: a fault may have met nobody.
extension SwarmDraw.Kind {
  /// What shows that a kind has occurred: that of the first of its parameters which has any. Nil
  /// for what is simply there, as many devices or extreme time zones are.
  var occurrences: [FaultOccurrence]? {
    for setting in settings {
      let path = setting.prefix { $0 != "=" }
      if let occurrences = FaultCatalog.occurrences(of: String(path)) { return occurrences }
    }
    return nil
  }

  /// Whether the kind has struck in a seed.
  func hasStruck(in outcome: SeedOutcome) -> Bool {
    occurrences?.contains { outcome.faults[$0] ?? 0 > 0 } ?? true
  }
}
