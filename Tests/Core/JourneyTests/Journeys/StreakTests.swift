import Chronology
import DomainCore
import SyncCore
import Testing

@Suite("JRN-11: Sarah's 23-day streak becomes 24")
struct StreakTests {
  @Test("JRN-11, HAB-4: on two devices, one of them in flight mode")
  func streakOnTwoDevices() throws {
    let stage = Stage(
      "Sarah's 23-day streak becomes 24", on: LocalDay(year: 2026, month: 5, day: 1), at: "21:00",
      zone: "America/New_York")
    let sarah = stage.account("Sarah")
    let home = stage.opens(
      "Sarah", members: [Member(role: .parent, born: LocalDay(year: 1998, month: 2, day: 11))])
    let me = MemberHandle(0)
    let phone = stage.device("phone", of: sarah)
    let tablet = stage.device("tablet", of: sarah)
    phone.opens(home, as: me)
    tablet.opens(home, as: me)
    let habit = phone.does(
      "makes the habit \u{201C}Read\u{201D}", in: home,
      .createHabit(for: me, name: stage.names.habitName("Read"), category: .empty, icon: 0, rank: 0)
    )!.fact.identity
    func streak(_ device: Device) -> String {
      let shown = device.copy(home).replica.streak(of: habit, asOf: device.today)
      let listed = device.look(home) { $0.streak(0, asOf: device.today) }
      return shown == listed ? "\(shown)" : "\(shown), and \(listed) in the list"
    }
    func taps(_ device: Device) {
      device.does(
        "Read: done", in: home,
        .setCompletion(of: habit, owner: me, on: device.today, done: true))
    }
    for day in 0..<23 {
      stage.on(LocalDay(year: 2026, month: 5, day: 1 + day), at: "21:05")
      taps(phone)
    }
    tablet.shows("the streak", streak(tablet), "23")
    stage.on(LocalDay(year: 2026, month: 5, day: 24), at: "09:00")
    tablet.goesOffline("flight mode")
    phone.shows("the streak, not done yet today", streak(phone), "23")
    stage.at("10:00")
    taps(tablet)
    tablet.shows("the streak", streak(tablet), "24")
    phone.shows("the streak", streak(phone), "23")
    stage.at("10:30")
    taps(phone)
    phone.shows("the streak", streak(phone), "24")
    stage.at("13:00")
    tablet.comesOnline("landed")
    tablet.shows("the streak", streak(tablet), "24")
    phone.shows("the streak", streak(phone), "24")
    phone.shows(
      "days done",
      phone.look(home) { "\($0.habits.statistics(0, asOf: phone.today, $0.shared).total)" }, "24")
    try stage.ends("JRN-11")
  }
}
