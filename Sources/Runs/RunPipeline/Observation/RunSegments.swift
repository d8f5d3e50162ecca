import Chronology
import Datasets
import DomainCore
import Metrics
import Population
import Scenarios
import SimulatedWorld

/// The segments under which a run counts its people, by every dimension.
struct RunSegments: Sendable {
  private let firstDay: LocalDay

  init(_ scenario: Scenario) { firstDay = scenario.firstDay }

  /// One segment per dimension, in order.
  func keys(
    of person: WorldSetup.Resident, _ traits: Traits, _ counted: PersonTraits, joined day: Int32
  ) -> [SegmentKey] {
    MetricDimension.allCases.map { dimension in
      let part: Int32 =
        switch dimension {
        case .cohort: MetricDimension.week(joinedRunDay: day)
        case .product: Self.place(of: traits.persona.product, in: PeopleTable.products)
        case .role: Int32(person.role.rawValue)
        case .platform:
          Self.place(of: counted.platform.rawValue, in: Platform.allCases.map(\.rawValue))
        case .age: MetricDimension.ageBand(ofDays: Int64(firstDay.number - person.born.number))
        case .group: counted.groupDay == nil ? 0 : 1
        }
      return SegmentKey(dimension: dimension.rawValue, part: part)
    }
  }

  private static func place(of name: String, in names: [String]) -> Int32 {
    guard let place = names.firstIndex(of: name) else {
      preconditionFailure("no table has the name '\(name)'")
    }
    return Int32(place)
  }

  /// The names of the dimension and of the segment.
  static func names(of key: SegmentKey) -> (dimension: String, segment: String) {
    guard let dimension = MetricDimension(rawValue: key.dimension) else {
      preconditionFailure("there is no dimension \(key.dimension)")
    }
    let part = Int(key.part)
    let name =
      switch dimension {
      case .cohort: MetricDimension.cohortName(week: key.part)
      case .product: PeopleTable.products[part]
      case .role: PeopleTable.roles[part]
      case .platform: Platform.allCases[part].rawValue
      case .age: MetricDimension.ageName(band: key.part)
      case .group: MetricDimension.groupName(isInGroup: part == 1)
      }
    return (dimension.name, name)
  }
}
