import JSONText
public import ServiceCore

/// How the service runs: read from a file, and then from the flags of the command line.
public struct ServiceSettings: Sendable {
  /// Where it listens; port 0 lets the system choose one.
  public var host = "127.0.0.1"
  public var port: UInt16 = 8_080
  public var store = StoreChoice.memory
  /// Whether the journal comes from a backup or another replica, and may lack what was
  /// acknowledged. No setting of a file: it is true for one start.
  public var isRestored = false
  public var clock = ClockChoice.real
  public var limits = ServiceLimits()
  /// More connections are not accepted until one ends.
  public var connectionsMax: UInt32 = 10_000
  /// How many requests may wait for the next transaction; more are refused at once.
  public var queueMax = 4_096
  public var bodyBytesMax = 1 << 20
  /// How many requests a second a client may send on average; zero for any number.
  public var clientRate = 200.0
  /// How many it may send at once.
  public var clientBurst = 1_000.0
  /// After how many seconds without a byte a connection is closed.
  public var idleSeconds: UInt32 = 60
  /// After how many seconds without a sign of life a writer on PostgreSQL is replaced.
  public var takeoverSeconds = 5
  /// How long it goes on after it was asked to stop.
  public var drainSeconds = 10
  public var log = LogChoice.events
  /// The path of a file that says what the disk does beside its own; nil for nothing.
  public var diskFaults: String?

  public init() {}
}

/// What the service keeps its journal in.
public enum StoreChoice: Hashable, Sendable {
  case memory
  case sqlite(path: String)
  /// The parameters of a connection, as libpq reads them.
  case postgres(String)

  /// How they are written.
  public static let expectation = "'memory', 'sqlite:PATH' or 'postgres:CONNINFO'"

  public init?(_ text: String) {
    if text == "memory" {
      self = .memory
    } else if text.hasPrefix("sqlite:"), text.utf8.count > 7 {
      self = .sqlite(path: String(text.dropFirst(7)))
    } else if text.hasPrefix("postgres:"), text.utf8.count > 9 {
      self = .postgres(String(text.dropFirst(9)))
    } else {
      return nil
    }
  }

  /// What a log may have of it: parameters may have a password.
  var name: String {
    if case .postgres = self { "postgres" } else { text }
  }

  public var text: String {
    switch self {
    case .memory: "memory"
    case .sqlite(let path): "sqlite:\(path)"
    case .postgres(let parameters): "postgres:\(parameters)"
    }
  }
}

/// What the service takes for the time.
public enum ClockChoice: Hashable, Sendable {
  case real
  /// Stands still until a client sets it.
  case manual
  /// Follows a table from real to virtual time.
  case table(path: String)

  /// How they are written.
  public static let expectation = "'real', 'manual' or 'table:PATH'"

  public init?(_ text: String) {
    if text == "real" {
      self = .real
    } else if text == "manual" {
      self = .manual
    } else if text.hasPrefix("table:"), text.utf8.count > 6 {
      self = .table(path: String(text.dropFirst(6)))
    } else {
      return nil
    }
  }

  public var text: String {
    switch self {
    case .real: "real"
    case .manual: "manual"
    case .table(let path): "table:\(path)"
    }
  }
}

/// What the service writes to standard error.
public enum LogChoice: String, CaseIterable, Sendable {
  case nothing
  /// Start, stop and failures.
  case events
  /// Each request, too.
  case requests
}

extension ServiceSettings {
  private static let names = [
    "listen", "store", "clock", "connectionsMax", "queueMax", "bodyBytesMax", "clientRate",
    "clientBurst", "idleSeconds", "drainSeconds", "takeoverSeconds", "tokenDays",
    "log",
  ]

  /// Takes over what a settings file has; the rest stays. The file is JSON with comments.
  public mutating func read(_ bytes: [UInt8]) throws(Problem) {
    let fields = try JSONFields(bytes, known: Self.names, accepting: [.comments, .trailingCommas])
    if let place = try fields.optional(
      "listen", Self.listenExpectation, { $0.string.flatMap(Self.place) })
    {
      (host, port) = place
    }
    store =
      try fields.optional("store", StoreChoice.expectation) { $0.string.flatMap(StoreChoice.init) }
      ?? store
    clock =
      try fields.optional("clock", ClockChoice.expectation) { $0.string.flatMap(ClockChoice.init) }
      ?? clock
    connectionsMax = try fields.number("connectionsMax", in: 1...1_000_000) ?? connectionsMax
    queueMax = try fields.number("queueMax", in: 1...1_000_000) ?? queueMax
    bodyBytesMax = try fields.number("bodyBytesMax", in: 1_024...1 << 28) ?? bodyBytesMax
    clientRate =
      try fields.number("clientRate", in: 0...1_000_000).map { Double($0 as Int) } ?? clientRate
    clientBurst =
      try fields.number("clientBurst", in: 1...1_000_000).map { Double($0 as Int) } ?? clientBurst
    idleSeconds = try fields.number("idleSeconds", in: 1...3_600) ?? idleSeconds
    drainSeconds = try fields.number("drainSeconds", in: 0...3_600) ?? drainSeconds
    takeoverSeconds = try fields.number("takeoverSeconds", in: 1...600) ?? takeoverSeconds
    limits.tokenDays = try fields.number("tokenDays", in: 1...3_650) ?? limits.tokenDays
    log = try fields.choice("log", LogChoice.allCases.map { ($0.rawValue, $0) }) ?? log
  }

  /// How a place to listen at is written.
  public static let listenExpectation =
    "a host and a port, such as '127.0.0.1:8080' or '[::1]:8080'"

  /// Reads a host and a port.
  public static func place(_ text: String) -> (host: String, port: UInt16)? {
    guard let colon = text.lastIndex(of: ":"), let port = UInt16(text[text.index(after: colon)...])
    else { return nil }
    var host = text[..<colon]
    if host.hasPrefix("[") && host.hasSuffix("]") { host = host.dropFirst().dropLast() }
    return host.isEmpty ? nil : (String(host), port)
  }
}
