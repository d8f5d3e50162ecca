/// Why the service cannot start, as one sentence.
public struct ServiceStartError: Error, CustomStringConvertible {
  /// What has to change so that it starts.
  public enum Kind: Sendable {
    /// The storage, the network or the machine.
    case surroundings
    /// The content of a file that an option names.
    case file
    /// The options, which exclude each other.
    case options
  }

  public let description: String
  public let kind: Kind

  public init(_ description: String, kind: Kind = .surroundings) {
    self.description = description
    self.kind = kind
  }
}
