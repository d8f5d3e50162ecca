import Base

/// The scopes of a run that are checked closely: all of a small run, and a sample of a large one.
///
/// Each family and each group is drawn by itself, by the seed and its number alone: it has a rank
/// below 64, and a sample is the scopes with the lowest ranks. So a shard or a plan has the same
/// sample as the whole run, the order of steps does not matter, and a smaller sample is a part of a
/// larger one. Whatever treats one scope in 64 as an example of the others asks for rank 0.
public struct ScopeSample: Sendable {
  /// How many scopes are checked closely.
  public struct Size: Hashable, Sendable {
    /// Whether the log of each scope is folded again at the end, or that of one in 64.
    let foldsAll: Bool
    /// How many in 64 scopes are checked at each step.
    let stepsOf64: UInt32

    /// The sample of a small run.
    public static let all = Size(foldsAll: true, stepsOf64: 64)

    /// So many people are about sixty families. A smaller run is for finding bugs and checks
    /// everything; a larger one is for metrics, and a sample shows common bugs.
    private static var peopleCheckedMax: Int { 256 }
    /// With fewer people, one scope in 64 would be less than about ten families.
    private static var peopleOf64: Int { 2_048 }

    /// The size in a run of so many people. With `checksEveryScope`, all scopes are checked at each
    /// step; which logs are folded again does not depend on that.
    public init(people: Int, checksEveryScope: Bool) {
      let isSmall = people <= Self.peopleCheckedMax
      let sampled = UInt32((Self.peopleOf64 - 1) / max(1, people) + 1)
      self.init(foldsAll: isSmall, stepsOf64: isSmall || checksEveryScope ? 64 : sampled)
    }

    private init(foldsAll: Bool, stepsOf64: UInt32) {
      self.foldsAll = foldsAll
      self.stepsOf64 = stepsOf64
    }
  }

  private let size: Size
  private let randomness: Randomness

  init(_ size: Size, _ randomness: Randomness) {
    self.size = size
    self.randomness = randomness
  }

  /// Whether each log is folded again at the end.
  var foldsAll: Bool { size.foldsAll }

  /// Whether the log of a scope is folded again at the end.
  func folds(ofHousehold number: UInt32, isGroup: Bool) -> Bool {
    foldsAll || rank(ofHousehold: number, isGroup: isGroup) == 0
  }

  /// Whether a scope is checked at each step. Its log may be folded again, too; then what devices
  /// had submitted is known.
  func checksSteps(ofHousehold number: UInt32, isGroup: Bool) -> Bool {
    size.stepsOf64 == 64 || rank(ofHousehold: number, isGroup: isGroup) < size.stepsOf64
  }

  /// The rank of a family, or of the group that was opened for a household first, by the number of
  /// the household in the population.
  func rank(ofHousehold number: UInt32, isGroup: Bool) -> UInt32 {
    let draw = randomness.draw(
      WorldRandomPurpose.logFold, who: UInt64(number) << 1 | (isGroup ? 1 : 0), day: 0)
    return draw.integer(below: 64)
  }
}
