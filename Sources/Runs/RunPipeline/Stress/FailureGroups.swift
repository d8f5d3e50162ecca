extension Array {
  /// The failures with the same signature together, the most frequent signature first.
  public func groupedBySignature(
    _ signature: (Element) -> String
  ) -> [(signature: String, failures: [Element])] {
    var groups: [(signature: String, failures: [Element])] = []
    for failure in self {
      let name = signature(failure)
      if let place = groups.firstIndex(where: { $0.signature == name }) {
        groups[place].failures.append(failure)
      } else {
        groups.append((name, [failure]))
      }
    }
    return groups.enumerated()
      .sorted { ($1.element.failures.count, $0.offset) < ($0.element.failures.count, $1.offset) }
      .map(\.element)
  }
}
