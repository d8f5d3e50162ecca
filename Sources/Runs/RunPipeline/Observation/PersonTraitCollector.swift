import Base
import Chronology
import Datasets
import DomainCore
import Workload
import Metrics
import Population
import Scenarios
import Simulator
import SimulatedWorld

/// Collects the attributes of people that split metrics, and their totals over the run.
struct PersonTraitCollector: Sendable {
  private let attributes: UserAttributes
  private let firstDay: LocalDay
  /// The number of days to count.
  private let days: Int

  init(_ scenario: Scenario, days: Int? = nil) {
    attributes = UserAttributes(scenario)
    firstDay = scenario.firstDay
    self.days = days ?? scenario.days
  }

  func traits(
    of index: Int, in community: borrowing Community, _ groups: GroupSummary
  ) -> PersonTraits {
    var traits = PersonTraits(of: index, in: community, groups)
    let number = community.resident(index).number
    traits.platform = attributes.platform(of: number)
    traits.isOrganic = attributes.isOrganic(community.household(of: index))
    addService(of: index, in: community, to: &traits.totals)
    let household = community.householdPlace(of: index)
    if community.firstAppUser(of: household) == index {
      traits.totals[.familyActiveMonthDays] = activeDays(ofFamily: household, in: community)
    }
    let workouts = community.groundTruth.assignedWorkouts(of: index)
    traits.totals[.workoutsAssigned] = workouts.assigned
    traits.totals[.workoutsCompleted] = workouts.completed
    traits.totals[.observedWorkoutsAssigned] = workouts.observedAssigned
    traits.totals[.observedWorkoutsCompleted] = workouts.observedCompleted
    let hands = attributes.milliseconds(of: number)
    traits.totals[.logWaterMilliseconds] = hands.water
    traits.totals[.markHabitMilliseconds] = hands.mark
    return traits
  }

  func platform(of person: UInt32) -> Platform { attributes.platform(of: person) }

  private func addService(
    of index: Int, in community: borrowing Community, to totals: inout PersonTotals
  ) {
    let service = community.world.events.service.counts[index]
    totals[.responses] = service.responses
    totals[.responseCentiseconds] = (service.responseMilliseconds + 5) / 10
    totals[.serverDownMinutes] =
      (community.world.events.service.downMilliseconds + Span.minute / 2) / Span.minute
    totals[.pushesSent] = service.pushesSent
    totals[.pushesDelivered] = service.pushesDelivered
    totals[.notificationsDelivered] = service.notificationsDelivered
    totals[.notificationsOpened] = service.notificationsOpened
    totals[.feedUpdates] = service.feedUpdates
    totals[.feedUpdateDeciseconds] = (service.feedUpdateMilliseconds + 50) / 100
    totals[.documentsRead] = service.use.reads
    totals[.documentsWritten] = service.use.writes
    let last = firstDay.adding(days: days - 1)
    totals[.microdollars] = (service.nanodollars(through: last) + 500) / 1_000
  }

  /// The days of all 30-day months in which a member of a family was active.
  func activeDays(ofFamily index: Int, in community: borrowing Community) -> Int64 {
    let household = community.world.directory.households[index]
    let people = household.firstPerson..<household.firstPerson + household.personCount
    var (month, active) = (-1, Int64(0))
    for day in min(days, Int(household.joinDay))..<days where day / 30 != month {
      var isActive = false
      for person in people where community.record(person, day: day).truth.isActive {
        isActive = true
      }
      guard isActive else { continue }
      month = day / 30
      active += Int64(min(days, 30 * month + 30) - 30 * month)
    }
    return active
  }
}

extension Community {
  /// The first person of a household who uses the app.
  fileprivate func firstAppUser(of index: Int) -> Int? {
    let household = world.directory.households[index]
    for person in household.firstPerson..<household.firstPerson + household.personCount
    where world.directory.people[person].usesApp {
      return person
    }
    return nil
  }
}

extension PersonTraits {
  fileprivate init(of index: Int, in community: borrowing Community, _ groups: GroupSummary) {
    self.init(
      groupDay: groups.days[index],
      usedSchedule: community.hasUsed(.schedule, index),
      usedGoals: community.hasUsed(.goals, index), usedRewards: community.hasUsed(.rewards, index),
      observedUsedSchedule: community.isKnownToUse(.schedule, index),
      observedUsedGoals: community.isKnownToUse(.goals, index),
      observedUsedRewards: community.isKnownToUse(.rewards, index),
      linkedCalendar: community.hasLinkedCalendar(index),
      ledGroupStreakWeeks: groups.ledWeeks[index],
      isInvited: groups.isInvited[index])
    take(role: PeopleTable.roles[Int(community.resident(index).role.rawValue)])
  }
}
