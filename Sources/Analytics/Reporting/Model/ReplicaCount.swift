/// The number of families with a given number of replicas.
public struct ReplicaCount: Hashable, Sendable {
  public var replicas: Int
  public var families: Int64

  public init(replicas: Int, families: Int64) {
    self.replicas = replicas
    self.families = families
  }
}
