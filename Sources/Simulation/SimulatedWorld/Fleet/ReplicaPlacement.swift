import DomainCore

/// Where a replica lies, and for whom.
struct ReplicaPlacement: BitwiseCopyable {
  /// Where the device has no network, none of its replicas has.
  var device: Int
  /// Whose account it is.
  var person: Int
  /// What that person is in the replica's scope.
  var member: MemberHandle
  /// Whether the scope is a group and not the family.
  var isGroup: Bool
  /// Whether its site was given to somebody who had still to join. A member whom somebody else
  /// has added did not join.
  var mayHaveJoined = false
}
