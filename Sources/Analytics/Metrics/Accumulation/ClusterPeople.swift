/// The clusters of a run and their people: what counts of the whole run are centered with.
///
/// A scenario fixes the number of people. So a count of a run varies between seeds only as the
/// share of the people that it counts does, and not as the number of people would if
/// they were drawn too.
struct ClusterPeople: Hashable, Sendable, Codable {
  private(set) var clusters: Int64 = 0
  /// All people of the clusters, those without the app too.
  private(set) var people: Int64 = 0
  /// The sum of the squared numbers of people.
  private(set) var squares: Int64 = 0

  mutating func add(_ size: Int64) {
    clusters += 1
    people += size
    squares += size * size
  }

  mutating func merge(_ other: ClusterPeople) {
    clusters += other.clusters
    people += other.people
    squares += other.squares
  }

  // MARK: Numbers

  /// The contents, for `init(numbers:)`.
  var numbers: [Int64] { [clusters, people, squares] }

  static let numberCount = 3

  init() {}

  init(numbers: ArraySlice<Int64>) {
    precondition(numbers.count == Self.numberCount, "wrong number of numbers")
    let first = numbers.startIndex
    (clusters, people, squares) = (numbers[first], numbers[first + 1], numbers[first + 2])
  }
}
