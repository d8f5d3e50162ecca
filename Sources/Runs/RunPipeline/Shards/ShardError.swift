/// Why shards cannot be read, as a sentence.
public struct ShardError: Error, Equatable, CustomStringConvertible {
  public let description: String

  init(_ description: String) { self.description = description }
}
