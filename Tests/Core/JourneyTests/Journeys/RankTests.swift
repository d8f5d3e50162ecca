import Chronology
import DomainCore
import SyncCore
import Testing

@Suite("JRN-6: a workout lifts a member from third to second and from second to first")
struct RankTests {
  @Test(
    "JRN-6, GRP-5, GRP-7: all boards change, ties share a rank, and the losers see it in the feed")
  func lifted() throws {
    let stage = Stage(
      "A workout lifts a member from third to second and from second to first",
      on: LocalDay(year: 2026, month: 3, day: 2), at: "18:00")
    let group = stage.opens("Gym Bros")
    let code = GroupCode(0x51)
    let phones = ["Mia", "Jonas", "Bea", "Carl", "Dana"].map {
      stage.device("\($0)'s phone", of: stage.account($0))
    }
    let mia = phones[0]
    let jonas = phones[1]
    let bea = phones[2]
    let carl = phones[3]
    for phone in phones { phone.opens(group) }
    mia.creates(group, "Gym Bros", code)
    for phone in phones[1...] { phone.joins(group, code) }
    for phone in phones { phone.consents(group) }
    for day in 3...11 {
      stage.on(LocalDay(year: 2026, month: 3, day: day), at: "19:00")
      bea.trains(group, day >= 9 ? 2 : 1)
      if day >= 4 { jonas.trains(group, day == 11 ? 3 : day >= 9 ? 2 : 1) }
      if day >= 4 { mia.trains(group, day >= 10 ? 2 : 1) }
      if day >= 9 { carl.trains(group, day >= 10 ? 2 : 1) }
    }
    stage.on(LocalDay(year: 2026, month: 3, day: 12), at: "08:00")
    for phone in phones { phone.readsNews(group) }
    let before = (
      week: "1 Jonas 7, 2 Bea 6, 3 Carl 5, 3 Mia 5", best: "1 Bea 9, 2 Jonas 8, 2 Mia 8, 4 Carl 3"
    )
    for phone in phones {
      phone.shows("This Week", phone.board(group, .checkIns), before.week)
      phone.shows("Best Streak", phone.board(group, .streak), before.best)
    }
    carl.goesOffline("no reception")
    stage.at("18:30")
    mia.trains(group)
    // One more day is a tie with Bea at the top; members level with Mia before are one rank lower.
    let after = (
      week: "1 Jonas 7, 2 Bea 6, 2 Mia 6, 4 Carl 5", best: "1 Bea 9, 1 Mia 9, 3 Jonas 8, 4 Carl 3"
    )
    for phone in phones where phone.isOnline {
      phone.shows("This Week", phone.board(group, .checkIns), after.week)
      phone.shows("Best Streak", phone.board(group, .streak), after.best)
    }
    carl.shows("This Week", carl.board(group, .checkIns), before.week)
    jonas.shows("unread", jonas.news(group), "Jonas lost a rank in streak")
    bea.shows("unread", bea.news(group), "")
    mia.shows(
      "unread", mia.news(group),
      "Mia is now number 2 in checkIns and is now number 1 in streak")
    stage.at("19:00")
    carl.comesOnline("at home")
    carl.shows("This Week", carl.board(group, .checkIns), after.week)
    carl.shows("Best Streak", carl.board(group, .streak), after.best)
    carl.shows("unread", carl.news(group), "Carl lost a rank in checkIns")
    // A second workout of the day leaves Bea behind, and adds nothing to the streak.
    stage.at("20:00")
    mia.trains(group)
    bea.shows("This Week", bea.board(group, .checkIns), "1 Jonas 7, 1 Mia 7, 3 Bea 6, 4 Carl 5")
    bea.shows("Best Streak", bea.board(group, .streak), after.best)
    bea.shows("unread", bea.news(group), "Bea lost a rank in checkIns")
    jonas.shows("unread", jonas.news(group), "Jonas lost a rank in streak")
    try stage.ends("JRN-6")
  }
}
