/// Counters of network, server and app faults.
public struct NetworkCounters: Hashable, Sendable {
  /// Messages sent.
  public var messages: Int64
  public var lost: Int64
  public var duplicated: Int64
  /// Responses that arrived truncated or unreadable.
  public var responsesDamaged: Int64
  /// Responses without new information: duplicates, and responses overtaken by later ones.
  public var responsesStale: Int64
  /// Offline periods of devices.
  public var offlinePeriods: Int64
  /// Requests that a device repeated after a timeout.
  public var retries: Int64
  /// Periods in which a server was unreachable.
  public var outages: Int64
  /// Failovers of a server to a stale replica.
  public var failovers: Int64
  /// Operations that a failover lost permanently and whose authors were notified.
  public var operationsLost: Int64
  /// Times an app was killed and restarted from its storage.
  public var crashes: Int64

  public init(
    messages: Int64 = 0, lost: Int64 = 0, duplicated: Int64 = 0, responsesDamaged: Int64 = 0,
    responsesStale: Int64 = 0, offlinePeriods: Int64 = 0, retries: Int64 = 0, outages: Int64 = 0,
    failovers: Int64 = 0, operationsLost: Int64 = 0, crashes: Int64 = 0
  ) {
    self.messages = messages
    self.lost = lost
    self.duplicated = duplicated
    self.responsesDamaged = responsesDamaged
    self.responsesStale = responsesStale
    self.offlinePeriods = offlinePeriods
    self.retries = retries
    self.outages = outages
    self.failovers = failovers
    self.operationsLost = operationsLost
    self.crashes = crashes
  }
}
