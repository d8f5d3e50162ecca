/// How devices and server exchange what they know.
public struct SyncParameters: Sendable, Equatable {
  public var pageRowsMax = 0
  public var pushOperationsMax = 0
  public var requestTimeoutMilliseconds = 0
  public var retryBackoffMillisecondsMin = 0
  public var retryBackoffMillisecondsMax = 0
  public var backgroundRefreshHours = 0
  public var deadlineHours = 0
  public var clockSkewBoundMilliseconds = 0

  init() {}
}
