/// A group of parameters, as a scenario file nests them, and where each of them is in the table.
///
/// To read or write a scenario asks for each parameter by its keys. To search the table for them
/// every time took longer than everything else there.
struct ScenarioGroup: Sendable {
  struct Member: Sendable {
    let key: String
    var content: Content
  }

  indirect enum Content: Sendable {
    /// A parameter, by its place in `Scenario.fields`.
    case parameter(Int)
    case group(ScenarioGroup)
  }

  /// In the order of the fields.
  private(set) var members: [Member] = []

  /// What a key stands for; nil if there is nothing with that key.
  func content(of key: String) -> Content? { members.first { $0.key == key }?.content }

  /// Adds a parameter under its keys, which come in the order of the fields.
  private mutating func add(_ keys: ArraySlice<String>, place: Int) {
    guard keys.count > 1 else {
      members.append(Member(key: keys.first!, content: .parameter(place)))
      return
    }
    var group = ScenarioGroup()
    if members.last?.key == keys.first!, case .group(let last) = members.removeLast().content {
      group = last
    }
    group.add(keys.dropFirst(), place: place)
    members.append(Member(key: keys.first!, content: .group(group)))
  }

  /// All parameters.
  static let all: ScenarioGroup = {
    var all = ScenarioGroup()
    for (place, field) in Scenario.fields.enumerated() { all.add(field.keys[...], place: place) }
    return all
  }()
}

extension Scenario {
  /// Where the parameter with a path is in `fields`; nil if there is none.
  static func place(of path: String) -> Int? { placesByPath[path] }

  private static let placesByPath = Dictionary(
    uniqueKeysWithValues: fields.indices.map { (fields[$0].path, $0) })
}
