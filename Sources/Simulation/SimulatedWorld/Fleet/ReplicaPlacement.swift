import DomainCore

/// The device and the user of a replica.
struct ReplicaPlacement: BitwiseCopyable {
  /// When the device has no network, none of its replicas has.
  var device: Int
  /// The person whose account it is.
  var person: Int
  /// That person's member in the replica's scope.
  var member: MemberHandle
  /// Whether the scope is a group and not a family.
  var isGroup: Bool
  /// Whether its site was given to a person who still had to join. A member that another person
  /// added did not join.
  var mayHaveJoined = false
}
