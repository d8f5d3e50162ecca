public import Plans
import Scenarios
public import Properties
import Simulator
import SimulatedWorld

/// Makes a failing plan as small as it can, while it fails in the same way.
///
/// It tries to shrink every part of a plan: communities, households, people, days, sessions, steps,
/// settings, message deliveries, commands and their values. Anybody can replay the result, and no
/// single step or delivery can be removed from it.
public struct Shrinker {
  /// The failure that the shrinker looks for, if the plan shows it before so many messages were
  /// sent.
  private let failure: (Plan, _ messagesMax: Int64) -> PlannedRun.FoundViolation?
  let mayContinue: () -> Bool
  /// The limit of messages in a trial: a plan that takes much longer than the smallest one so far
  /// is not worth waiting for, such as one with a device that retries without end.
  private var messagesMax: Int64 = .max
  /// How many plans were run to find the smallest.
  public private(set) var trials = 0
  public private(set) var plan: Plan
  /// Whether everything was tried that could make the plan smaller; false when the time was up.
  public private(set) var isMinimal = false

  /// Asks `mayContinue` before each trial; once it is false, the smallest plan so far is the
  /// result.
  public init(_ plan: Plan, failing signature: Signature, mayContinue: @escaping () -> Bool) {
    self.init(plan, mayContinue: mayContinue) { plan, messagesMax in
      if ControlRun.shows(signature) {
        let found = ControlRun.compared(plan).violations.first { Signature($0) == signature }
        return found.map { PlannedRun.FoundViolation(violation: $0, messages: .max) }
      }
      let run = PlannedRun(plan, reportsLostUpdates: signature.isOfLostUpdate)
      for index in plan.communities.indices {
        let found = run.found(in: index, messagesMax: messagesMax) { Signature($0) == signature }
        if let found { return found }
      }
      return nil
    }
  }

  init(
    _ plan: Plan, mayContinue: @escaping () -> Bool,
    failure: @escaping (Plan, _ messagesMax: Int64) -> PlannedRun.FoundViolation?
  ) {
    self.plan = plan
    self.mayContinue = mayContinue
    self.failure = failure
  }

  /// Shrinks, and returns the violation of the smallest plan; nil if the original plan does not
  /// fail.
  public mutating func run() -> Violation? {
    guard isolateCommunity() else { return nil }
    takeOutHouseholds()
    cutEnd()
    // Everything that is tried from here on ends as early.
    shorten()
    takeOutGroups()
    disableFaults()
    disableNotifications()
    // What one pass removes may allow another pass to remove more.
    var size = -1
    while size != self.size && mayContinue() {
      size = self.size
      takeOutSteps()
      shrinkDeliveries()
      takeOutPeople()
      simplify()
    }
    isMinimal = mayContinue()
    return violation(of: plan)
  }

  private var size: Int {
    plan.communities.reduce(0) {
      $0 + $1.stepCount + $1.messageDeliveries.count + $1.setup.personCount + $1.length
    }
  }

  // MARK: Trials

  private mutating func violation(of plan: Plan) -> Violation? {
    trials += 1
    guard let found = failure(plan, messagesMax) else { return nil }
    // Doubled, since a smaller plan may take a few more.
    let (most, isTooMuch) = found.messages.multipliedReportingOverflow(by: 2)
    messagesMax = isTooMuch ? .max : max(1_000, most)
    return found.violation
  }

  /// Keeps a smaller plan if it fails in the same way.
  @discardableResult
  mutating func keep(_ candidate: Plan) -> Bool {
    guard mayContinue(), violation(of: candidate) != nil else { return false }
    plan = candidate
    return true
  }

  /// The plan with another community.
  func with(_ community: PlannedCommunity) -> Plan {
    var candidate = plan
    candidate.communities = [community]
    return candidate
  }

  var community: PlannedCommunity { plan.communities[0] }

  // MARK: Passes

  private mutating func isolateCommunity() -> Bool {
    for community in plan.communities where violation(of: with(community)) != nil {
      plan = with(community)
      return true
    }
    return false
  }

  private mutating func takeOutHouseholds() {
    let all = community.setup.households.map(\.number)
    _ = minimum(of: all, mayContinue: mayContinue) { kept in
      !kept.isEmpty && keep(with(community.keeping(households: Set(kept))))
    }
  }

  /// Cuts off all steps after the one that completes the failure.
  private mutating func cutEnd() {
    let whole = community
    _ = leastCount(upTo: whole.stepCount) { count in
      keep(with(whole.keeping(steps: 0..<count)))
    }
  }

  /// Removes whole people, days and sessions before single steps.
  private mutating func takeOutGroups() {
    let kinds: [(StepID) -> UInt64] = [
      { UInt64($0.who) }, { UInt64(UInt32(bitPattern: $0.day)) },
      { UInt64($0.who) << 32 | UInt64(UInt32(bitPattern: $0.day)) },
      { $0.raw >> 24 },
    ]
    for kind in kinds {
      let whole = community
      var groups: [[Int]] = []
      var places: [UInt64: Int] = [:]
      for step in 0..<whole.stepCount {
        let key = kind(whole.stepID(step))
        let place = places[key] ?? groups.count
        if place == groups.count { groups.append([]) }
        places[key] = place
        groups[place].append(step)
      }
      _ = minimum(of: groups, mayContinue: mayContinue) { kept in
        keep(with(whole.keeping(steps: kept.joined().sorted())))
      }
    }
  }

  mutating func takeOutSteps() {
    let whole = community
    _ = minimum(of: Array(0..<whole.stepCount), mayContinue: mayContinue) { kept in
      keep(with(whole.keeping(steps: kept)))
    }
  }
}
