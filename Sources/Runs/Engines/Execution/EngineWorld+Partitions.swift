/// A time in which some replicas cannot reach the others.
struct EnginePartition {
  /// The step that began it.
  var step: Int
  /// The replicas before this one are on one side.
  var boundary: Int
  var until: Int
}

// Partitions: who is cut off from whom.
extension EngineWorld {
  func beginPartition(_ step: EngineStep, for span: Int) {
    let partition = EnginePartition(step: step.id, boundary: step.replica, until: now + span)
    partitions.append(partition)
    let (one, other) = sides(of: partition)
    guard !one.isEmpty, !other.isEmpty else { return }
    traceNetwork(
      .parted(step: step.id, one, other),
      "no longer connects \(EngineText.list(one)) with \(EngineText.list(other)), for \(span) ms")
    queue.add(.partitionEnd(step: step.id), at: partition.until)
  }

  /// Notes the end of a partition, unless everything has healed before.
  func endPartition(step: Int) {
    guard let place = partitions.firstIndex(where: { $0.step == step }) else { return }
    let partition = partitions.remove(at: place)
    let (one, other) = sides(of: partition)
    let isWhole = partitions.allSatisfy { $0.until <= now }
    traceNetwork(
      .joined(step: step),
      "connects \(EngineText.list(one)) with \(EngineText.list(other)) again"
        + (isWhole ? "" : ", but for another partition"))
  }

  /// The names of the replicas on each side that exist by now.
  private func sides(of partition: EnginePartition) -> (one: [String], other: [String]) {
    let present = replicas.indices.filter { replicas[$0].exists || $0 == server }
    func names(_ isOne: Bool) -> [String] {
      present.filter { side($0, of: partition.boundary) == isOne }.map { replicas[$0].name }
    }
    return (names(true), names(false))
  }

  private func side(_ replica: Int, of boundary: Int) -> Bool {
    replica != server && replica < boundary
  }

  /// Whether no partition is between two replicas.
  func canReach(_ from: Int, _ to: Int) -> Bool {
    !partitions.contains { partition in
      partition.until > now
        && side(from, of: partition.boundary) != side(to, of: partition.boundary)
    }
  }

  /// What keeps two replicas from each other, in words; nil if nothing does.
  func barrier(between replica: Int, and other: Int, isReachable: Bool) -> String? {
    if !isReachable { return "\(replicas[replica].name) has no network" }
    return canReach(replica, other) ? nil : "a partition is between them"
  }
}
