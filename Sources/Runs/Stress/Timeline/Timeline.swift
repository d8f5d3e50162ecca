import Base
public import Chronology
public import Plans
public import Properties
import Simulator
import SimulatedWorld

/// The events of a plan's run, one line each: when, where, what, and why.
public struct Timeline: Sendable {
  /// Where an event happened.
  public enum Lane: Hashable, Sendable {
    /// A device, by its index in the world setup.
    case device(Int)
    case network
    case server
    case everywhere
  }

  /// A message between a device and the server, by what identifies its two ends.
  public struct Message: Hashable, Sendable {
    public var replica: Int
    public var number: Int32
    public var isResponse: Bool
    public var isArrival: Bool
  }

  /// One event.
  public struct Line: Sendable {
    public var time: Instant
    public var lane: Lane
    public var text: String
    public var why: String
    public var message: Message?
    /// The operations that it concerns.
    public var operations: [OperationName]
    public var violation: Violation?
  }

  /// An operation by its site and its number there.
  public struct OperationName: Hashable, Sendable {
    public var site: UInt32
    public var sequence: UInt32
  }

  public internal(set) var lines: [Line] = []
  public internal(set) var violations: [Violation] = []
  /// How many events follow that are not listed, and the time of the last one.
  public internal(set) var omitted: (count: Int, last: Instant)?
  /// The names of the devices, with the roles of their owners.
  public internal(set) var deviceNames: [String] = []
  /// The rows of every feed at the end.
  public internal(set) var rows: [Row] = []

  /// A row of a feed, and whether each device that reads the feed has it.
  public struct Row: Sendable {
    public var scope: UInt32
    public var position: Int
    public var name: OperationName
    public var text: String
    /// The operation's content.
    public var content: String
    public var verdict: String
    public var devices: [Int: RowReceipt]
    /// Whether the server has lost it in a failover to a stale replica.
    public var isLost = false
  }

  /// A device that reads the feed of a scope.
  struct Reader: Hashable {
    var device: Int
    var scope: UInt32
  }

  /// How a device received a row.
  public enum RowReceipt: Hashable, Sendable {
    /// It reads the feed and did not receive the row.
    case missing
    case same
    /// It started with a snapshot that contained the row.
    case inSnapshot
    /// It received other content for the row.
    case other(String)
  }

  /// Runs a plan and lists its events, with the violations that a failure with this signature
  /// needs: only the control run shows some, and lost updates are reported only on request.
  public init(of plan: Plan, showing signature: Signature? = nil) {
    let run = PlannedRun(plan, reportsLostUpdates: signature?.isOfLostUpdate ?? false)
    for index in plan.communities.indices {
      let community = run.simulated(index, recording: .trace)
      var builder = TimelineBuilder(plan.communities[index], community)
      builder.addEvents(of: community)
      lines += builder.lines
      rows += builder.rows
      deviceNames += builder.deviceNames
      violations += community.violations
    }
    if let signature, ControlRun.shows(signature) {
      violations += ControlRun.compared(plan).violations
    }
  }

  /// How many events are listed after the violation that a timeline is about.
  private static let linesBehind = 10

  /// The timeline up to an instant; without one, up to a few events after the first violation with
  /// the signature. The rest is mostly the final sync until quiescence.
  public func cut(until end: Instant?, behind signature: Signature? = nil) -> Timeline {
    var count = lines.count
    if let end {
      count = lines.firstIndex { $0.time > end } ?? count
    } else if let signature,
      let violationFound = lines.firstIndex(where: {
        $0.violation.map { Signature($0) == signature } ?? false
      })
    {
      count = min(count, violationFound + 1 + Self.linesBehind)
    }
    guard count < lines.count else { return self }
    var cut = self
    cut.lines = Array(lines[..<count])
    cut.omitted = (lines.count - count, lines[lines.count - 1].time)
    return cut
  }

  /// The timeline as text.
  public var text: String {
    var text = ""
    for line in lines {
      let why = line.why.isEmpty ? "" : " — \(line.why)"
      let mark = line.violation == nil ? "  " : "✗ "
      text += "\(line.time)  \(padded(name(of: line.lane)))\(mark)\(line.text)\(why)\n"
    }
    return text + (omittedText.map { "\($0)\n" } ?? "")
  }

  /// How many events follow, and how to see them.
  var omittedText: String? {
    omitted.map { omitted in
      "… and \(Self.counted(omitted.count, "event", "events")) more: "
        + "'--until \(omitted.last)' shows all of them."
    }
  }

  public func name(of lane: Lane) -> String {
    switch lane {
    case .device(let device): deviceNames[device]
    case .network: "network"
    case .server: "server"
    case .everywhere: ""
    }
  }

  private func padded(_ text: String) -> String {
    let width = max(8, deviceNames.map(\.count).max() ?? 0) + 2
    return text + String(repeating: " ", count: max(1, width - text.count))
  }

  // MARK: In a paragraph

  /// What went wrong, in a few sentences.
  public static func paragraph(of violation: Violation, in plan: Plan) -> String {
    var sentences = [
      "\(violation.property.id): \(violation.property.guarantee).",
      "It was violated at \(violation.time) in \(Self.place(of: violation)): \(violation.whole).",
    ]
    let household = plan.communities.lazy.flatMap(\.setup.households)
      .first { $0.number == violation.scope }
    let devices = (household?.people ?? []).flatMap { resident in
      (0..<resident.deviceCount).map {
        "p\(resident.number).\($0), of \(Self.one("\(resident.role)"))"
      }
    }
    if violation.site != .max, devices.indices.contains(Int(violation.site)) {
      let operation = violation.sequence > 0 ? " at its operation \(violation.sequence)" : ""
      sentences.append("It shows on device \(devices[Int(violation.site)])\(operation).")
    }
    if ControlRun.shows(Signature(violation)) {
      sentences.append("It concerns step \(StepID(raw: violation.step).text).")
    }
    sentences.append(Self.size(of: plan))
    return sentences.joined(separator: " ")
  }

  private static func place(of violation: Violation) -> String {
    guard let group = violation.group else { return "household \(violation.scope)" }
    return "the group of household \(group)"
  }

  /// "a parent", "an observer".
  private static func one(_ role: String) -> String {
    "\("aeiou".contains(role.prefix(1)) ? "an" : "a") \(role)"
  }

  /// The size of the plan.
  private static func size(of plan: Plan) -> String {
    var (people, devices, steps, messageDeliveries) = (0, 0, 0, 0)
    for community in plan.communities {
      steps += community.stepCount
      messageDeliveries += community.messageDeliveries.count
      for resident in community.setup.households.flatMap(\.people) {
        people += 1
        devices += resident.deviceCount
      }
    }
    return "It takes \(counted(people, "person", "people")) on "
      + "\(counted(devices, "device", "devices")), \(counted(steps, "step", "steps")) and "
      + "\(counted(messageDeliveries, "message", "messages")) with a recorded delivery."
  }

  /// "1 seed", "2,000 seeds".
  public static func counted(_ count: Int, _ one: String, _ many: String) -> String {
    "\(grouped(count)) \(count == 1 ? one : many)"
  }
}
