public import DomainCore

/// Why a persona of the product documents uses a command, and how often.
public struct Reason: Sendable {
  /// How often it is done.
  public enum Rate: Sendable {
    /// By the scenario parameter with this path, as part of the day.
    case parameter(String)
    /// So many times in a year of daily use by an average person of its audience, if the scenario
    /// has reasons for occasional commands (`reasons.enabled`).
    case yearly(Double)
    /// Both: initially by a parameter, and in addition so many times a year.
    case parameterAndYearly(String, yearly: Double)
  }

  public let kind: FactKind
  public let people: ReasonAudience
  public let rate: Rate
  /// The motive, in the words of the documents where they have any.
  public let why: String

  /// How many times a year; nil for what is part of the day.
  public var timesPerYear: Double? {
    switch rate {
    case .parameter: nil
    case .yearly(let times), .parameterAndYearly(_, let times): times
    }
  }

  /// The path of the parameter that sets how often, if there is one.
  public var path: String? {
    switch rate {
    case .parameter(let path), .parameterAndYearly(let path, _): path
    case .yearly: nil
    }
  }

  /// Whether it is about a child of the family, so that a person without children there has no such
  /// reason: points and rewards, sports and rides, what a parent allows, and a child's height.
  public var isAboutChildren: Bool {
    switch kind {
    case .consentSet, .childMayLogSet, .heightSet: true
    default: kind.area == .rewards || kind.area == .schedule
    }
  }

  /// Factor on the average frequency for a persona; zero outside of the audience. The documents
  /// describe who cares about which area, but give no numbers, so the factors are assumed.
  public func factor(of persona: Persona) -> Double {
    people.contains(persona) ? persona.affinity(for: kind.area) : 0
  }
}

/// The people that a reason applies to.
public struct ReasonAudience: OptionSet, Sendable {
  public let rawValue: UInt8

  public init(rawValue: UInt8) { self.rawValue = rawValue }

  public static let adults = ReasonAudience(rawValue: 1)
  public static let children = ReasonAudience(rawValue: 2)
  public static let coaches = ReasonAudience(rawValue: 4)
  public static let grandparents = ReasonAudience(rawValue: 8)
  /// They manage their own training, habits, goals and courses.
  public static let athletes = ReasonAudience(rawValue: 16)
  public static let everyone: ReasonAudience = [
    .adults, .children, .coaches, .grandparents, .athletes,
  ]
  public static let loggers: ReasonAudience = [.adults, .children, .athletes]
  public static let keepers: ReasonAudience = [.adults, .athletes]

  func contains(_ persona: Persona) -> Bool {
    switch persona {
    case .coach: contains(.coaches)
    case .grandparent: contains(.grandparents)
    case .activeChild: contains(.children)
    case .studentAthlete: contains(.athletes)
    // Children and adults may have no persona.
    case .plain: !isDisjoint(with: .loggers)
    default: contains(.adults)
    }
  }
}

extension Persona {
  /// How many times as much as the average a persona cares about an area of the products.
  func affinity(for area: FactKind.Area) -> Double {
    switch (self, area) {
    // "The planner": schedules, rides, who is in the family.
    case (.organizedParent, .schedule), (.organizedParent, .calendar): 2
    case (.organizedParent, .families), (.organizedParent, .academics): 1.5
    case (.handsOnParent, .goals), (.handsOnParent, .rewards): 2
    case (.motivatedChallenger, .groups), (.motivatedChallenger, .training): 2
    case (.accountabilitySeeker, .groups): 1.5
    case (.streakBuilder, .habits): 2
    case (.selfImprover, .habits), (.selfImprover, .goals): 1.5
    case (.wellnessEnthusiast, .nutrition), (.wellnessEnthusiast, .training): 1.5
    case (.studentAthlete, .training), (.studentAthlete, .nutrition): 2
    // Has no time for optional things.
    case (.busyProfessional, _): 0.5
    default: 1
    }
  }
}
