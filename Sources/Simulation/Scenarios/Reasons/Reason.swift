public import DomainCore

/// Why somebody of the product documents' people uses a command, and how often.
public struct Reason: Sendable {
  /// How often it is done.
  public enum Rate: Sendable {
    /// By the parameters of the scenario with these paths, as part of the day.
    case parameter(String)
    /// So many times in a year of daily use, by an average person whom it is for, where the
    /// scenario has people do what is seldom done for a reason (`reasons.enabled`).
    case yearly(Double)
    /// Both: once for all by a parameter, and so many times a year on top.
    case besides(String, yearly: Double)
  }

  public let kind: FactKind
  public let people: ReasonAudience
  public let rate: Rate
  /// What moves them, in the words of the documents as far as those have any.
  public let why: String

  /// How many times a year, nothing for what is part of the day.
  public var timesPerYear: Double? {
    switch rate {
    case .parameter: nil
    case .yearly(let times), .besides(_, let times): times
    }
  }

  /// The path of the parameter that says how often, if one does.
  public var path: String? {
    switch rate {
    case .parameter(let path), .besides(let path, _): path
    case .yearly: nil
    }
  }

  /// Whether it is about a child of the family, so that who has none there has no such reason:
  /// points and rewards, sports and rides, what a parent allows and how tall somebody has grown.
  public var isAboutChildren: Bool {
    switch kind {
    case .consentSet, .childMayLogSet, .heightSet: true
    default: kind.area == .rewards || kind.area == .schedule
    }
  }

  /// How many times as often as the average of those whom it is for a persona does it; zero for
  /// whom it is not for. The documents tell who cares for what, and nobody how far, so how far is
  /// assumed.
  public func factor(of persona: Persona) -> Double {
    people.contains(persona) ? persona.affinity(for: kind.area) : 0
  }
}

/// Whose reason something is.
public struct ReasonAudience: OptionSet, Sendable {
  public let rawValue: UInt8

  public init(rawValue: UInt8) { self.rawValue = rawValue }

  public static let grownUps = ReasonAudience(rawValue: 1)
  public static let children = ReasonAudience(rawValue: 2)
  public static let coaches = ReasonAudience(rawValue: 4)
  public static let grandparents = ReasonAudience(rawValue: 8)
  /// Whose own training, habits, goals and courses are theirs to keep.
  public static let athletes = ReasonAudience(rawValue: 16)
  public static let everybody: ReasonAudience = [
    .grownUps, .children, .coaches, .grandparents, .athletes,
  ]
  public static let loggers: ReasonAudience = [.grownUps, .children, .athletes]
  public static let keepers: ReasonAudience = [.grownUps, .athletes]

  func contains(_ persona: Persona) -> Bool {
    switch persona {
    case .coach: contains(.coaches)
    case .grandparent: contains(.grandparents)
    case .activeChild: contains(.children)
    case .studentAthlete: contains(.athletes)
    // Children and grown-ups may be nobody in particular.
    case .plain: !isDisjoint(with: .loggers)
    default: contains(.grownUps)
    }
  }
}

extension Persona {
  /// How many times as much as the average somebody cares for an area of the products.
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
    // Has no time for what can be left out.
    case (.busyProfessional, _): 0.5
    default: 1
    }
  }
}
