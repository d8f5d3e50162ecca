import DomainCore

extension FactKind {
  /// The name of the kind in texts.
  var text: String { Self.textsByNumber[Int(rawValue)] }

  init?(text: String) {
    guard let kind = Self.kinds[text] else { return nil }
    self = kind
  }

  static let texts = allCases.map { "\($0)" }

  private static let textsByNumber = {
    var texts = Array(repeating: "", count: 256)
    for kind in allCases { texts[Int(kind.rawValue)] = "\(kind)" }
    return texts
  }()

  private static let kinds: [String: FactKind] = Dictionary(
    uniqueKeysWithValues: zip(texts, allCases))
}
