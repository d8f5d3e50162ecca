public import Chronology
public import Environment
public import DomainCore
public import Properties
public import SyncCore

/// One event of a world, for the timeline.
public struct TraceEvent: Sendable {
  public var time: Instant
  public var what: Kind

  /// What happened. Replicas are named by their numbers, messages by those of their replica.
  public enum Kind: Sendable {
    /// A step begins; the events up to the next step at this instant result from it.
    case step(StepID)
    /// The result of a step.
    case ended(StepID, StepOutcome)
    /// A device has saved an operation.
    case saved(Operation, replica: Int)
    /// A device wants to exchange and has no network.
    case waits(replica: Int, until: Instant)
    /// A device sends a request: the operations in it, and the feed position that it asks from.
    case sent(replica: Int, message: Int32, [Operation], position: UInt32, MessageDelivery)
    /// A request could not reach the server.
    case serverUnreachable(replica: Int, message: Int32)
    /// The server has rate-limited a request.
    case rateLimited(replica: Int, message: Int32)
    /// A request has reached the server, perhaps as a duplicate.
    case arrived(replica: Int, message: Int32, isCopy: Bool)
    /// The server has decided an operation, at this position of the feed.
    case decided(FeedRow, scope: UInt32, position: Int)
    /// The server sends its response.
    case responded(replica: Int, message: Int32, ResponseHeader, MessageDelivery)
    /// A device has received a response and applied it, with this result.
    case applied(replica: Int, message: Int32, ApplyResult, [FeedRow])
    /// A device has discarded a response.
    case discarded(replica: Int, message: Int32, DiscardReason)
    /// A device stops waiting for a response.
    case timedOut(replica: Int, message: Int32)
    /// A device has found its data damaged, and has kept so many operations that waited; of the
    /// others it knows how many are lost, or not even that.
    case salvaged(replica: Int, kept: Int, lost: Int?)
    /// A second process of an app has saved so many times in the middle of the app's saves.
    case savedBeside(replica: Int, count: Int)
    /// A disk has brought back earlier data of a device, and nothing there shows it.
    case rolledBack(device: Int)
    /// The server has ended while it saved, and has opened its journal again.
    case serverRestarted(isWhole: Bool)
    /// A phone receives a push about its group.
    case pushed(replica: Int)
    /// A device sends a request to its family's external calendar.
    case calendarAsked(device: Int, MessageDelivery)
    /// The calendar responds, or fails to.
    case calendarResponded(device: Int, ExternalCalendar.Response, MessageDelivery)
    /// The device received no response of the calendar.
    case calendarSilent(device: Int)
    /// The server sends a notification. `arrives` is when it reaches the first phone, if it does.
    case notified(NotificationDelivery, household: Int, arrives: Instant?)
    /// The run has ended: the network is healed, and the devices exchange until quiescence.
    case healed
    /// Everything is idle and was checked.
    case settled
    /// A property is violated.
    case violationFound(Violation)
  }

  /// Why a device discards a response.
  public enum DiscardReason: Sendable {
    case hasNoNetwork, processEnded, isUnreadable, isFromCaptivePortal, wasRateLimited
    case isStorageFull
  }
}
