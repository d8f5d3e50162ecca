import DomainCore
import Scenarios

extension FactKind {
  /// The name of the kind in texts.
  var text: String { name }

  init?(text: String) {
    guard let kind = Self.kinds[text] else { return nil }
    self = kind
  }

  static var texts: [String] { names }

  private static let kinds: [String: FactKind] = Dictionary(
    uniqueKeysWithValues: zip(names, allCases))
}
