import Metrics
import Population

@testable import Simulator

extension Community {
  /// One person of a community that has been lived.
  struct Seen {
    var logsForItself: Bool
    var joinDay: Int
    /// The first day on which the person had left, `Int.max` for one who stayed.
    var leftDay: Int
    var records: [PersonDayRecord]
  }

  /// The people of a community after it has been lived.
  static func seen(_ index: Int, of simulation: Simulation) -> [Seen] {
    var community = Community(index, of: simulation)
    var latencies = LatencyHistogram()
    community.run(latencies: &latencies)
    return (0..<community.personCount).map { person in
      let left = community.leftDay(of: person)
      return Seen(
        logsForItself: community.person(person).logsForItself,
        joinDay: Int(community.joinDay(of: person)), leftDay: left == .max ? .max : Int(left),
        records: (0..<community.days).map { community.record(person, day: $0) })
    }
  }
}
