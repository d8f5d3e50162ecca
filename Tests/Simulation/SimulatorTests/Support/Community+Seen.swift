import Workload
import Metrics
import Population
import Scenarios

@testable import Simulator
@testable import SimulatedWorld

extension Community {
  /// One person of a community that has run.
  struct Seen {
    var logsForItself: Bool
    var joinDay: Int
    /// The first day on which the person had left, `Int.max` for one who stayed.
    var leftDay: Int
    var records: [PersonDayRecord]
  }

  /// The people of a community after its run.
  static func seen(_ index: Int, of simulation: Simulation) -> [Seen] {
    let community = simulation.simulated(index)
    return (0..<community.personCount).map { person in
      let left = community.leftDay(of: person)
      return Seen(
        logsForItself: community.resident(person).usesApp,
        joinDay: Int(community.joinDay(of: person)), leftDay: left == .max ? .max : Int(left),
        records: (0..<community.days).map { community.record(person, day: $0) })
    }
  }
}
