import Chronology
import DomainCore
import Faults
import Population

/// A household as the simulation runs it.
struct HouseholdRecord: BitwiseCopyable {
  var index: UInt32
  var scope: UInt32
  var zone: ZoneCursor
  var firstPerson: Int
  var personCount: Int
  var firstDevice: Int
  var deviceCount: Int
  var joinDay: Int32
  /// The household's external calendar, negative when it has none.
  var calendar: Int32 = -1
}

/// A person as the simulation runs them.
struct PersonRecord: BitwiseCopyable {
  var person: Person
  var household: Int
  var member: MemberHandle
  var firstDevice: Int
  var account: AccountHandle
  var state = PersonState()
  var plan = DayPlan()
  /// The first of the person's habit records, negative when there is none.
  var firstHabit = -1
  var hasSetUp = false
  /// The first day on which the person no longer belongs to it, counted from the run's first.
  var leftDay: Int32 = .max
}

/// A device as the simulation runs it: the carrier around a replica.
///
/// A phone that is also in a group has a second record for the group's replica, with a line to the
/// server of its own; where the phone has no network, neither has.
struct DeviceRecord: BitwiseCopyable {
  var who: UInt64
  var owner: Int
  var household: Int
  /// The device whose network it shares: itself, unless it is a group's replica on a phone.
  var phone: Int
  /// What its owner is in the replica's scope.
  var member: MemberHandle
  /// When in the day it first asks for news.
  var refreshMillisecond: Int64
  /// The number of messages sent, which addresses their fates.
  var messagesSent: Int32 = 0
  var answersSent: Int32 = 0
  /// The message that an answer is awaited for, zero when none is.
  var awaited: Int32 = 0
  var awaitedSince = Instant(milliseconds: 0)
  var attempts: Int32 = 0
  /// The first message of the exchange under way, or to come: what answers an earlier one is late
  /// for good.
  var exchangeFirst: Int32 = 1
  /// The message whose retry lies in the queue, zero when none does.
  var retried: Int32 = 0
  /// FAM-8: the server wants to see a sign-in before it exchanges anything again.
  var mustSignIn = false
  /// Why the last sign-in was refused. The device is silent then until somebody opens the app.
  var signInRefusal: Refusal?
  /// Something new came up while an answer was awaited.
  var wantsExchange = false
  var spell = OfflineSpell(from: Instant(milliseconds: 0), until: Instant(milliseconds: 0))
  /// The spell before, which may still be running when the next one is planned.
  var spellBefore = OfflineSpell(from: Instant(milliseconds: 0), until: Instant(milliseconds: 0))
  var longSpell = OfflineSpell(from: Instant(milliseconds: 0), until: Instant(milliseconds: 0))
  /// A reconnect event lies in the queue.
  var awaitsReconnect = false
  /// The external calendar that the device keeps alike with the schedule, negative for none.
  var calendar: Int32 = -1
  /// What reads the health store on the device, negative for nothing.
  var importer: Int32 = -1

  /// When the device has network again, if it has none now.
  func offlineUntil(_ now: Instant) -> Instant? {
    var until: Instant?
    if longSpell.contains(now) { until = longSpell.until }
    if spellBefore.contains(now) { until = max(until ?? now, spellBefore.until) }
    if spell.contains(now) { until = max(until ?? now, spell.until) }
    return until
  }
}
