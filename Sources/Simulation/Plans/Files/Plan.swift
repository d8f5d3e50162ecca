public import Base
import Chronology
public import DomainCore
public import Scenarios
public import SimulatedWorld

/// All steps of a run, with the conditions under which it ran; a plan is self-contained.
///
/// A plan is a text of one JSON object a line, which a person can read and edit; docs/plans.md
/// describes it. Removing steps from a plan leaves a valid plan.
public struct Plan: Sendable {
  /// The format. Version 1 did not name the sources of the program that wrote it; version 2 had no
  /// faults of disks.
  public static let format = FormatVersion("plan", 3, oldest: 1, remedy: "record it again")

  /// The settings of the world, and those that metrics use.
  public var scenario: Scenario
  /// Every text of the plan, with the handles that its commands contain.
  public var texts: NameTable
  /// The texts that people write into external calendars.
  public var calendarTexts: [TextHandle]
  public var communities: [PlannedCommunity]
}

/// The steps of one community.
public struct PlannedCommunity: Sendable {
  public var setup: WorldSetup
  /// Recorded deliveries; all others are drawn by the scenario.
  public var messageDeliveries: [RecordedDelivery]
  /// The lines of its steps: the number of the first, and the range of each in the text.
  var steps: [StepLine]
  let text: [UInt8]
  /// The texts that people have written, as the steps name them.
  public let texts: NameTable

  public var stepCount: Int { steps.count }

  struct StepLine: Sendable {
    var number: Int
    var bytes: Range<Int>
    var id: StepID
    var time: Instant
    /// The number of the household in which it happens; none for the server.
    var household: UInt32?
    /// The kind of fault, if the step is not an action of a person.
    var deviceFault: StepFaultKind?
  }
}
