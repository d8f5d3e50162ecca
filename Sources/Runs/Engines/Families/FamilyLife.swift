import JSONText

/// What a family of a recorded plan does on its devices, without what it means in a family.
struct FamilyLife: Equatable, Sendable {
  /// What a command is for an engine that knows nothing of families.
  enum Kind: Hashable, Sendable {
    /// A day of a habit was marked or unmarked.
    case mark(isDone: Bool)
    /// Something has another name, time or amount.
    case change
    /// Something was counted: a meal, water, points.
    case count
    /// Something is there that was not there before.
    case make
    /// A place in a group was taken or left.
    case seat(isTaken: Bool)
  }

  /// A wish, and a number that stands for what it is about.
  struct Wish: Hashable, Sendable {
    var kind: Kind
    var about: UInt64
  }

  enum Action: Equatable, Sendable {
    case write([Wish])
    case sync
    case offline(milliseconds: Int64)
  }

  struct Step: Equatable, Sendable {
    var milliseconds: Int64
    var device: String
    var action: Action
  }

  /// The devices in the order of the people.
  var devices: [String] = []
  var steps: [Step] = []

  /// The kind of a command by its name in a plan.
  static func wish(_ command: JSONNode) -> Wish? {
    guard let name = command["do"]?.string else { return nil }
    // The habit, sport or member that it is about, with what of it changes.
    let subject = ["habit", "entry", "goal", "class", "of"].compactMap { command[$0]?.string }.first
    let about = "\(name) \(subject ?? "")".utf8.reduce(UInt64(0xCBF2_9CE4_8422_2325)) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01B3
    }
    let kind: Kind
    if name == "groupJoined" || name == "groupLeft" {
      // All seats are those of one group.
      return Wish(kind: .seat(isTaken: name == "groupJoined"), about: 0)
    }
    if name == "completionSet" {
      kind = .mark(isDone: command["done"]?.boolean ?? true)
    } else if name.hasSuffix("Logged") || name.hasSuffix("Awarded") {
      kind = .count
    } else if name.hasSuffix("Set") || name.hasSuffix("Moved") || name.hasSuffix("Changed") {
      kind = .change
    } else {
      kind = .make
    }
    return Wish(kind: kind, about: about)
  }
}
