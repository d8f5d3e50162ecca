import Chronology
import DomainCore
import SyncCore
import Testing

@Suite("JRN-7: leave, be removed, hand over, delete")
struct GroupLeavingTests {
  @Test("JRN-7, GRP-2, FAM-6: after leaving, removal or deletion a phone has nothing of the group")
  func leaving() throws {
    let stage = Stage(
      "Leave, be removed, hand over, delete", on: LocalDay(year: 2026, month: 3, day: 10),
      at: "08:00")
    let group = stage.opens("Gym Bros")
    let code = GroupCode(0x7)
    let phones = ["Anna", "Ben", "Cleo", "Dan", "Eva"].map {
      stage.device("\($0)'s phone", of: stage.account($0))
    }
    let (anna, ben, cleo, dan, eva) = (phones[0], phones[1], phones[2], phones[3], phones[4])
    for phone in phones { phone.opens(group) }
    anna.creates(group, "Gym Bros", code)
    for phone in phones[1...] { phone.joins(group, code) }
    for phone in phones { phone.consents(group) }
    stage.at("18:00")
    for phone in phones { phone.trains(group) }
    anna.shows(
      "This Week", anna.board(group, .checkIns), "1 Anna 1, 1 Ben 1, 1 Cleo 1, 1 Dan 1, 1 Eva 1")
    // Leaving.
    stage.at("18:30")
    dan.does("leaves", in: group, .leaveGroup(dan.member(group)!))
    anna.shows("members", anna.members(group), "Anna (admin), Ben, Cleo, Eva")
    anna.shows("This Week", anna.board(group, .checkIns), "1 Anna 1, 1 Ben 1, 1 Cleo 1, 1 Eva 1")
    stage.at("18:31")
    dan.asks(group)
    dan.shows("the group", dan.members(group), "")
    // A former member is free for another group at once.
    stage.at("18:45")
    let second = stage.opens("Runners")
    dan.opens(second)
    dan.creates(second, "Runners", GroupCode(8))
    // Being removed, with a pending workout.
    stage.at("19:00")
    eva.goesOffline("in the gym's basement")
    eva.trains(group)
    eva.shows("This Week", eva.board(group, .checkIns), "1 Eva 2, 2 Anna 1, 2 Ben 1, 2 Cleo 1")
    let evaSeat = eva.member(group)!
    let membership = anna.membership(group, of: evaSeat)
    ben.does("removes Eva", in: group, .removeFromGroup(evaSeat, membership: membership))
    anna.does("removes Eva", in: group, .removeFromGroup(evaSeat, membership: membership))
    stage.at("19:30")
    eva.comesOnline("upstairs")
    eva.shows(
      "its state", eva.status(group), "nothing left here. \(Refusal.memberRemoved.sentence)")
    eva.shows("This Week", eva.board(group, .checkIns), "")
    eva.shows(
      "the invitation, which is still good", eva.preview(group, code), "Gym Bros, members: 3")
    anna.shows("This Week", anna.board(group, .checkIns), "1 Anna 1, 1 Ben 1, 1 Cleo 1")
    // Handing over: to Ben, the longest member.
    stage.at("20:00")
    anna.does("leaves", in: group, .leaveGroup(anna.member(group)!))
    cleo.shows("members", cleo.members(group), "Ben (admin), Cleo")
    // Deleting.
    stage.at("20:30")
    cleo.does("deletes the group", in: group, .deleteGroup(by: cleo.member(group)!))
    ben.does("deletes the group", in: group, .deleteGroup(by: ben.member(group)!))
    for phone in [ben, cleo] {
      phone.shows(
        "its state", phone.status(group), "nothing left here. \(Refusal.scopeDeleted.sentence)")
      phone.shows("This Week", phone.board(group, .checkIns), "")
    }
    cleo.shows("the invitation", cleo.preview(group, code), Refusal.groupDeleted.sentence)
    cleo.does(
      "a workout", in: group,
      .shareWorkout(Entity(raw: 99), of: cleo.member(group)!, on: cleo.today, calories: 300))
    // All members are free for another group.
    stage.at("21:00")
    for phone in [cleo, eva, anna] {
      phone.opens(second)
      phone.joins(second, GroupCode(8))
    }
    dan.shows("the new group", dan.members(second), "Dan (admin), Cleo, Eva, Anna")
    try stage.ends("JRN-7")
  }
}
