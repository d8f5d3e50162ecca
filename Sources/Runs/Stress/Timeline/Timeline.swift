public import Chronology
public import Plans
public import Properties
import Simulator
import SimulatedWorld

/// What came to pass when a plan was lived, told line by line: when, where, what, and why.
public struct Timeline: Sendable {
  /// Where something came to pass.
  public enum Lane: Hashable, Sendable {
    /// A device, by its place in the inventory.
    case device(Int)
    case network
    case server
    case everywhere
  }

  /// A message between a device and the server, by what ties its two ends together.
  public struct Message: Hashable, Sendable {
    public var replica: Int
    public var number: Int32
    public var isAnswer: Bool
    public var isArrival: Bool
  }

  /// One thing that came to pass.
  public struct Line: Sendable {
    public var time: Instant
    public var lane: Lane
    public var text: String
    public var why: String
    public var message: Message?
    /// The operations it is about.
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
  /// How much came to pass behind what is told, and when the last of it.
  public internal(set) var omitted: (count: Int, last: Instant)?
  /// What devices are called, and whose they are.
  public internal(set) var deviceNames: [String] = []
  /// The rows of every feed at the end.
  public internal(set) var rows: [Row] = []

  /// A row of a feed, and what became of it on the devices that read the feed.
  public struct Row: Sendable {
    public var scope: UInt32
    public var position: Int
    public var name: OperationName
    public var text: String
    /// What it says.
    public var said: String
    public var verdict: String
    public var devices: [Int: RowReceipt]
    /// Whether a server has lost it, which has begun anew from a stale copy.
    public var isLost = false
  }

  /// A device that reads the feed of a scope.
  struct Reader: Hashable {
    var device: Int
    var scope: UInt32
  }

  /// How a device has a row.
  public enum RowReceipt: Hashable, Sendable {
    /// It reads the feed, and was not given the row.
    case missing
    case same
    /// It has begun with a snapshot that the row was in.
    case inSnapshot
    /// It was given something else in its place.
    case other(String)
  }

  /// Lives a plan and tells what happens in it; and what only its calm twin shows, where asked.
  public init(of plan: Plan, withControlRun: Bool = false) {
    let run = PlannedRun(plan)
    for index in plan.communities.indices {
      let community = run.simulated(index, recording: .trace)
      var teller = TimelineBuilder(plan.communities[index], community)
      teller.tell(community)
      lines += teller.lines
      rows += teller.rows
      deviceNames += teller.deviceNames
      violations += community.violations
    }
    if withControlRun { violations += ControlRun.compared(plan).violations }
  }

  /// How many lines are told behind the break that a story is about.
  private static let linesBehind = 10

  /// The story up to an instant; up to a little behind the first break of a signature without one,
  /// for what comes then is mostly that everything comes to rest.
  public func cut(until end: Instant?, behind signature: Signature) -> Timeline {
    var count = lines.count
    if let end {
      count = lines.firstIndex { $0.time > end } ?? count
    } else if let violationFound = lines.firstIndex(where: {
      $0.violation.map { Signature($0) == signature } ?? false
    }) {
      count = min(count, violationFound + 1 + Self.linesBehind)
    }
    guard count < lines.count else { return self }
    var cut = self
    cut.lines = Array(lines[..<count])
    cut.omitted = (lines.count - count, lines[lines.count - 1].time)
    return cut
  }

  /// The story as text.
  public var text: String {
    var text = ""
    for line in lines {
      let why = line.why.isEmpty ? "" : " — \(line.why)"
      let mark = line.violation == nil ? "  " : "✗ "
      text += "\(line.time)  \(padded(name(of: line.lane)))\(mark)\(line.text)\(why)\n"
    }
    return text + (omittedText.map { "\($0)\n" } ?? "")
  }

  /// That there is more, and how to see it.
  var omittedText: String? {
    omitted.map { omitted in
      "… and \(Self.counted(omitted.count, "event", "events")) more: "
        + "'--until \(omitted.last)' tells all of them."
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
      "\(violation.property.id) promises: \(violation.property.guarantee).",
      "At \(violation.time) in \(Self.place(of: violation)) that was broken: \(violation.whole).",
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
      sentences.append("It shows on \(devices[Int(violation.site)])\(operation).")
    }
    if ControlRun.shows(Signature(violation)) {
      sentences.append("It is about what was said in step \(StepID(raw: violation.step).text).")
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

  /// How little it takes.
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
      + "\(counted(messageDeliveries, "message", "messages")) with a fate of their own."
  }

  /// "1 seed", "2 seeds".
  public static func counted(_ count: Int, _ one: String, _ many: String) -> String {
    "\(count) \(count == 1 ? one : many)"
  }
}
