/// What the network did to the traffic between devices and server, and what became of the server
/// and of the apps on devices.
public struct NetworkCounters: Hashable, Sendable {
  /// Messages that were sent.
  public var messages: Int64
  public var lost: Int64
  public var duplicated: Int64
  /// Answers that came cut short, or that nobody could read.
  public var responsesDamaged: Int64
  /// Answers that came after another had brought what they say: copies, and overtaken ones.
  public var responsesStale: Int64
  /// Times a device was cut off.
  public var offlinePeriods: Int64
  /// Times a device sent something again because no answer came.
  public var retries: Int64
  /// Times a server could not be reached.
  public var outages: Int64
  /// Times a server began anew from a stale copy.
  public var failovers: Int64
  /// Operations that it has lost for good, as their authors were told.
  public var operationsLost: Int64
  /// Times an app was ended, and began again from what it had saved.
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
