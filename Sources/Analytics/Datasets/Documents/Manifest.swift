public import Base
import Parquet
public import JSONText

/// Describes a dataset: the generator, the scenario, and the rows, sizes and hashes of its files.
///
/// It holds no time, host or speed, so equal datasets have equal manifests. Its last field is a
/// hash of the manifest itself, so that damage to the scenario or its targets is detected.
public struct Manifest {
  /// The format of datasets: the keys of the manifest, and the tables with their columns.
  public static let format = FormatVersion("dataset", 2, remedy: "run its scenario again")

  /// A hash over all parameters of the scenario.
  public let scenarioHash: String
  private let json: JSONNode

  public init(
    program: ProgramIdentity, tzdataRelease: String, scenario: JSONNode, scenarioVersion: Int,
    scenarioHash: String, seed: UInt64, digest: String, files: [TableFileInfo]
  ) {
    self.scenarioHash = scenarioHash
    json = [
      "schemaVersion": .integer(Self.format.current),
      "generator": [
        "name": "shakeout", "version": .string(program.version),
        "commit": .string(program.commit), "sources": .string(program.sources),
        "tzdata": .string(tzdataRelease),
      ],
      "seed": .integer(seed),
      "digest": .string(digest),
      "scenarioVersion": .integer(scenarioVersion),
      "scenarioHash": .string(scenarioHash),
      "files": .array(files.map(Self.file)),
      "scenario": scenario,
      "sha256": .string(Self.unsealed),
    ]
  }

  private static func file(_ receipt: TableFileInfo) -> JSONNode {
    [
      "path": .string(receipt.path),
      "table": .string(receipt.schema.name),
      "rows": .integer(receipt.rows),
      "bytes": .integer(receipt.bytes),
      "sha256": .string(receipt.sha256),
      "columns": .array(receipt.schema.columns.map { .string($0.name) }),
    ]
  }

  public var text: String {
    var bytes = Array(JSONWriter(.pretty).text(json).utf8)
    let digest = Self.digest(of: bytes)
    bytes.replaceSubrange(Self.digits(of: bytes), with: digest.utf8)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Whether a manifest's bytes match the hash at its end.
  public static func isWhole(_ bytes: [UInt8]) -> Bool {
    bytes[digits(of: bytes)].elementsEqual(digest(of: bytes).utf8)
  }

  // MARK: The hash of itself

  /// The placeholder for the hash while it is computed.
  private static let unsealed = String(repeating: "0", count: 64)

  /// The position of the hash: at the end, before the closing characters.
  private static func digits(of bytes: [UInt8]) -> Range<Int> {
    let end = max(0, bytes.count - "\"\n}\n".utf8.count)
    return max(0, end - unsealed.utf8.count)..<end
  }

  private static func digest(of bytes: [UInt8]) -> String {
    var bytes = bytes
    bytes.replaceSubrange(digits(of: bytes), with: unsealed.utf8)
    return bytes.withUnsafeBytes { SHA256.hexadecimal(of: $0) }
  }
}
