import Base
import Chronology
import Environment
import Simulator

/// The people of a load while they live: their days pass with the real time, so many times as fast,
/// and each decides by what their phone shows then.
final class LivePeople {
  private let population: LivePopulation
  private let speed: Double
  private let phones: [CommunityPhones]
  private var communities = OwnedArray<LiveCommunity>()
  /// When each community acts next.
  private var queue: EventQueue
  /// When their first day begins, and when no one begins anything any more.
  private var begin: Int64 = 0
  private var end = Int64.max

  /// - Parameter devices: those of the load, in the order of its plan.
  init(_ population: LivePopulation, speed: Double, _ devices: [FamilyDevice], _ texts: PlanTexts) {
    self.population = population
    self.speed = speed
    queue = EventQueue(start: population.begin)
    phones = population.communities.map { community in
      CommunityPhones(
        community.devices.map { devices[$0] },
        owners: community.phones.map { $0.map { devices[$0] } }, texts)
    }
    for (place, community) in population.communities.enumerated() {
      var live = population.simulation.live(community.people, on: phones[place])
      // What comes before the first day is no step of a person.
      while let time = live.nextTime, time < population.begin { live.act() }
      _ = phones[place].takeSteps()
      communities.append(live)
      schedule(place)
    }
  }

  /// Lets their first day begin at an instant, and ends their days so many seconds later at the
  /// latest.
  func begin(at time: Int64, seconds: Double) {
    begin = time
    end = time + MonotonicClock.nanoseconds(seconds)
  }

  /// When someone acts next; nil if the days are over.
  var nextArrival: Int64? {
    guard let next = queue.nextTime, next < population.end else { return nil }
    let time = begin + MonotonicClock.nanoseconds(Double(next - population.begin) / 1_000 / speed)
    return time < end ? time : nil
  }

  /// Has those who are due act; returns what they did on their phones.
  ///
  /// - Parameter intended: the instant of that.
  func act(intended: Int64) -> [LiveStep] {
    guard let event = queue.next(before: population.end) else { return [] }
    let place = Int(event.target)
    phones[place].intended = intended
    communities[place].act()
    schedule(place)
    return phones[place].takeSteps()
  }

  private func schedule(_ place: Int) {
    guard let time = communities[place].nextTime else { return }
    queue.schedule(at: time, kind: 0, target: UInt32(place))
  }
}
