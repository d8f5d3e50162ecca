import Base
import JSONText
import RunPipeline
import SystemLibrary

/// A real server that clients of an engine talk to over sockets of their own, in real time.
public struct EngineRealTime: Sendable, Equatable {
  /// A minute of a plan takes three seconds. An exchange on one machine takes a few milliseconds
  /// with what the proxy adds, and so a tenth of a second of the plan, as on a mobile network.
  public static let defaultSpeed = 20
  public static let speeds = 1...100
  public static let defaultServerSeconds = 10.0

  /// The command that starts the server.
  public var server: String
  /// The folder in which it runs; nil for the current one.
  public var folder: String?
  /// How many milliseconds of the plan are one of the clock.
  public var speed = defaultSpeed
  /// How long the server may take to listen.
  public var serverSeconds = Self.defaultServerSeconds

  public init(server: String) { self.server = server }

  /// Whether an engine can be tested in this way, or without it; a sentence if not.
  static func refusal(of hello: EngineHello, _ realTime: EngineRealTime?) -> String? {
    switch (hello.network, realTime) {
    case (.messages, .some):
      "The adapter hands its messages over to Shakeout, so there is no use for '--server': its "
        + "reply to 'hello' must say \"network\": \"own\" if its clients talk to a server "
        + "themselves."
    case (.own, nil):
      "The adapter's reply to 'hello' says \"network\": \"own\": its clients talk to a server "
        + "themselves. Name the command that starts the server with '--server'."
    default: nil
    }
  }
}

// In reproductions.
extension EngineRealTime {
  func json(_ repeats: EngineRepeats?) -> JSONNode {
    [
      "server": .string(server), "speed": .integer(speed), "serverSeconds": .number(serverSeconds),
      "runs": .integer(repeats?.runs ?? 0), "failed": .integer(repeats?.failed ?? 0),
    ]
  }

  static func read(
    _ node: JSONNode
  ) throws(EngineReproductionError) -> (EngineRealTime, EngineRepeats) {
    let reader = try EngineNodeReader(
      node, ["server", "speed", "serverSeconds", "runs", "failed"])
    var realTime = EngineRealTime(server: try reader.text("server"))
    realTime.speed = try reader.number("speed", Int.self, speeds)
    realTime.serverSeconds = try reader.seconds("serverSeconds")
    let runs = try reader.number("runs", Int.self, 0...1_000)
    return (
      realTime,
      EngineRepeats(runs: runs, failed: try reader.number("failed", Int.self, 0...runs))
    )
  }
}

/// What a test in real time runs on: a server of its own in a directory of its own, the network
/// before it, and the clock.
final class EngineStage {
  let realTime: EngineRealTime
  let network: EngineNetwork
  private let folder: EngineFolder
  private let directory: String
  private let port: UInt16
  private var process: EngineServerProcess?
  private var begun = EngineNetwork.clock
  private var isStopped = false

  /// Starts everything for a plan, and returns when the server accepts connections.
  init(_ realTime: EngineRealTime, _ plan: EnginePlan, _ settings: EngineNetwork.Settings)
    throws(EngineFailure)
  {
    self.realTime = realTime
    port = settings.serverPort
    do {
      folder = try EngineFolder()
    } catch {
      throw .server("No folder for the server's files can be created: \(error)")
    }
    directory = folder.create("server")
    network = try EngineNetwork(settings)
    do throws(EngineFailure) {
      try startServer()
    } catch {
      stop()
      throw error
    }
  }

  /// Starts everything for a plan.
  static func start(
    _ realTime: EngineRealTime, _ plan: EnginePlan
  ) throws(EngineFailure) -> EngineStage {
    guard let port = Loopback.freePort() else { throw .server("There is no free port.") }
    var network = plan.network
    if plan.deliveries != nil { network = EnginePlan.Network() }
    let settings = EngineNetwork.Settings(
      replicaCount: plan.names.count - 1, serverPort: port, speed: realTime.speed,
      network: network, randomness: Randomness(seed: plan.seed))
    return try EngineStage(realTime, plan, settings)
  }

  deinit { stop() }

  /// Ends the server, all connections and the thread, and removes the files.
  func stop() {
    guard !isStopped else { return }
    isStopped = true
    process?.stop()
    process = nil
    network.stop()
    folder.empty()
  }

  // MARK: Time

  /// The plan begins now.
  func begin() { begun = EngineNetwork.clock }

  /// The time of the plan, in milliseconds.
  var now: Int { planTime(of: EngineNetwork.clock) }

  func planTime(of instant: Int64) -> Int {
    Int((instant - begun) * Int64(realTime.speed) / 1_000_000)
  }

  /// Waits until a time of the plan, and returns what time it is then.
  func wait(until time: Int) throws(EngineFailure) -> Int {
    while true {
      if Interruption.isRequested { throw .interrupted }
      let left = begun + Int64(time) * 1_000_000 / Int64(realTime.speed) - EngineNetwork.clock
      guard left > 0 else { return max(time, now) }
      usleep(UInt32(min(left / 1_000 + 1, 50_000)))
    }
  }

  // MARK: Server

  /// Where a replica finds the server.
  func address(of replica: Int) -> String { "127.0.0.1:\(network.ports[replica])" }

  var isServerUp: Bool { process != nil }

  /// How the server ended by itself; nil if it runs, or was killed.
  var ending: String? {
    guard let process, !network.isKilling, network.state.isServerUp, process.hasEnded else {
      return nil
    }
    return process.ending
  }

  /// Kills the server, so long after the next request that may write has reached it.
  func killServer(spread: Int64) {
    guard let process else { return }
    let killing = EngineNetwork.Killing(
      group: process.group, after: spread, latest: EngineNetwork.clock + 500_000_000)
    network.order { $0.killing = killing }
  }

  /// Starts the server, after it was killed or for the first time.
  func startServer() throws(EngineFailure) {
    network.order { board in
      board.killing = nil
      board.state.isServerUp = false
    }
    process?.stop()
    process = nil
    let server = try EngineServerProcess(
      realTime.server, port: port, directory: directory, in: realTime.folder)
    process = server
    try server.waitUntilServing(seconds: realTime.serverSeconds)
    network.order { $0.state.isServerUp = true }
  }
}
