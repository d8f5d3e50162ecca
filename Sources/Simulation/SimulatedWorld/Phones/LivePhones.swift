public import Chronology
public import DomainCore
public import SyncCore

/// Phones that are not simulated: they hold the copies, save what people submit, and ask a server
/// of their own.
///
/// A world with such phones has only the people's side of it: who they are, whose phone is whose,
/// and what time it is. Its own server and replicas stay as they were on the first day, and nothing
/// reads them.
public protocol LivePhones: AnyObject {
  /// Where a phone has the confirmed state that it shows its owner; there until the next step.
  func stateAddress(at place: ReplicaAddress) -> UnsafePointer<ScopeState>

  func hasReplica(at place: ReplicaAddress) -> Bool

  /// The member that the phone's owner is there; a newcomer until they have access.
  func member(at place: ReplicaAddress) -> MemberHandle

  /// Why a phone has dropped all of its data, or nil.
  func revocation(at place: ReplicaAddress) -> Refusal?

  /// What the server has rejected, oldest first.
  func rejections(at place: ReplicaAddress) -> [Rejection]

  /// How much the server has rejected.
  func rejectedCount(at place: ReplicaAddress) -> Int

  /// How much the server has not decided yet.
  func pendingCount(at place: ReplicaAddress) -> Int

  /// Whether a phone reaches its server, as far as it knows.
  func isOnline(_ device: Int) -> Bool

  /// Whether a phone would save a command now.
  func accepts(_ command: Command, at place: ReplicaAddress, now: Instant) -> Bool

  /// A person does something. What such phones do not have is impossible.
  func perform(_ action: StepAction, at time: Instant) -> StepOutcome
}
