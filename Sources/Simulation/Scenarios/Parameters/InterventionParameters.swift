import JSONText

/// A treatment for some households from a day on, to compare with a control run.
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

/// A change in a product that is to be tested.
public enum Treatment: UInt8, BitwiseCopyable, CaseIterable, Sendable {
  case none = 0
  /// Reminders.
  case prompts = 1
  /// An invitation into the neighbors' group.
  case invitations = 2
  /// A single missed day does not break a streak.
  case streakRepair = 3
  /// Reminders at the hours at which the person has time.
  case reminderTimes = 4
  /// Streaks and their milestones have a larger effect.
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
      "What is done for the treated households; it requires 'lifecycle.enabled'", .chosen),
    ScenarioField(
      ["interventions", "treatedFraction"], \.interventions.treatedFraction, .share, 1,
      "Share of the households that are treated, drawn by household; 1 means all", .chosen),
    ScenarioField(
      ["interventions", "startDay"], \.interventions.startDay, .whole(0...3650), 0,
      "The day of the run on which the treatment begins, from 0", .chosen),
    ScenarioField(
      ["interventions", "promptsPerWeek"], \.interventions.promptsPerWeek, .real(0...7), 7,
      "Reminders a week, with the treatment \"prompts\"", .chosen),
    ScenarioField(
      ["interventions", "inviteAcceptProbability"], \.interventions.inviteAcceptProbability, .share,
      0.3,
      "Share of the adults who join a group because they are invited", .assumed()),
    ScenarioField(
      ["interventions", "returnFactorInvited"], \.interventions.returnFactorInvited,
      .real(0...100), 1.3,
      "How many times likelier a person whom a group invites reactivates", .assumed()),
    ScenarioField(
      ["interventions", "rewardFactor"], \.interventions.rewardFactor, .real(0...100), 1.5,
      "Factor on the effect of streaks, with the treatment \"rewards\"", .assumed()),
    ScenarioField(
      ["interventions", "irrelevantPromptFactor"], \.interventions.irrelevantPromptFactor,
      .real(0...1), 0.4,
      "Factor on the share of irrelevant reminders, with the treatment \"reminderTimes\"",
      .assumed()),
  ]
}
