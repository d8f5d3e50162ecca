import Chronology
public import DomainCore
public import Scenarios
public import SimulatedWorld

/// What is done in a run, step by step, with all that it is done under: it stands by itself.
///
/// A plan is a text of one JSON object a line, which a person can read and edit; docs/plans.md
/// tells what stands in it. Taking steps out of a plan leaves a plan.
public struct Plan: Sendable {
  /// The version of the form; another one is not read.
  public static let version = 1

  /// The settings of the world, and what the figures are held against.
  public var scenario: Scenario
  /// Every text of the plan, with the handles that its commands carry.
  public var texts: NameTable
  /// What people outside write into calendars.
  public var calendarTexts: [TextHandle]
  public var communities: [PlannedCommunity]
}

/// What is done in one community.
public struct PlannedCommunity: Sendable {
  public var setup: WorldSetup
  /// Fates that are settled; the others are drawn by the scenario.
  public var messageDeliveries: [RecordedDelivery]
  /// The lines of its steps: the number of the first, and where each lies in the text.
  var steps: [StepLine]
  let text: [UInt8]
  /// What people have written, as the steps name it.
  public let texts: NameTable

  public var stepCount: Int { steps.count }

  struct StepLine: Sendable {
    var number: Int
    var bytes: Range<Int>
    var id: StepID
    var time: Instant
    /// The number of the household that it happens in; none for the server.
    var household: UInt32?
    /// What goes wrong in it, where nobody acts.
    var deviceFault: StepFaultKind?
  }
}
