public import Scenarios
public import ServiceCore

import JSONText

/// What is done to a server and to the network while a load runs, and when.
public struct ChaosPlan: Sendable {
  /// What can be done.
  public enum Kind: String, CaseIterable, Sendable {
    /// SIGKILL to the server, which is started again.
    case kill
    /// SIGSTOP to the server, and later SIGCONT.
    case stop
    /// SIGTERM to the server, which is started again.
    case restart
    /// SIGKILL to the server, which is started again over an earlier copy of its store.
    case restore
    /// The server that writes is killed or stopped, and its stand-by takes over.
    case takeover
    /// Each sync of the server's disk takes longer.
    case slowDisk
    /// The server can write nothing.
    case fullDisk
    /// A command of the shell is run.
    case run
    /// All bytes arrive later, in both directions.
    case delay
    /// Connections swallow their bytes.
    case drop
    /// All connections are reset.
    case reset
    /// One direction of all connections is shut.
    case halfClose
    /// All bytes share a narrow link.
    case throttle
    /// No new connection is accepted.
    case refuse

    /// What it is done to.
    var subject: Subject {
      switch self {
      case .kill, .stop, .restart, .restore, .takeover: .server
      case .slowDisk, .fullDisk: .disk
      case .run: .machine
      case .delay, .drop, .reset, .halfClose, .throttle, .refuse: .network
      }
    }

    /// Whether it is done to a server that the load has started.
    public var needsServer: Bool { subject == .server || subject == .disk }
    /// Whether it is done to that server's disk.
    public var needsDisk: Bool { subject == .disk }
    /// Whether that server needs a journal in a file.
    public var needsFile: Bool { needsDisk || self == .restore }
    /// Whether that server needs another one that stands by.
    public var needsStandBy: Bool { self == .takeover }

    /// Its fields beside 'at' and 'do'.
    fileprivate var fields: [String] {
      switch self {
      case .kill: ["downSeconds"]
      case .restart: []
      case .restore: ["backupAt", "downSeconds"]
      case .takeover: ["how"]
      case .stop, .drop, .reset, .refuse, .fullDisk: ["seconds"]
      case .run: ["command"]
      case .delay, .slowDisk: ["seconds", "milliseconds"]
      case .halfClose: ["seconds", "direction"]
      case .throttle: ["seconds", "bytesPerSecond"]
      }
    }
  }

  /// What can be disturbed. Different subjects can be at the same time.
  enum Subject: Sendable {
    case server
    case disk
    case network
    /// Whatever a command does.
    case machine
  }

  /// A direction of a connection.
  public enum Direction: String, CaseIterable, Sendable {
    case toServer
    case toClient
  }

  /// What keeps the one that writes from it.
  public enum TakeoverCause: String, CaseIterable, Sendable {
    /// SIGKILL; it is started again, and stands by.
    case kill
    /// SIGSTOP until it has been replaced, then SIGCONT.
    case stop
  }

  /// One of them.
  public struct Event: Sendable {
    public let kind: Kind
    /// When it begins, in seconds of the measured time.
    public let at: Double
    /// How long it lasts, or the server is down; zero for what happens once.
    public let seconds: Double
    var milliseconds = 0
    var bytesPerSecond = 0
    var direction = Direction.toClient
    var command = ""
    var cause = TakeoverCause.kill
    /// When the copy was taken that a server goes on from.
    var backupAt = 0.0

    var end: Double { at + seconds }
  }

  /// In the order of their times.
  public private(set) var events: [Event] = []
  /// What must not be true of the load, as with '--fail-if'.
  public private(set) var thresholds: [LoadThreshold] = []

  /// Whether something is done to a server that the load has started.
  public var needsServer: Bool { events.contains { $0.kind.needsServer } }
  /// Whether the server goes on from an earlier copy of its store.
  public var restores: Bool { events.contains { $0.kind == .restore } }
  /// Whether that server needs another one that stands by.
  public var needsStandBy: Bool { events.contains { $0.kind.needsStandBy } }
  /// Whether something is done to the network, or servers take turns, so that the load needs a
  /// proxy.
  var needsProxy: Bool { needsStandBy || events.contains { $0.kind.subject == .network } }

  /// Beside those of the network: the places of events of which only one goes on at a time.
  var sequences: [[Int]] {
    let places = { (kinds: [Kind]) in events.indices.filter { kinds.contains(events[$0].kind) } }
    return [
      places([.kill, .stop, .restart, .restore, .takeover]), places([.slowDisk]),
      places([.fullDisk]),
      places([.run]),
    ].filter { !$0.isEmpty }
  }

  /// Reads the file of '--chaos', JSON with comments, for a load that is measured for so long.
  public init(_ bytes: [UInt8], loadSeconds: Double) throws(Problem) {
    let fields = try JSONFields(
      bytes, known: ["events", "failIf"], accepting: [.comments, .trailingCommas],
      path: "The file")
    let nodes = try fields.required("events", "a list of events") { $0.elements }
    var placed: [(event: Event, fields: JSONFields)] = []
    for node in nodes { placed.append(try Self.event(node, loadSeconds)) }
    placed.sort { $0.event.at < $1.event.at }
    try Self.checkOverlaps(placed)
    try Self.checkStandBy(placed)
    try Self.checkBackups(placed)
    events = placed.map(\.event)
    let texts = try fields.optional("failIf", "a list of expressions") { $0.elements } ?? []
    for node in texts {
      guard let text = node.string else {
        throw JSONFields.invalid(
          "A member of 'failIf' is \(node.summary); it can be a text: \(LoadThreshold.form).",
          at: node.position)
      }
      do throws(LoadThreshold.Problem) {
        thresholds.append(try LoadThreshold(text))
      } catch {
        throw JSONFields.invalid(error.message, at: node.position)
      }
    }
  }

  // MARK: Reading events

  private static let secondsMax = 86_400.0

  private static func event(
    _ node: JSONNode, _ loadSeconds: Double
  ) throws(Problem) -> (event: Event, fields: JSONFields) {
    var known = ["at", "do"]
    for kind in Kind.allCases { known += kind.fields.filter { !known.contains($0) } }
    let lenient = try JSONFields(node, "The event", known: known)
    guard let kind = try lenient.choice("do", Kind.allCases.map { ($0.rawValue, $0) }) else {
      let names = Kind.allCases.map { "'\($0.rawValue)'" }.joined(separator: ", ")
      throw JSONFields.invalid(
        "The event lacks the field 'do'; it can be one of \(names).", at: node.position)
    }
    let fields = try JSONFields(
      node, "The event '\(kind.rawValue)'", known: ["at", "do"] + kind.fields)
    let at = try fields.required("at", "a number of seconds from 0 on") { node in
      node.double.flatMap { $0 >= 0 && $0 <= 604_800 ? $0 : nil }
    }
    guard at < loadSeconds else {
      throw fields.invalid(
        "at", "'at' is \(number(at)), and the load ends after \(number(loadSeconds)) seconds.")
    }
    var event = Event(kind: kind, at: at, seconds: try seconds(of: kind, fields))
    if kind == .run {
      event.command = try fields.required("command", "a text for the shell") { node in
        node.string.flatMap { $0.isEmpty || $0.utf8.contains(0) ? nil : $0 }
      }
    }
    if kind == .delay || kind == .slowDisk {
      event.milliseconds = try fields.required(
        "milliseconds", "a whole number from 1 to 60000", whole(1...60_000))
    }
    if kind == .throttle {
      event.bytesPerSecond = try fields.required(
        "bytesPerSecond", "a whole number from 100 to 1000000000", whole(100...1_000_000_000))
    }
    event.backupAt =
      try fields.optional("backupAt", "a number of seconds from 0 on, before 'at'") { node in
        node.double.flatMap { $0 >= 0 && $0 < at ? $0 : nil }
      } ?? 0
    event.cause =
      try fields.choice("how", TakeoverCause.allCases.map { ($0.rawValue, $0) }) ?? .kill
    event.direction =
      try fields.choice("direction", Direction.allCases.map { ($0.rawValue, $0) }) ?? .toClient
    return (event, fields)
  }

  private static func seconds(of kind: Kind, _ fields: JSONFields) throws(Problem) -> Double {
    let expectation = "a number of seconds, more than 0 and at most \(number(secondsMax))"
    let read = { (node: JSONNode) in
      node.double.flatMap { $0 > 0 && $0 <= secondsMax ? $0 : nil }
    }
    return switch kind {
    case .restart, .takeover, .run: 0
    case .kill, .restore:
      try fields.optional("downSeconds", "a number of seconds from 0 to \(number(secondsMax))") {
        node in node.double.flatMap { $0 >= 0 && $0 <= secondsMax ? $0 : nil }
      } ?? 0
    case .reset: try fields.optional("seconds", expectation, read) ?? 0
    default: try fields.required("seconds", expectation, read)
    }
  }

  private static func whole(_ range: ClosedRange<Int>) -> (JSONNode) -> Int? {
    { node in node.integer(as: Int.self).flatMap { range.contains($0) ? $0 : nil } }
  }

  static func number(_ seconds: Double) -> String {
    seconds == seconds.rounded() ? "\(Int(seconds))" : "\(seconds)"
  }

  /// With a stand-by, whatever keeps a server from serving is a takeover.
  private static func checkStandBy(
    _ placed: [(event: Event, fields: JSONFields)]
  ) throws(Problem) {
    guard placed.contains(where: { $0.event.kind.needsStandBy }) else { return }
    for (event, fields) in placed where [.kill, .stop, .restart].contains(event.kind) {
      throw fields.invalid(
        "do",
        "'do' is '\(event.kind.rawValue)', and the file has a 'takeover', too: a server with a "
          + "stand-by is replaced at once. Use 'takeover' for this event, with 'how' as 'kill' or "
          + "'stop', or leave out the other.")
    }
  }

  /// A copy is taken from the server that goes on, not from one that is replaced later.
  private static func checkBackups(
    _ placed: [(event: Event, fields: JSONFields)]
  ) throws(Problem) {
    let restored = placed.filter { $0.event.kind == .restore }
    for (earlier, later) in zip(restored, restored.dropFirst())
    where later.event.backupAt < earlier.event.end {
      throw later.fields.invalid(
        later.fields.has("backupAt") ? "backupAt" : "at",
        "The event 'restore' at \(number(later.event.at)) goes on from a copy of "
          + "\(number(later.event.backupAt)) seconds, and the one before lasts until "
          + "\(number(earlier.event.end)): 'backupAt' has to be after that.")
    }
  }

  /// The server can be in one state at a time, and the network has one delay and one rate.
  private static func checkOverlaps(
    _ placed: [(event: Event, fields: JSONFields)]
  ) throws(Problem) {
    for (index, later) in placed.enumerated() {
      let earlier = placed[..<index].last { earlier in
        earlier.event.end > later.event.at
          && (earlier.event.kind == later.event.kind
            || earlier.event.kind.subject == .server && later.event.kind.subject == .server)
      }
      guard let event = earlier?.event else { continue }
      throw later.fields.invalid(
        "at",
        "'at' is \(number(later.event.at)), and the event '\(event.kind.rawValue)' at "
          + "\(number(event.at)) lasts until \(number(event.end)): only one at a time is possible.")
    }
  }
}

extension ChaosPlan.Event {
  /// It in a few words.
  var text: String {
    let time = ChaosPlan.number(seconds)
    switch kind {
    case .kill: return seconds > 0 ? "killed, down for \(time) s" : "killed"
    case .restart: return "restarted"
    case .restore:
      return "restored from a copy of \(ChaosPlan.number(backupAt)) s"
        + (seconds > 0 ? ", down for \(time) s" : "")
    case .takeover: return "taken over from, \(cause == .kill ? "killed" : "stopped")"
    case .stop: return "stopped for \(time) s"
    case .slowDisk: return "syncs of the disk \(milliseconds) ms slower for \(time) s"
    case .fullDisk: return "disk full for \(time) s"
    case .run: return "ran '\(command)'"
    case .delay: return "\(milliseconds) ms of delay each way for \(time) s"
    case .drop: return "bytes dropped for \(time) s"
    case .reset: return seconds > 0 ? "connections reset for \(time) s" : "connections reset"
    case .halfClose: return "connections shut \(direction.rawValue) for \(time) s"
    case .throttle: return "\(bytesPerSecond) bytes/s each way for \(time) s"
    case .refuse: return "connections refused for \(time) s"
    }
  }
}
