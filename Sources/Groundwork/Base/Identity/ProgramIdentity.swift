/// What identifies the program that wrote a file: its version, and the sources that it was built
/// from.
///
/// A version stands for many builds, so it does not identify bytes. Commit and sources do: the same
/// tree gives the same texts on every machine, so files that contain them can be compared.
public struct ProgramIdentity: Hashable, Sendable, CustomStringConvertible {
  /// The version of the program in this tree.
  public static let currentVersion = "0.2.0"

  /// What stands for a commit or sources that the build could not learn.
  public static let unknown = "unknown"

  public var version: String
  /// The commit; "-modified" follows it if the sources are not those of the commit.
  public var commit: String
  /// The SHA-256 of the names and bytes of all sources, as `scripts/source-hash` prints it.
  public var sources: String

  public init(
    version: String = Self.currentVersion, commit: String = Self.unknown,
    sources: String = Self.unknown
  ) {
    self.version = version
    self.commit = commit
    self.sources = sources
  }

  /// A program that does not know what it was built from, such as a test.
  public static let unstated = ProgramIdentity()

  /// "0.2.0 (commit 7398c73fa2a0, sources 5d0c61f3a9b2)", with what is known.
  public var description: String {
    let known = [("commit", Self.short(commit)), ("sources", Self.short(sources))]
      .filter { $0.1 != Self.unknown }.map { "\($0.0) \($0.1)" }
    return known.isEmpty ? version : "\(version) (\(known.joined(separator: ", ")))"
  }

  /// Whether another program may behave differently: other sources if both are known, or else
  /// another version.
  public func mayDiffer(from other: ProgramIdentity) -> Bool {
    if sources == Self.unknown || other.sources == Self.unknown { return version != other.version }
    return sources != other.sources
  }

  /// Twelve digits of a hash, with a mark behind it.
  private static func short(_ hash: String) -> String {
    let parts = hash.split(separator: "-", maxSplits: 1)
    guard let digits = parts.first else { return hash }
    return ([digits.prefix(12)] + parts.dropFirst()).joined(separator: "-")
  }
}
