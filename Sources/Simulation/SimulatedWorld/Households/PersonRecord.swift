public import DomainCore
import SyncCore

/// A person as the world knows them.
public struct PersonRecord: BitwiseCopyable, Sendable {
  /// The person's number in the whole population.
  public var number: UInt32
  public var household: Int
  /// A newcomer until the log of the family has given them a place.
  public internal(set) var member: MemberHandle
  /// The first day of the run on which they belong to it, or try to join.
  public var joinDay: Int32
  /// Whether the person was a member when the family was created.
  public var isFounder: Bool
  /// Whether they were a member from the beginning or have ever tried to join.
  var hasFamily: Bool
  public var firstDevice: Int
  public var deviceCount: Int
  public var usesApp: Bool
  var account: AccountHandle
  /// Whether the person has left the app for good.
  public internal(set) var hasLeft = false
  /// FAM-7: whether the person has deleted their account.
  public internal(set) var isDeleted = false
  /// The replica for the person's group, negative for a person without a device.
  public internal(set) var groupReplica = -1
  /// Whether the person has begun to use the group.
  public internal(set) var hasGroup = false
  /// The person's health store, negative when there is none.
  public internal(set) var healthStore: Int32 = -1
}
