/// Values and differences of values in words.
enum EngineText {
  /// The keys whose values differ: "3 and 7 in counter-0".
  static func difference(
    _ left: [EngineKey: EngineValue], _ right: [EngineKey: EngineValue]
  ) -> String {
    let keys = Set(left.keys).union(right.keys).sorted().filter { left[$0] != right[$0] }
    return keys.map { key in
      let empty = EngineValue.empty(key.type)
      return "\(left[key] ?? empty) and \(right[key] ?? empty) in \(key)"
    }.joined(separator: "; ")
  }

  /// "counter-0 5, set-0 ["v1"]": what a replica shows, without what is empty.
  static func values(_ values: [EngineKey: EngineValue]) -> String {
    let shown = values.sorted { $0.key < $1.key }.filter { $0.value != .empty($0.key.type) }
    return shown.isEmpty ? "nothing" : shown.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
  }

  /// "r1", "r1 and r2", "r1, r2 and r3".
  static func list(_ names: [String]) -> String {
    guard names.count > 1, let last = names.last else { return names.first ?? "nothing" }
    return "\(names.dropLast().joined(separator: ", ")) and \(last)"
  }

  /// The end of a sentence, unless there is one.
  static func sentence(_ text: String) -> String {
    text.hasSuffix(".") || text.hasSuffix("\n") ? text : text + "."
  }

  /// "00:12.340".
  static func time(_ milliseconds: Int) -> String {
    let (seconds, rest) = (milliseconds / 1_000, milliseconds % 1_000)
    func two(_ number: Int) -> String { (number < 10 ? "0" : "") + "\(number)" }
    return "\(two(seconds / 60)):\(two(seconds % 60))."
      + String(repeating: "0", count: 3 - "\(rest)".count) + "\(rest)"
  }
}
