import Parquet
import Datasets
import JSONText
public import Reporting

extension FinishedRun {
  /// The properties of the run: how often each was checked and violated, from the run's summary.
  ///
  /// Without a summary of this run, only the properties whose violations the dataset lists. The
  /// dataset also has the last word where a summary names fewer violations than it lists.
  public func properties() throws -> [PropertyResult] {
    let listed = try violationsListed()
    let stated = try propertiesStated() ?? []
    let known = Set(stated.map(\.id))
    let others = listed.filter { !known.contains($0.key) }.sorted { $0.key < $1.key }
    return stated.map { property in
      var property = property
      property.violations = max(property.violations, listed[property.id] ?? 0)
      return property
    }
      + others.map { PropertyResult(id: $0.key, description: "", checks: 0, violations: $0.value) }
  }

  /// The properties in the summary; nil if there is no summary of this run.
  func propertiesStated() throws(VerificationError) -> [PropertyResult]? {
    try summary()?["properties"]?.elements?.compactMap(PropertyResult.init)
  }

  /// How many violations of each property the dataset lists. It lists the first ones alone.
  func violationsListed() throws -> [String: Int64] {
    let record = try record(of: "violations")
    let table = try OpenTable("\(datasetPath)/\(record.path)")
    try table.check(against: record)
    let columns = try table.columns([(name: "property", kind: .string)])
    var counts: [String: Int64] = [:]
    try table.forEachRowGroup(columns) { rows, vectors in
      for row in 0..<rows {
        counts[vectors[0].strings[vectors[0].handles[row]], default: 0] += 1
      }
    }
    return counts
  }
}

extension PropertyResult {
  fileprivate init?(_ json: JSONNode) {
    guard let id = json["property"]?.string, let description = json["description"]?.string,
      let checks = json["checks"]?.integer(), let violations = json["violations"]?.integer()
    else { return nil }
    self.init(
      id: id, description: description, checks: Int64(checks), violations: Int64(violations))
  }
}
