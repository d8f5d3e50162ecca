import JSONText

/// What is done differently for some households from a day on, to compare it with its twin.
public struct InterventionParameters: Sendable, Equatable {
  public var treatment = Treatment.none
  public var treatedFraction = 0.0
  public var startDay = 0
  public var promptsPerWeek = 0.0
  public var inviteAcceptProbability = 0.0
  public var returnFactorInvited = 0.0
  public var rewardFactor = 0.0
  public var irrelevantPromptFactor = 0.0

  init() {}
}

/// Something that a product could do for its people.
public enum Treatment: UInt8, BitwiseCopyable, CaseIterable, Sendable {
  case none = 0
  /// Reminders.
  case prompts = 1
  /// An invitation into the neighbors' group.
  case invitations = 2
  /// A single missed day breaks no streak.
  case streakRepair = 3
  /// Reminders at the hour at which somebody has time.
  case reminderTimes = 4
  /// Streaks and their milestones are worth more.
  case rewards = 5

  var name: String {
    switch self {
    case .none: "none"
    case .prompts: "prompts"
    case .invitations: "invitations"
    case .streakRepair: "streakRepair"
    case .reminderTimes: "reminderTimes"
    case .rewards: "rewards"
    }
  }
}

extension ScenarioType<Treatment> {
  fileprivate static var treatment: Self {
    Self(
      .choice(Treatment.allCases.map(\.name)),
      value: { node in Treatment.allCases.first { $0.name == node.string } },
      json: { .string($0.name) })
  }
}

extension InterventionParameters {
  static let fields: [ScenarioField] = [
    ScenarioField(
      ["interventions", "treatment"], \.interventions.treatment, .treatment, .none,
      "What is done for the treated households; it takes 'lifecycle.enabled'", .chosen),
    ScenarioField(
      ["interventions", "treatedFraction"], \.interventions.treatedFraction, .share, 1,
      "Share of the households that are treated, drawn by household; 1 is everybody", .chosen),
    ScenarioField(
      ["interventions", "startDay"], \.interventions.startDay, .whole(0...3650), 0,
      "The run day from which they are", .chosen),
    ScenarioField(
      ["interventions", "promptsPerWeek"], \.interventions.promptsPerWeek, .real(0...7), 7,
      "Reminders a week, where that is the treatment", .chosen),
    ScenarioField(
      ["interventions", "inviteAcceptProbability"], \.interventions.inviteAcceptProbability, .share,
      0.3,
      "Share of the grown-ups who join a group because they are invited", .assumed()),
    ScenarioField(
      ["interventions", "returnFactorInvited"], \.interventions.returnFactorInvited,
      .real(0...100), 1.3,
      "How many times likelier somebody takes the app up again whom a group invites", .assumed()),
    ScenarioField(
      ["interventions", "rewardFactor"], \.interventions.rewardFactor, .real(0...100), 1.5,
      "How many times as much streaks pull, where rewards are the treatment", .assumed()),
    ScenarioField(
      ["interventions", "irrelevantPromptFactor"], \.interventions.irrelevantPromptFactor,
      .real(0...1), 0.4,
      "How many times as many reminders do not fit the moment, where their times are the treatment",
      .assumed()),
  ]
}
