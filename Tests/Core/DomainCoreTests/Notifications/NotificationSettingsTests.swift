import Base
import Chronology
import TestKit
import Testing

@testable import DomainCore

@Suite("NOT-2: notification settings")
struct NotificationSettingsTests {
  @Test("NOT-2: defaults: everything for adults, achievements for children, plans for observers")
  func defaults() {
    func kinds(_ role: Role) -> [NotificationKind] {
      let settings = NotificationSettings(role: role)
      return NotificationKind.allCases.filter { !settings.channels(for: $0).isEmpty }
    }
    let usual = NotificationKind.allCases.filter { !$0.isOptIn }
    #expect(usual.count == 16)
    #expect(kinds(.parent) == usual)
    #expect(kinds(.athlete) == usual)
    #expect(kinds(.child) == [.goal, .trophy, .level, .streak])
    #expect(kinds(.observer) == [.schedule, .duty, .change, .coverage])
    #expect(kinds(.coach) == [.schedule, .change])
    #expect(kinds(.groupMember) == [])
  }

  @Test("NOT-1, NOT-2: the default reminder is 30 minutes ahead, and up to four can be set")
  func leadMinutes() {
    let family = TestFamily()
    let parent = TestFamily.parent
    #expect(family.state.shared.notificationSettings(of: parent).leadMinutes == SIMD4(30, 0, 0, 0))
    let set = SIMD4<UInt16>(15, 60, 120, 10_080)
    #expect(family.submit(.setLeadMinutes(set, of: parent)) == .changed)
    #expect(family.state.shared.notificationSettings(of: parent).leadMinutes == set)
    #expect(
      family.submit(.setLeadMinutes(SIMD4(10_081, 0, 0, 0), of: parent))
        == .refused(.notificationSettingUnknown))
  }

  @Test("NOT-2: channels are set kind by kind, and the later write of two devices wins")
  func channels() {
    let family = TestFamily()
    let parent = TestFamily.parent
    let early = family.fact(.setNotificationChannels([.email], for: .meal, of: parent), site: 1)
    let late = family.fact(.setNotificationChannels([], for: .meal, of: parent), site: 2)
    #expect(family.submit(late) == .changed)
    #expect(family.submit(early) == .superseded)
    let settings = family.state.shared.notificationSettings(of: parent)
    #expect(settings.channels(for: .meal) == [])
    #expect(settings.channels(for: .hydration) == [.push, .inApp])
    let unknown = Command(
      .notificationChannelsSet, subject: parent, payload: Payload(20, 1))
    #expect(family.submit(unknown) == .refused(.notificationSettingUnknown))
    let strange = Command(
      .notificationChannelsSet, subject: parent, payload: Payload(1, 16))
    #expect(family.submit(strange) == .refused(.notificationSettingUnknown))
  }

  @Test(
    "NOT-2: quiet from 22:00 to 7:00 begins at 22:00 and ends at 7:00",
    arguments: [
      (22 * 60, true), (22 * 60 - 1, false), (0, true), (7 * 60 - 1, true), (7 * 60, false),
    ])
  func quietOverMidnight(minute: Int, isQuiet: Bool) {
    #expect(QuietHours(from: 1_320, until: 420).contains(minuteOfDay: minute) == isQuiet)
  }

  @Test("NOT-2: quiet hours may be at noon, or all day")
  func quietByDay() {
    let noon = QuietHours(from: 720, until: 780)
    #expect(
      [719, 720, 779, 780].map { noon.contains(minuteOfDay: $0) } == [
        false, true, true, false,
      ])
    let always = QuietHours(from: 600, until: 600)
    #expect((0..<1_440).allSatisfy { always.contains(minuteOfDay: $0) })
    #expect(!QuietHours(from: 1_440, until: 0).isWellFormed)
  }

  @Test("NOT-2: quiet hours follow the wall clock, also on the days of a clock change")
  func quietOverClockChange() throws {
    let berlin = try #require(Zone(named: "Europe/Berlin"))
    var settings = NotificationSettings(role: .parent)
    settings.quiet = QuietHours(from: 22 * 60, until: 7 * 60)
    for day in [
      LocalDay(year: 2026, month: 3, day: 28), LocalDay(year: 2026, month: 3, day: 29),
      LocalDay(year: 2026, month: 10, day: 25), LocalDay(year: 2026, month: 10, day: 26),
    ] {
      let seven = berlin.instant(of: day, millisecondOfDay: 7 * 3_600_000)
      #expect(settings.isQuiet(at: seven - 1, in: berlin), "\(day)")
      #expect(!settings.isQuiet(at: seven, in: berlin), "\(day)")
    }
  }

  @Test("NOT-2: quiet hours travel with the person")
  func quietWhileTraveling() throws {
    let tokyo = try #require(Zone(named: "Asia/Tokyo"))
    let honolulu = try #require(Zone(named: "Pacific/Honolulu"))
    var settings = NotificationSettings(role: .parent)
    settings.quiet = QuietHours(from: 22 * 60, until: 7 * 60)
    // 23:00 in Tokyo is 4:00 in the morning of the same day in Honolulu; an hour before 12:00 Tokyo
    // time it is afternoon there.
    let night = tokyo.instant(
      of: LocalDay(year: 2026, month: 6, day: 1), millisecondOfDay: 23 * 3_600_000)
    #expect(settings.isQuiet(at: night, in: tokyo))
    #expect(settings.isQuiet(at: night, in: honolulu))
    let noon = night - 11 * Span.hour
    #expect(!settings.isQuiet(at: noon, in: tokyo))
    #expect(!settings.isQuiet(at: noon, in: honolulu))
    #expect(!settings.isQuiet(at: night - 9 * Span.hour, in: tokyo))
    #expect(!settings.isQuiet(at: night - 9 * Span.hour, in: honolulu))
    #expect(settings.isQuiet(at: night - 6 * Span.hour, in: honolulu))
    #expect(!settings.isQuiet(at: night - 6 * Span.hour, in: tokyo))
  }

  @Test("NOT-2: members set their own, parents those of children, and no one another adult's")
  func permissions() {
    let parent = TestFamily.parent
    let child = TestFamily.child
    let observer = TestFamily.observer
    let sibling = TestFamily.sibling
    let allowed: [(MemberHandle, [MemberHandle])] = [
      (parent, [parent, child, sibling]), (child, [child]), (observer, [observer]),
      (sibling, [sibling]),
    ]
    let commands: [(MemberHandle) -> Command] = [
      { .setNotificationChannels([.push], for: .goal, of: $0) },
      { .setQuietHours(QuietHours(from: 0, until: 60), of: $0) },
      { .setDoNotDisturb(until: TestFamily.noon(3), of: $0) },
      { .setLeadMinutes(SIMD4(5, 0, 0, 0), of: $0) },
      { .snooze(NotificationCause(.goal, about: child), until: TestFamily.noon(1), of: $0) },
    ]
    let kinds = Set(commands.map { $0(parent).kind })
    #expect(kinds == Set(FactKind.allCases.filter { $0.area == .notifications }))
    for (author, subjects) in allowed {
      for subject in [parent, child, observer, sibling] {
        for command in commands {
          let family = TestFamily()
          let expected: Refusal? = subjects.contains(subject) ? nil : .notificationsNotYours
          let fact = family.fact(command(subject), by: author)
          #expect(family.refusal(of: fact) == expected, "\(author.index) about \(subject.index)")
          #expect(family.refusal(of: fact, at: .device) == expected)
        }
      }
    }
  }

  @Test("NOT-2: any payload is refused or folded, and never crashes")
  func anyPayload() {
    var dice = Dice(seed: 77)
    let family = TestFamily()
    let kinds = FactKind.allCases.filter { $0.area == .notifications }
    for _ in 0..<2_000 {
      func word() -> UInt64 {
        let bits = UInt64(dice.roll(65_536)) << 48 | UInt64(dice.roll(65_536)) << 24
        return dice.pick([bits, bits >> 32, UInt64(dice.roll(2_000)), .max, 0])
      }
      let command = Command(
        dice.pick(kinds), subject: TestFamily.child, payload: Payload(word(), word()))
      family.submit(command)
    }
    _ = family.state.shared.notificationSettings(of: TestFamily.child)
  }
}
