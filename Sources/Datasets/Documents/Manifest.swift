import Columnar
public import JSONText

/// What a dataset is: what made it, from what, and what must be found in its files.
///
/// It says nothing of time, host or speed, so equal datasets have equal manifests.
public struct Manifest {
  public static let schemaVersion = 1

  /// Stands for every parameter of the scenario.
  public let scenarioHash: String
  private let json: JSONNode

  public init(
    generatorVersion: String, tzdataRelease: String, scenario: JSONNode, scenarioHash: String,
    seed: UInt64, digest: String, files: [TableReceipt]
  ) {
    self.scenarioHash = scenarioHash
    json = [
      "schemaVersion": .integer(Self.schemaVersion),
      "generator": [
        "name": "shakeout", "version": .string(generatorVersion),
        "tzdata": .string(tzdataRelease),
      ],
      "seed": .integer(seed),
      "digest": .string(digest),
      "scenarioHash": .string(scenarioHash),
      "files": .array(files.map(Self.file)),
      "scenario": scenario,
    ]
  }

  private static func file(_ receipt: TableReceipt) -> JSONNode {
    [
      "path": .string(receipt.path),
      "table": .string(receipt.schema.name),
      "rows": .integer(receipt.rows),
      "bytes": .integer(receipt.bytes),
      "sha256": .string(receipt.sha256),
      "columns": .array(receipt.schema.columns.map { .string($0.name) }),
    ]
  }

  public var text: String { JSONWriter(.pretty).text(json) }
}
