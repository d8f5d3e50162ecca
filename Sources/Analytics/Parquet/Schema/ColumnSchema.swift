/// One column of a table: name, kind and meaning.
public struct ColumnSchema: Sendable, Equatable {
  public let name: String
  public let kind: ColumnKind
  public let isNullable: Bool
  /// One sentence for the data dictionary; it is not written into the file.
  public let meaning: String
  /// Strings with fixed handles: the handle of each is its index here.
  public let vocabulary: [String]

  public init(
    _ name: String, _ kind: ColumnKind, isNullable: Bool = false, meaning: String = "",
    vocabulary: [String] = []
  ) {
    precondition(!name.isEmpty, "a column needs a name")
    precondition(
      vocabulary.isEmpty || kind == .string, "only string columns have a vocabulary")
    self.name = name
    self.kind = kind
    self.isNullable = isNullable
    self.meaning = meaning
    self.vocabulary = vocabulary
  }
}
