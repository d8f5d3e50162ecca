/// How often things happened in a world. The counters of several worlds can be added in any order.
public struct WorldCounters: BitwiseCopyable, Hashable, Sendable, Codable {
  public var households: Int64 = 0
  public var people: Int64 = 0
  public var personDays: Int64 = 0
  public var replicas: Int64 = 0
  /// Families and groups, and how many of them are checked at each step.
  public var scopes: Int64 = 0
  public var scopesCheckedAtEachStep: Int64 = 0
  /// Steps that were performed, and those that had become impossible.
  public var steps: Int64 = 0
  public var stepsImpossible: Int64 = 0
  public var operations: Int64 = 0
  /// Fields that were written only along with others, by a policy that writes whole records.
  public var carried: Int64 = 0
  /// Rows of feeds applied on replicas, the author's own included.
  public var replicaApplies: Int64 = 0
  public var rejected: Int64 = 0
  public var refused: Int64 = 0
  public var events: Int64 = 0
  public var messages: Int64 = 0
  public var messagesLost: Int64 = 0
  public var messagesDuplicated: Int64 = 0
  public var responsesStale: Int64 = 0
  public var retries: Int64 = 0
  public var offlinePeriods: Int64 = 0
  public var healingExchanges: Int64 = 0
  /// Server failovers.
  public var failovers: Int64 = 0
  /// Installs that began on a device after its first one.
  public var installs: Int64 = 0
  /// Apps that crashed or were killed, and restarted from their saved state.
  public var crashes: Int64 = 0
  public var updates: Int64 = 0
  /// Times that a second process opened the saved state of an app.
  public var widgets: Int64 = 0
  /// Device faults other than a missing network.
  public var deviceFaults: Int64 = 0
  /// Requests that the server rate-limited.
  public var requestsRateLimited: Int64 = 0
  /// Responses that arrived truncated or unreadable.
  public var responsesDamaged: Int64 = 0
  /// Outages of the server.
  public var outages: Int64 = 0
  /// Operations that were erased with an install before the server had them.
  public var operationsErased: Int64 = 0
  /// Operations that a server has lost for good, and whose authors were notified.
  public var operationsPermanentlyLost: Int64 = 0
  /// Operations of the final exchanges, which bring devices and external services in sync.
  public var healingOperations: Int64 = 0
  public var signIns: Int64 = 0
  /// FAM-8: sign-ins that the server refused.
  public var signInsRefused: Int64 = 0
  public var notifications: Int64 = 0
  /// Notifications that went out as text messages because no push arrived.
  public var textMessages: Int64 = 0
  /// Faults of disks.
  public var diskFaults: Int64 = 0
  /// Apps that ended because they could not save.
  public var storageFailures: Int64 = 0
  /// Devices that found their data damaged and kept what was whole.
  public var salvages: Int64 = 0
  /// Devices whose disk lied and lost what would have shown it.
  public var silentRollbacks: Int64 = 0
  /// Restarts of the server from its journal.
  public var serverRestarts: Int64 = 0

  /// Messages that arrived as bytes.
  public var bytes = MessageBytes()

  public init() {}

  public mutating func add(_ other: WorldCounters) {
    bytes.add(other.bytes)
    households += other.households
    people += other.people
    personDays += other.personDays
    replicas += other.replicas
    scopes += other.scopes
    scopesCheckedAtEachStep += other.scopesCheckedAtEachStep
    steps += other.steps
    stepsImpossible += other.stepsImpossible
    operations += other.operations
    carried += other.carried
    replicaApplies += other.replicaApplies
    rejected += other.rejected
    refused += other.refused
    events += other.events
    messages += other.messages
    messagesLost += other.messagesLost
    messagesDuplicated += other.messagesDuplicated
    responsesStale += other.responsesStale
    retries += other.retries
    offlinePeriods += other.offlinePeriods
    healingExchanges += other.healingExchanges
    failovers += other.failovers
    installs += other.installs
    crashes += other.crashes
    updates += other.updates
    widgets += other.widgets
    deviceFaults += other.deviceFaults
    requestsRateLimited += other.requestsRateLimited
    responsesDamaged += other.responsesDamaged
    outages += other.outages
    operationsErased += other.operationsErased
    operationsPermanentlyLost += other.operationsPermanentlyLost
    healingOperations += other.healingOperations
    signIns += other.signIns
    signInsRefused += other.signInsRefused
    notifications += other.notifications
    textMessages += other.textMessages
    diskFaults += other.diskFaults
    storageFailures += other.storageFailures
    salvages += other.salvages
    silentRollbacks += other.silentRollbacks
    serverRestarts += other.serverRestarts
  }
}

/// The messages of a world that are bytes: all that arrive, where each copy has texts of its own,
/// and otherwise none.
public struct MessageBytes: BitwiseCopyable, Hashable, Sendable, Codable {
  public var requests: Int64 = 0
  public var inRequests: Int64 = 0
  /// In requests; one that is sent again counts again.
  public var operations: Int64 = 0
  public var responses: Int64 = 0
  public var inResponses: Int64 = 0
  public var rows: Int64 = 0

  public init() {}

  public mutating func add(_ other: MessageBytes) {
    requests += other.requests
    inRequests += other.inRequests
    operations += other.operations
    responses += other.responses
    inResponses += other.inResponses
    rows += other.rows
  }
}
