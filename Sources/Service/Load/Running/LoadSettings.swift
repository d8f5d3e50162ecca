public import Reporting
public import Scenarios

/// How a load is sent, whatever it consists of.
public struct LoadSettings: Sendable {
  public var target: HTTPTarget
  public var connections: Int
  /// Further connections, on which a server holds what waits for news.
  public var pollConnections = 0
  public var profile: RateProfile
  /// The profile in words.
  public var profileText: String
  public var spacing: ArrivalSpacing
  /// The instants of all arrivals in seconds from the start, if they do not follow the profile.
  public var arrivalTimes: [Double]?
  public var seed: UInt64
  /// Whether the steps of each family come evenly over the time, and not as their days go.
  public var spreadsSteps = false
  public var seconds: Double
  public var warmupSeconds: Double
  public var timeoutSeconds: Double
  /// The load is aborted when the sender has sent less than this share of the intended requests in
  /// each of five intervals of a second or more; 0 never aborts.
  public var abortsBelow: Double
  public var thresholds: [LoadThreshold]
  /// With steps: the longest p99 of one that counts as kept up with, in microseconds.
  public var kneeMicroseconds: Int64 = 250_000
  /// What is done to the server and the network meanwhile.
  public var chaos: ChaosPlan?
  /// The server that the load has started, if chaos may do something to it.
  public var server: (any ChaosServer)?
  /// The one that stands by for it.
  public var standBy: StandBy?
  /// Runs the commands of chaos.
  public var runCommand: ChaosCommandRunner?

  /// A server that takes over, and its port on the loopback interface.
  public struct StandBy: Sendable {
    let server: any ChaosServer
    let port: UInt16

    public init(_ server: any ChaosServer, port: UInt16) {
      self.server = server
      self.port = port
    }
  }

  public init(
    target: HTTPTarget, connections: Int, profile: RateProfile, profileText: String,
    spacing: ArrivalSpacing, seed: UInt64, seconds: Double, warmupSeconds: Double,
    timeoutSeconds: Double, abortsBelow: Double, thresholds: [LoadThreshold]
  ) {
    self.target = target
    self.connections = connections
    self.profile = profile
    self.profileText = profileText
    self.spacing = spacing
    self.seed = seed
    self.seconds = seconds
    self.warmupSeconds = warmupSeconds
    self.timeoutSeconds = timeoutSeconds
    self.abortsBelow = abortsBelow
    self.thresholds = thresholds
  }
}

/// Why a load could not be sent at all.
public struct LoadError: Error, Hashable, Sendable {
  /// One sentence.
  public let message: String

  public init(message: String) { self.message = message }
}

extension LoadSettings {
  /// The instants of the arrivals.
  var schedule: ArrivalSchedule {
    arrivalTimes.map { ArrivalSchedule(times: $0) }
      ?? ArrivalSchedule(profile, spacing: spacing, seed: seed)
  }

  /// Whether the server goes on from an earlier copy of its store meanwhile.
  var isRestored: Bool { chaos?.restores ?? false }

  /// Begins to ask the target for its counters. Those of two servers that take turns make no sum.
  func serverWatch() throws(LoadError) -> ServerWatch? {
    guard standBy == nil else { return nil }
    do throws(HTTPTarget.Problem) {
      return ServerWatch(target, try target.address())
    } catch {
      throw LoadError(message: error.message)
    }
  }

  /// The events of the load, which have not begun.
  func runningChaos() throws(LoadError) -> RunningChaos? {
    guard let chaos else { return nil }
    let address: SocketAddress
    do throws(HTTPTarget.Problem) {
      address = try target.address()
    } catch {
      throw LoadError(message: error.message)
    }
    return try RunningChaos(
      chaos, server, standBy: standBy, runCommand, to: address,
      connections: connections + pollConnections)
  }
}

/// What the caller of a load sees and decides while it runs.
public protocol LoadObserver {
  /// An interval has ended. `seconds` have passed of `total`.
  mutating func show(_ interval: LoadReport.Interval, seconds: Double, of total: Double)
  /// Whether the load should end now.
  var isInterrupted: Bool { get }
}
