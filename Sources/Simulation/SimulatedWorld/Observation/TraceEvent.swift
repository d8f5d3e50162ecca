public import Chronology
public import Environment
public import DomainCore
public import Properties
public import SyncCore

/// Something that came to pass in a world, for whoever wants to read the whole story.
public struct TraceEvent: Sendable {
  public var time: Instant
  public var what: Kind

  /// What came to pass. Replicas are named by their numbers, messages by those of their replica.
  public enum Kind: Sendable {
    /// A step begins; what follows until the next one at this instant comes of it.
    case step(StepID)
    /// What a step came to.
    case ended(StepID, StepOutcome)
    /// A device has said "saved".
    case saved(Operation, replica: Int)
    /// A device wants to exchange and has no network.
    case waits(replica: Int, until: Instant)
    /// A request goes on its way: what it carries, and from where its rows shall come.
    case sent(replica: Int, message: Int32, [Operation], position: UInt32, MessageDelivery)
    /// A request has found no server.
    case serverUnreachable(replica: Int, message: Int32)
    /// A request has come to a server that has heard too many of the same install.
    case turnedAway(replica: Int, message: Int32)
    /// A request has come to the server, perhaps as the second copy.
    case arrived(replica: Int, message: Int32, isCopy: Bool)
    /// The server has decided an operation, at this place of the feed.
    case decided(FeedRow, scope: UInt32, position: Int)
    /// The server's answer goes on its way.
    case responded(replica: Int, message: Int32, ResponseHeader, MessageDelivery)
    /// An answer has come to a device, which has made this of it.
    case applied(replica: Int, message: Int32, ApplyResult, [FeedRow])
    /// An answer has come to a device that cannot hear it.
    case discarded(replica: Int, message: Int32, DiscardReason)
    /// A device waits for an answer no longer.
    case timedOut(replica: Int, message: Int32)
    /// A phone hears that its group has news.
    case told(replica: Int)
    /// A device asks the calendar that its family has elsewhere.
    case calendarAsked(device: Int, MessageDelivery)
    /// The calendar has done what it was asked, or what was wrong with it.
    case calendarResponded(device: Int, ExternalCalendar.Response, MessageDelivery)
    /// No answer of the calendar came, or the device could not hear it.
    case calendarSilent(device: Int)
    /// The server tells somebody of something; when their first phone has it, if any does.
    case notified(NotificationDelivery, household: Int, arrives: Instant?)
    /// The run is over: the network is healed, and everything comes to rest.
    case healed
    /// Everything has come to rest and was looked at.
    case settled
    /// A promise was found broken.
    case violationFound(Violation)
  }

  /// Why a device does not hear an answer.
  public enum DiscardReason: Sendable {
    case hasNoNetwork, wasEnded, isUnreadable, isPortals, wasRateLimited, hasNoRoom
  }
}
