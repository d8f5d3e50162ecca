/// A table of texts that can be read by the handles in facts.
public protocol TextSource {
  /// Whether the table has this handle; a fact from outside may carry any number.
  func holds(_ handle: TextHandle) -> Bool
  /// The text of a handle that the table has.
  func text(of handle: TextHandle) -> String
}
