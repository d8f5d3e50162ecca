// What the parts of a check found, each mistake once.
extension EngineConformance {
  /// What is wrong in a part.
  struct Mistake {
    var sentence: String
    /// Equal for one mistake that several parts meet.
    var kind: String
    /// Whether a replica shows another value than it must, which may be due to any call before.
    var isOfValue = false

    init(_ sentence: String) {
      self.sentence = sentence
      kind = sentence
    }

    /// - Parameter isNothing: whether nothing is shown of what was written, of any type.
    init(ofValue sentence: String, isNothing: Bool) {
      self.sentence = sentence
      kind = isNothing ? "nothing is shown" : sentence
      isOfValue = true
    }

    init(_ failure: EngineFailure, in call: String) {
      sentence = "in '\(call)': \(failure.sentence)"
      kind = "\(call): \(Self.plain(failure.sentence))"
    }

    /// A sentence without what differs from part to part: its numbers, what it quotes of a reply or
    /// a key, and what is allowed there. What a dying adapter has printed is on further lines.
    private static func plain(_ sentence: String) -> String {
      var plain = ""
      var isQuoted = false
      for character in sentence.prefix(while: { $0 != ";" && $0 != "\n" }) {
        if character == "'" { isQuoted.toggle() }
        if !isQuoted && !character.isNumber { plain.append(character) }
      }
      return plain
    }
  }

  /// The findings so far.
  struct Parts {
    private(set) var findings: [Finding] = []
    /// The part that found each kind of mistake first.
    private var firstParts: [(kind: String, part: String)] = []

    /// Whether a part was tried and found nothing.
    func isFine(_ part: String) -> Bool {
      findings.contains { $0.part == part && $0.result == .fine }
    }

    /// Adds what a part found, which shows nothing of its own where the parts are wrong that it
    /// needs.
    mutating func add(_ part: String, needs others: [String], _ mistake: Mistake?) {
      findings.append(Finding(part: part, result: result(of: part, needs: others, mistake)))
    }

    private mutating func result(
      of part: String, needs others: [String], _ mistake: Mistake?
    ) -> Finding.Result {
      guard let mistake else { return .fine }
      if let first = firstParts.first(where: { $0.kind == mistake.kind }) {
        return .affected(by: first.part)
      }
      if mistake.isOfValue, let cause = others.lazy.compactMap(cause).first {
        return .affected(by: cause)
      }
      firstParts.append((mistake.kind, part))
      return .wrong(mistake.sentence)
    }

    /// The part that says what is wrong in a part; nil if nothing is.
    private func cause(of part: String) -> String? {
      switch findings.first(where: { $0.part == part })?.result {
      case .wrong: part
      case .affected(let cause): cause
      case .fine, nil: nil
      }
    }
  }

  /// A line for each mistake that later parts have met as well.
  public static func consequences(of findings: [Finding]) -> [String] {
    findings.compactMap { cause in
      let parts = findings.filter { $0.result == .affected(by: cause.part) }.map(\.part)
      return parts.isEmpty
        ? nil
        : "What is wrong in '\(cause.part)' shows also in: \(parts.joined(separator: "; "))."
    }
  }
}
