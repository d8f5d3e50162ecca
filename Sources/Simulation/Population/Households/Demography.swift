import Chronology
import DomainCore
import Metrics
import Scenarios

/// The distribution of people by age, sex and platform, and of age differences within a household.
public struct Demography: Sendable {
  /// By whole years on the first day.
  public private(set) var ages = [Int](repeating: 0, count: 128)
  public private(set) var women = 0
  public private(set) var people = 0
  /// Of the people who use the app, in the order of the cases.
  public private(set) var platforms = Platform.allCases.map { _ in 0 }
  /// By whole years: the age of parents at each birth, of grandparents at each parent's, and the
  /// age differences of couples and siblings.
  public private(set) var births = AgeCounts()
  public private(set) var grandparents = AgeCounts()
  public private(set) var couples = AgeCounts()
  public private(set) var siblings = AgeCounts()

  /// A histogram of whole years.
  public struct AgeCounts: Sendable {
    private var counts = [Int](repeating: 0, count: 128)
    public private(set) var count = 0

    mutating func add(_ days: Int) {
      counts[min(counts.count - 1, abs(days) * 4 / 1461)] += 1
      count += 1
    }

    /// The number of years that a given share of all do not exceed.
    public func quantile(_ share: Double) -> Int {
      var left = max(1, Int((share * Double(count)).rounded(.up)))
      for years in counts.indices {
        left -= counts[years]
        if left <= 0 { return years }
      }
      return 0
    }
  }

  init() {}

  mutating func add(
    _ home: [Person], _ kind: HouseholdKind, on day: LocalDay, _ marks: UserAttributes
  ) {
    for person in home {
      people += 1
      ages[min(ages.count - 1, max(0, person.born.age(on: day)))] += 1
      if person.isFemale { women += 1 }
      guard person.logsForItself else { continue }
      let platform = marks.platform(of: person.index)
      for (place, one) in Platform.allCases.enumerated() where one == platform {
        platforms[place] += 1
      }
    }
    guard kind == .family else { return }
    func born(_ role: Role) -> [Int] {
      home.filter { $0.role == role }.map { Int($0.born.number) }.sorted()
    }
    let (parents, children) = (born(.parent), born(.child))
    for parent in parents {
      for child in children { births.add(child - parent) }
      for observer in born(.observer) { grandparents.add(parent - observer) }
    }
    if parents.count == 2 { couples.add(parents[1] - parents[0]) }
    for (one, next) in zip(children, children.dropFirst()) { siblings.add(next - one) }
  }
}
