import Chronology
import DomainCore
import SyncCore
import Testing

@Suite("JRN-5: create a group, invite, ten join at once, an eleventh is refused")
struct GroupJoiningTests {
  @Test("JRN-5, GRP-1, GRP-3, OFF-1: ten seats, the eleventh is refused until one is free")
  func joining() throws {
    let stage = Stage(
      "Create a group, invite, ten join at once", on: LocalDay(year: 2026, month: 3, day: 9),
      at: "18:00")
    let group = stage.opens("Gym Bros")
    let code = GroupCode(0x7C3A_91E0_55D2_18F4)
    let anna = stage.device("Anna's phone", of: stage.account("Anna"))
    anna.opens(group)
    anna.creates(group, "Gym Bros", code)
    anna.shows("members", anna.members(group), "Anna (admin)")
    anna.shows("unread", anna.news(group), "")
    stage.at("18:05")
    let friends = ["Ben", "Cleo", "Dan", "Eva", "Finn", "Gul", "Hugo", "Ida", "Jan", "Kim"].map {
      stage.device("\($0)'s phone", of: stage.account($0))
    }
    friends[0].shows("the invitation", friends[0].preview(group, code), "Gym Bros, members: 1")
    friends[0].shows(
      "a mistyped invitation", friends[0].preview(group, GroupCode(1)),
      Refusal.groupInvitationUnknown.sentence)
    // All ten have opened the invitation while seats were free; four lose their connection.
    for friend in friends { friend.opens(group) }
    for friend in friends[6...] { friend.goesOffline("in the underground") }
    stage.at("18:10")
    for friend in friends { friend.joins(group, code) }
    anna.shows(
      "members", anna.members(group), "Anna (admin), Ben, Cleo, Dan, Eva, Finn, Gul")
    let kim = friends[9]
    kim.shows("its state", kim.status(group), "offline, 0 pending")
    stage.at("18:20")
    for friend in friends[6...] {
      friend.comesOnline("at the station")
      friend.joins(group, code)
    }
    let full = "Anna (admin), Ben, Cleo, Dan, Eva, Finn, Gul, Hugo, Ida, Jan"
    for device in [anna, friends[0], friends[8]] {
      device.shows("members", device.members(group), full)
    }
    kim.shows(
      "what was refused", kim.copy(group).replica.rejections.map(\.sentence).joined(),
      Refusal.groupFull.sentence)
    kim.shows("the invitation", kim.preview(group, code), Refusal.groupFull.sentence)
    kim.shows("members", kim.members(group), "")
    // A member needs no second seat.
    let second = stage.opens("Runners")
    let dan = friends[2]
    dan.opens(second)
    dan.creates(second, "Runners", GroupCode(77))
    dan.shows("the second group", dan.members(second), "")
    // The first free seat is Kim's.
    stage.at("18:30")
    let hugo = friends[6]
    hugo.does("leaves", in: group, .leaveGroup(hugo.member(group)!))
    stage.at("18:31")
    kim.joins(group, code)
    anna.shows(
      "members", anna.members(group),
      "Anna (admin), Ben, Cleo, Dan, Eva, Finn, Gul, Ida, Jan, Kim")
    anna.shows(
      "unread", anna.news(group),
      "Ben joined, Cleo joined, Dan joined, Eva joined, Finn joined, Gul joined, Hugo joined, "
        + "Ida joined, Jan joined, Kim joined")
    try stage.ends("JRN-5")
  }
}
