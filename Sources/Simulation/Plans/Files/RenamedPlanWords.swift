/// Words of plans that have been renamed, so that an error can name the new one.
enum RenamedPlanWords {
  private static let keys: [(old: String, new: String)] = [
    ("ahead", "offset"), ("behind", "lag"), ("copy", "duplicateDelay"), ("deed", "edit"),
    ("fate", "delivery"), ("fibre", "fiber"), ("joins", "joinDay"), ("kept", "rowsKeptPerMille"),
    ("lapse", "fault"), ("lot", "draw"), ("millilitres", "milliliters"),
    ("millimetres", "millimeters"), ("notified", "hasNotifications"),
    ("then", "change"), ("thenDelay", "changeDelay"), ("trouble", "fault"),
  ]

  private static let values: [(old: String, new: String)] = [
    ("anchorsLost", "anchorsInvalidated"), ("answer", "response"),
    ("calendarAnswer", "calendarResponse"), ("catalogueFails", "catalogFails"),
    ("fullStore", "storageFull"),
    ("healthLapse", "healthStoreFault"), ("meddle", "editDriver"), ("nothing", "checkpoint"),
    ("over", "ended"), ("portal", "captivePortal"), ("relocate", "changePlace"),
    ("retitle", "changeTitle"), ("say", "submit"), ("sayTogether", "submitTogether"),
    ("stretch", "changeDuration"), ("trouble", "deviceFault"),
  ]

  private static let commands: [(old: String, new: String)] = [
    ("dutySwapSaid", "dutySwapChanged"), ("favouriteMealSet", "favoriteMealSet"),
    ("photoAnalysed", "photoAnalyzed"),
  ]

  private static let stepKinds: [(old: String, new: String)] = [
    ("catalogue", "catalog"), ("favourite", "favorite"), ("healthLapse", "healthStoreFault"),
    ("offlineLong", "longOffline"), ("rare", "occasional"), ("rareInGroup", "occasionalInGroup"),
    ("reasoned", "occasionalForReason"), ("sampleAlone", "watchOnlyWorkout"),
    ("trouble", "deviceFault"),
  ]

  /// The new name of a field, if it is one of those allowed.
  static func key(_ old: String, in allowed: [String]) -> String? {
    keys.first { $0.old == old && allowed.contains($0.new) }?.new
  }

  /// The new name of a value, if it is one of those allowed.
  static func value(_ old: String, in allowed: [String]) -> String? {
    values.first { $0.old == old && allowed.contains($0.new) }?.new
  }

  /// The new name of a kind of command.
  static func command(_ old: String) -> String? { commands.first { $0.old == old }?.new }

  /// That a part of a step's name has been renamed, as a sentence.
  static func stepKind(of name: String) -> String? {
    let parts = name.split(separator: "/").map(String.init)
    guard let renamed = stepKinds.first(where: { parts.contains($0.old) }) else { return nil }
    return "'\(renamed.old)' is now called '\(renamed.new)'"
  }
}
