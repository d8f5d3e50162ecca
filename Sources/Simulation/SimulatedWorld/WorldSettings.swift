import Base
public import Chronology
public import DomainCore
public import Environment
public import SyncCore

/// What all steps of a run happen under: its days, its network, its server, what lies outside.
///
/// A class, because it is large and every message asks it something: a struct would be copied then.
public final class WorldSettings: Sendable {
  /// How devices and server exchange what they know.
  public struct Sync: Hashable, Sendable {
    public var pageRowsMax: Int
    public var pushOperationsMax: Int
    public var requestTimeoutMilliseconds: Int64
    public var retryBackoffMillisecondsMin: Int64
    public var retryBackoffMillisecondsMax: Int64
    public var clockSkewBoundMilliseconds: Int64
    public var policy: ConflictPolicy

    public init(
      pageRowsMax: Int, pushOperationsMax: Int, requestTimeoutMilliseconds: Int64,
      retryBackoffMillisecondsMin: Int64, retryBackoffMillisecondsMax: Int64,
      clockSkewBoundMilliseconds: Int64, policy: ConflictPolicy = .fieldwise
    ) {
      self.pageRowsMax = pageRowsMax
      self.pushOperationsMax = pushOperationsMax
      self.requestTimeoutMilliseconds = requestTimeoutMilliseconds
      self.retryBackoffMillisecondsMin = retryBackoffMillisecondsMin
      self.retryBackoffMillisecondsMax = retryBackoffMillisecondsMax
      self.clockSkewBoundMilliseconds = clockSkewBoundMilliseconds
      self.policy = policy
    }
  }

  /// What the fates of messages and calls are drawn from.
  public let seed: UInt64
  public let firstDay: LocalDay
  public let days: Int
  /// A day before the first local day begins anywhere.
  public let start: Instant
  /// The end of everything: every household's last local day is over.
  ///
  /// It is the watermark of the observed side: what the server knows, it knows by then.
  public let watermark: Instant
  public let sync: Sync
  public let network: NetworkSettings
  public let outside: ExternalServiceSettings
  public let calendarRequestsPerMinuteMax: Int
  /// How many requests of an install the server hears in a minute, 0 for any number.
  public let requestsPerMinuteMax: Int
  /// What people outside write into calendars.
  public let calendarTexts: [TextHandle]
  let deliveryModel: DeliveryModel
  public let externalServiceFaults: ExternalServiceFaults
  /// At the end the log of one scope in so many is folded once more.
  let scopesPerFold: Int
  /// Whether the server keeps a journal, so that it can begin anew, and devices what they said.
  let mayFailOver: Bool
  let randomness: Randomness

  public init(
    seed: UInt64, firstDay: LocalDay, days: Int, sync: Sync, network: NetworkSettings,
    outside: ExternalServiceSettings, calendarRequestsPerMinuteMax: Int,
    calendarTexts: [TextHandle],
    requestsPerMinuteMax: Int = 0, scopesPerFold: Int = 1, mayFailOver: Bool = false
  ) {
    self.seed = seed
    self.firstDay = firstDay
    self.days = days
    start = Zone.utc.startOfDay(firstDay) - 24 * Span.hour
    // The last zone's midnight is at most 12 hours behind Greenwich's.
    watermark = Zone.utc.startOfDay(firstDay.adding(days: days)) + 12 * Span.hour
    self.sync = sync
    self.network = network
    self.outside = outside
    self.calendarRequestsPerMinuteMax = calendarRequestsPerMinuteMax
    self.requestsPerMinuteMax = requestsPerMinuteMax
    self.calendarTexts = calendarTexts
    self.scopesPerFold = scopesPerFold
    self.mayFailOver = mayFailOver
    randomness = Randomness(seed: seed)
    deliveryModel = DeliveryModel(network, randomness: randomness)
    externalServiceFaults = ExternalServiceFaults(outside, randomness: randomness)
  }

  /// The last day of the run, on which whatever is said at its end is said.
  public var lastDay: LocalDay { firstDay.adding(days: days - 1) }
}
