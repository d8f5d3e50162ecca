import Base
public import Chronology
public import DomainCore
public import Environment
public import SyncCore

/// The settings of a run that apply to all steps: days, network, server, external services.
///
/// A class, because it is large and every message reads it: a struct would be copied then.
public final class WorldSettings: Sendable {
  /// How devices and server exchange operations.
  public struct Sync: Hashable, Sendable {
    public var pageRowsMax: Int
    public var pushOperationsMax: Int
    public var requestTimeoutMilliseconds: Int64
    public var retryBackoffMillisecondsMin: Int64
    public var retryBackoffMillisecondsMax: Int64
    public var clockSkewBoundMilliseconds: Int64
    public var policy: ConflictPolicy

    /// How long devices wait for responses and before retries.
    var timing: ExchangeTiming {
      ExchangeTiming(
        requestTimeoutMilliseconds: requestTimeoutMilliseconds,
        retryBackoffMillisecondsMin: retryBackoffMillisecondsMin,
        retryBackoffMillisecondsMax: retryBackoffMillisecondsMax)
    }

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

  /// The seed of the deliveries of messages and calls.
  public let seed: UInt64
  public let firstDay: LocalDay
  public let days: Int
  /// A day before the first local day begins anywhere.
  public let start: Instant
  /// The end of the run: every household's last local day is over.
  ///
  /// It is the watermark of the observed side: what the server knows by then counts as observed.
  public let watermark: Instant
  public let sync: Sync
  public let network: NetworkSettings
  public let externalServices: ExternalServiceSettings
  public let calendarRequestsPerMinuteMax: Int
  /// How many requests of an install the server accepts in a minute, 0 for any number.
  public let requestsPerMinuteMax: Int
  /// The texts that people write into external calendars.
  public let calendarTexts: [TextHandle]
  let deliveryModel: DeliveryModel
  public let externalServiceFaults: ExternalServiceFaults
  /// The scopes that are checked closely.
  public let sample: ScopeSample
  /// Whether logs are folded again at the end and compared with reference models. Not where no one
  /// reads what that finds.
  let foldsLogs: Bool
  /// Whether the devices of most scopes read the server's states where theirs are the same.
  let sharesBases: Bool
  /// Whether the server keeps a journal, so that it can fail over, and devices keep their
  /// operations.
  let mayFailOver: Bool
  /// Whether the monitor reports lost updates like violations.
  let reportsLostUpdates: Bool
  /// What replicas and server rest on.
  public let storage: StorageKind
  /// How many frames the log of a device's database may have before it is copied back.
  let logFramesMax: Int
  /// The run's texts, if every replica and every scope of the server has a table of its own and
  /// messages are bytes; nil if all share one table.
  let texts: RunTexts?
  let hasOwnTexts: Bool
  let randomness: Randomness

  public init(
    seed: UInt64, firstDay: LocalDay, days: Int, sync: Sync, network: NetworkSettings,
    externalServices: ExternalServiceSettings, calendarRequestsPerMinuteMax: Int,
    calendarTexts: [TextHandle],
    requestsPerMinuteMax: Int = 0, sample size: ScopeSample.Size = .all, foldsLogs: Bool = true,
    sharesBases: Bool? = nil, mayFailOver: Bool = false,
    reportsLostUpdates: Bool = false, storage: StorageKind = .memory, logFramesMax: Int = 1_000,
    texts: RunTexts? = nil
  ) {
    self.seed = seed
    self.firstDay = firstDay
    self.days = days
    start = Zone.utc.startOfDay(firstDay) - 24 * Span.hour
    // The last zone's midnight is at most 12 hours behind Greenwich's.
    watermark = Zone.utc.startOfDay(firstDay.adding(days: days)) + 12 * Span.hour
    self.sync = sync
    self.network = network
    self.externalServices = externalServices
    self.calendarRequestsPerMinuteMax = calendarRequestsPerMinuteMax
    self.requestsPerMinuteMax = requestsPerMinuteMax
    self.calendarTexts = calendarTexts
    // A disk has rows, and a table of texts has other handles than the server's.
    self.sharesBases = (sharesBases ?? !size.foldsAll) && storage == .memory && texts == nil
    self.foldsLogs = foldsLogs
    self.mayFailOver = mayFailOver
    self.reportsLostUpdates = reportsLostUpdates
    self.storage = storage
    self.logFramesMax = logFramesMax
    self.texts = texts
    hasOwnTexts = texts != nil
    randomness = Randomness(seed: seed)
    sample = ScopeSample(size, randomness)
    deliveryModel = DeliveryModel(network, randomness: randomness)
    externalServiceFaults = ExternalServiceFaults(externalServices, randomness: randomness)
  }

  /// The last day of the run, which the final operations belong to.
  public var lastDay: LocalDay { firstDay.adding(days: days - 1) }
}
