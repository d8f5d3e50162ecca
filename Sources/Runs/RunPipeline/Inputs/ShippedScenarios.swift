// Written by scripts/scenarios.py from the folder 'scenarios'; do not edit.

/// The scenarios that are compiled into the program, by their names.
public enum ShippedScenarios {
  static let texts: [(name: String, text: String)] = [
    ("activity-tracker", activityTracker),
    ("all-products", allProducts),
    ("base", base),
    ("baseline", baseline),
    ("calm", calm),
    ("champtrack-families", champtrackFamilies),
    ("default", `default`),
    ("fittoday-groups", fittodayGroups),
    ("locker-team", lockerTeam),
    ("long-offline", longOffline),
    ("million", million),
    ("personal-coach", personalCoach),
    ("product-targets", productTargets),
    ("published-levels", publishedLevels),
    ("rough-network", roughNetwork),
    ("smoke", smoke),
    ("stress", stress),
  ]

  public static var names: [String] { texts.map(\.name) }
}
