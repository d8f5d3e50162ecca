/// Why the service cannot start, as one sentence.
public struct ServiceStartError: Error, CustomStringConvertible {
  public let description: String

  public init(_ description: String) { self.description = description }
}
