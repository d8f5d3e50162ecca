import Base
import Chronology
import Metrics
import Population
import Scenarios
import Testing

@testable import DomainCore
@testable import Simulator
@testable import SimulatedWorld

@Suite("NOT: families are notified of what they should know")
struct NotificationsTests {
  @Test("NOT-1, NOT-2, NOT-3: of every kind, each cause once for each person, and not at night")
  func deliveries() {
    let scenario = Scenario.small(people: 40, days: 35) {
      $0.activities.notifiedFamilyFraction = 1
      $0.network.lossProbability = 0.2
    }
    let simulation = Simulation(scenario)
    var seen: Set<NotificationKind> = []
    var (sent, texts): (Int64, Int64) = (0, 0)
    for index in 0..<simulation.map.count {
      let community = simulation.simulated(index)
      #expect(community.violations.isEmpty)
      sent += community.world.events.counters.notifications
      texts += community.world.events.counters.textMessages
      for household in 0..<community.world.directory.households.count {
        var causes: Set<[UInt64]> = []
        for delivery in 0..<community.world.notifications.notifiers[household].sentCount {
          let told = community.world.notifications.notifiers[household].delivery(delivery)
          seen.insert(told.cause.kind)
          let key = [told.cause.fingerprint, UInt64(told.recipient.index)]
          #expect(causes.insert(key).inserted, "\(told.cause) twice")
        }
      }
    }
    #expect(sent > 500)
    // NOT-4: one push in five is lost, so critical ones sometimes go out as a text message.
    #expect(texts > 0)
    let expected: Set<NotificationKind> = [
      .schedule, .hydration, .checkIn, .academic, .trophy, .streak, .unassignedDuty,
    ]
    #expect(expected.isSubset(of: seen), "missing \(expected.subtracting(seen))")
  }

  @Test("NOT-1: a reminder goes out when it is due, and not at the next scan")
  func reminders() {
    let scenario = Scenario.small(people: 40, days: 35) { $0.activities.notifiedFamilyFraction = 1 }
    let simulation = Simulation(scenario)
    var (all, late) = (0, 0)
    for index in 0..<simulation.map.count {
      let community = simulation.simulated(index)
      for household in 0..<community.world.directory.households.count {
        for place in 0..<community.world.notifications.notifiers[household].sentCount {
          let told = community.world.notifications.notifiers[household].delivery(place)
          guard told.cause.kind == .schedule else { continue }
          let (start, lead) = (told.cause.detail >> 16, told.cause.detail & 0xFFFF)
          let due = Instant(milliseconds: Int64(start - lead) * Span.minute)
          all += 1
          if told.at > due + NotificationService.waitMin { late += 1 }
        }
      }
    }
    // A server that does not look ahead misses more than half of the 293, and a reminder of what
    // has begun already is not sent at all.
    #expect(all > 250 && late == 0, "\(all) went out, \(late) of them late")
  }

  @Test("NOT-4: a push to a person who was added later goes to no phone, least of all a neighbor's")
  func guests() {
    let scenario = Scenario.small(people: 30) { $0.activities.notifiedFamilyFraction = 1 }
    var community = Simulation(scenario).founded(0)
    community.world.network.messageDeliveries = []
    // The last household has no neighbor after it.
    for household in 0..<community.householdCount {
      let record = community.world.directory.households[household]
      let before = community.world.network.messageDeliveries?.count ?? 0
      for place in [0, record.personCount] {
        community.world.push(
          NotificationDelivery(
            cause: NotificationCause(.unassignedDuty, about: .newcomer),
            recipient: MemberHandle(UInt16(place)), channels: .push, at: community.world.now),
          of: household)
      }
      let phones = community.world.directory.people[record.firstPerson].deviceCount
      #expect((community.world.network.messageDeliveries?.count ?? 0) - before == phones)
    }
    #expect(community.householdCount > 2)
  }
}
