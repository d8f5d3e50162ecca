import Chronology
import TestKit
import Testing

@testable import DomainCore

@Suite("A transport duty")
struct DutyTests {
  private static let parent = TestFamily.parent
  private static let other = TestFamily.otherParent
  private static let observer = TestFamily.observer

  /// A weekly class, and the two duties of its occurrence on day 8.
  private static func duties() -> (family: TestFamily, dropOff: Duty, pickUp: Duty) {
    let (family, sport) = TestFamily.withSport(seasonLast: 34)
    let made = family.addClass(sport, day: 1, minute: 1_020, rule: "FREQ=WEEKLY")
    let id = TestFamily.id(made, 8)
    return (family, Duty(.dropOff, of: id), Duty(.pickUp, of: id))
  }

  private static func status(_ family: TestFamily, _ duty: Duty) -> TransportStatus {
    family.state.occurrence(duty.occurrence, now: TestFamily.noon(family.today))!.status
  }

  @Test("SCH-5: makes an occurrence unassigned, partly assigned or assigned")
  func status() {
    let (family, dropOff, pickUp) = Self.duties()
    #expect(Self.status(family, dropOff) == .unassigned)
    family.submit(.claim(pickUp, by: Self.parent))
    #expect(Self.status(family, dropOff) == .partial)
    family.submit(.claim(dropOff, by: Self.other), by: Self.other)
    #expect(Self.status(family, dropOff) == .both)
    family.submit(.release(pickUp, of: Self.parent))
    #expect(Self.status(family, dropOff) == .partial)
    #expect(family.driver(dropOff) == Self.other && family.driver(pickUp) == nil)
    // The other occurrences of the series are untouched.
    #expect(family.occurrences(15, 15)[0].status == .unassigned)
  }

  @Test("SCH-5: of two offline claims the one that the server commits first wins")
  func race() {
    let (family, dropOff, _) = Self.duties()
    let early = family.fact(.claim(dropOff, by: Self.parent), by: Self.parent, site: 1)
    let late = family.fact(.claim(dropOff, by: Self.other), by: Self.other, site: 2)
    // Both devices show it as free, so both accept.
    #expect(family.refusal(of: early, at: .device) == nil)
    #expect(family.refusal(of: late, at: .device) == nil)
    // The later tap arrives first: the commit decides, not the clock.
    #expect(family.submit(late) == .changed)
    #expect(family.submit(early) == .refused(.dutyTaken))
    #expect(family.driver(dropOff) == Self.other)
    #expect(Refusal.dutyTaken.sentence == "Someone else has already taken this duty.")
    // A device that still has the lost claim pending shows the agreed driver.
    var shown = family.state.copy()
    shown.apply(early)
    #expect(shown[dropOff].holder == Self.other)
  }

  @Test("SCH-5: claiming it twice changes nothing and notifies no one")
  func doubleTap() {
    let (family, dropOff, _) = Self.duties()
    family.submit(.claim(dropOff, by: Self.parent), site: 1)
    let before = family.state.digest
    #expect(family.submit(.claim(dropOff, by: Self.parent), site: 2) == .superseded)
    #expect(family.state.digest == before)
  }

  @Test("SCH-5: is released by its driver or a parent, and by no one else")
  func release() {
    let (family, dropOff, _) = Self.duties()
    family.submit(.claim(dropOff, by: Self.parent))
    let stale = family.fact(.release(dropOff, of: Self.parent), site: 3)
    #expect(family.submit(.release(dropOff, of: Self.parent), by: Self.other) == .changed)
    #expect(family.driver(dropOff) == nil)
    // Two members who release it agree; a device refuses because there is nothing to release.
    #expect(family.submit(.release(dropOff, of: Self.parent)) == .superseded)
    #expect(
      family.refusal(of: family.fact(.release(dropOff, of: Self.parent)), at: .device)
        == .dutyChanged)
    family.submit(.claim(dropOff, by: Self.other), by: Self.other)
    #expect(family.submit(stale) == .refused(.dutyChanged))
    #expect(family.driver(dropOff) == Self.other)
  }

  @Test("FAM-4: an observer cannot claim a duty, can be given one by a parent and release it")
  func observer() {
    let (family, dropOff, _) = Self.duties()
    #expect(
      family.submit(.claim(dropOff, by: Self.observer), by: Self.observer)
        == .refused(.claimNotAllowed))
    #expect(family.submit(.assign(dropOff, to: Self.observer)) == .changed)
    #expect(family.driver(dropOff) == Self.observer)
    #expect(family.submit(.release(dropOff, of: Self.observer), by: Self.observer) == .changed)
    #expect(family.driver(dropOff) == nil)
    family.submit(.claim(dropOff, by: Self.parent))
    #expect(
      family.submit(.release(dropOff, of: Self.parent), by: Self.observer)
        == .refused(.dutyNotYours))
    // Nor does a request for coverage make it claimable for an observer.
    family.submit(.requestCoverage(of: dropOff, by: Self.parent, true))
    #expect(
      family.submit(.claim(dropOff, by: Self.observer), by: Self.observer)
        == .refused(.claimNotAllowed))
  }

  @Test("FAM-4: an observer neither assigns a duty nor proposes a swap")
  func observerGives() {
    let (family, dropOff, pickUp) = Self.duties()
    family.submit(.assign(dropOff, to: Self.observer))
    family.submit(.claim(pickUp, by: Self.parent))
    #expect(
      family.submit(
        .assign(dropOff, to: Self.parent, insteadOf: Self.observer), by: Self.observer)
        == .refused(.parentNeeded))
    let swap = SwapPayload(given: dropOff, wanted: pickUp, .proposed)
    #expect(
      family.submit(.swap(swap, with: Self.parent), by: Self.observer) == .refused(.parentNeeded))
  }

  @Test("SCH-5: is assigned to a member who may drive, if its driver is the one the author expects")
  func assign() {
    let (family, dropOff, _) = Self.duties()
    #expect(
      family.submit(.assign(dropOff, to: TestFamily.child)) == .refused(.driverNotAllowed))
    #expect(family.submit(.assign(dropOff, to: Self.other)) == .changed)
    #expect(family.submit(.assign(dropOff, to: Self.observer)) == .refused(.dutyTaken))
    #expect(
      family.submit(.assign(dropOff, to: Self.observer, insteadOf: Self.parent))
        == .refused(.dutyChanged))
    #expect(
      family.submit(.assign(dropOff, to: Self.observer, insteadOf: Self.other)) == .changed)
    #expect(family.submit(.assign(dropOff, to: Self.observer)) == .superseded)
    #expect(family.driver(dropOff) == Self.observer)
  }

  @Test("SCH-5: stays with its driver after a request for coverage until another claims it")
  func coverage() {
    let (family, dropOff, _) = Self.duties()
    family.submit(.claim(dropOff, by: Self.parent))
    #expect(
      family.submit(.requestCoverage(of: dropOff, by: Self.other, true), by: Self.other)
        == .refused(.dutyNotYours))
    family.submit(.requestCoverage(of: dropOff, by: Self.parent, true))
    #expect(family.driver(dropOff) == Self.parent)
    let id = dropOff.occurrence
    #expect(family.state.occurrence(id, now: TestFamily.noon(0))!.dropOff.isCoverageRequested)
    #expect(family.submit(.claim(dropOff, by: Self.other), by: Self.other) == .changed)
    #expect(family.driver(dropOff) == Self.other)
    #expect(!family.state.occurrence(id, now: TestFamily.noon(0))!.dropOff.isCoverageRequested)
    #expect(family.submit(.claim(dropOff, by: Self.parent)) == .refused(.dutyTaken))
  }

  @Test("SCH-5: is swapped between two members once both agree")
  func swap() {
    let (family, dropOff, pickUp) = Self.duties()
    family.submit(.claim(dropOff, by: Self.parent))
    family.submit(.claim(pickUp, by: Self.other), by: Self.other)
    func say(_ step: SwapStep, by author: MemberHandle, with other: MemberHandle)
      -> TestFamily.Outcome
    {
      family.submit(
        .swap(SwapPayload(given: dropOff, wanted: pickUp, step), with: other), by: author)
    }
    #expect(say(.accepted, by: Self.other, with: Self.parent) == .refused(.swapUnknown))
    #expect(say(.proposed, by: Self.parent, with: Self.other) == .changed)
    #expect(family.driver(dropOff) == Self.parent && family.driver(pickUp) == Self.other)
    #expect(say(.declined, by: Self.other, with: Self.parent) == .changed)
    #expect(say(.accepted, by: Self.other, with: Self.parent) == .refused(.swapUnknown))
    #expect(say(.proposed, by: Self.parent, with: Self.other) == .changed)
    #expect(say(.withdrawn, by: Self.parent, with: Self.other) == .changed)
    #expect(say(.accepted, by: Self.other, with: Self.parent) == .refused(.swapUnknown))
    #expect(say(.proposed, by: Self.parent, with: Self.other) == .changed)
    // Only the member to whom it was offered accepts it.
    #expect(say(.accepted, by: Self.observer, with: Self.parent) == .refused(.swapUnknown))
    #expect(say(.accepted, by: Self.other, with: Self.parent) == .changed)
    #expect(family.driver(dropOff) == Self.other && family.driver(pickUp) == Self.parent)
    #expect(say(.accepted, by: Self.other, with: Self.parent) == .refused(.swapUnknown))
  }

  @Test("SCH-5: is not swapped after another member has taken it")
  func staleSwap() {
    let (family, dropOff, pickUp) = Self.duties()
    family.submit(.claim(dropOff, by: Self.parent))
    family.submit(.assign(pickUp, to: Self.observer))
    let swap = SwapPayload(given: dropOff, wanted: pickUp, .proposed)
    #expect(family.submit(.swap(swap, with: Self.observer)) == .changed)
    family.submit(.assign(pickUp, to: Self.other, insteadOf: Self.observer))
    var accepted = swap
    accepted.step = .accepted
    #expect(
      family.submit(.swap(accepted, with: Self.parent), by: Self.observer)
        == .refused(.swapUnknown))
    #expect(family.driver(dropOff) == Self.parent && family.driver(pickUp) == Self.other)
  }

  @Test("SCH-5, FAM-4: an observer accepts a swap that a parent proposes")
  func observerAccepts() {
    let (family, dropOff, pickUp) = Self.duties()
    family.submit(.claim(dropOff, by: Self.parent))
    family.submit(.assign(pickUp, to: Self.observer))
    family.submit(
      .swap(SwapPayload(given: dropOff, wanted: pickUp, .proposed), with: Self.observer))
    #expect(
      family.submit(
        .swap(SwapPayload(given: dropOff, wanted: pickUp, .accepted), with: Self.parent),
        by: Self.observer) == .changed)
    #expect(family.driver(dropOff) == Self.observer && family.driver(pickUp) == Self.parent)
  }

  @Test("SCH-5: carries a note and whether it is handled, by its driver or a parent")
  func notes() {
    let (family, dropOff, _) = Self.duties()
    family.submit(.assign(dropOff, to: Self.observer))
    let id = dropOff.occurrence
    func set(_ field: OccurrenceField, _ value: UInt64) -> TestFamily.Outcome {
      family.submit(.setOccurrenceField(field, of: id, to: value), by: Self.observer)
    }
    #expect(set(.dropOffNote, 8) == .changed && set(.dropOffHandled, 1) == .changed)
    #expect(set(.pickUpHandled, 1) == .refused(.dutyNotYours))
    #expect(set(.cancelled, 1) == .refused(.parentNeeded))
    let shown = family.state.occurrence(id, now: TestFamily.noon(0))!
    #expect(shown.dropOff.note == TextHandle(8) && shown.dropOff.isHandled)
    #expect(!shown.pickUp.isHandled)
  }

  @Test("SCH-5: cannot be claimed for a canceled occurrence")
  func cancelled() {
    let (family, dropOff, _) = Self.duties()
    family.submit(.cancelOccurrence(dropOff.occurrence, true))
    #expect(family.submit(.claim(dropOff, by: Self.parent)) == .refused(.occurrenceCancelled))
  }

  /// The other parent has taken the duties of days 1 and 8, and left on day 2.
  private static func left() -> (family: TestFamily, past: Duty, ahead: Duty) {
    let (family, ahead, _) = duties()
    let past = Duty(.dropOff, of: OccurrenceID(ahead.occurrence.trainingClass, TestFamily.day(1)))
    for duty in [past, ahead] { family.submit(.claim(duty, by: other), by: other) }
    family.today = 2
    family.remove(other)
    return (family, past, ahead)
  }

  @Test("SCH-5, FAM-6: becomes unassigned when its driver is removed, but past ones stay theirs")
  func removedDriver() {
    let (family, past, ahead) = Self.left()
    #expect(family.driver(past) == Self.other && family.driver(ahead) == nil)
    #expect(family.submit(.assign(past, to: Self.other)) == .refused(.driverNotAllowed))
    // A past duty without a driver stays without one.
    family.today = 20
    #expect(family.driver(past) == Self.other && family.driver(ahead) == nil)
    family.today = 3
    // An unassigned duty can be claimed, and assigned as one without a driver.
    #expect(family.submit(.assign(ahead, to: Self.observer)) == .changed)
    #expect(family.driver(ahead) == Self.observer)
  }

  @Test("SCH-5, FAM-6: stays unassigned when its removed driver returns")
  func returnedDriver() {
    let (family, past, ahead) = Self.left()
    family.today = 3
    family.readmit(Self.other)
    #expect(family.driver(past) == Self.other && family.driver(ahead) == nil)
    #expect(Self.status(family, ahead) == .unassigned)
    family.today = 7
    #expect(family.conflicts().map(\.first).contains(ahead))
    for command in [
      Command.requestCoverage(of: ahead, by: Self.other, true),
      .setOccurrenceField(.dropOffHandled, of: ahead.occurrence, to: 1),
    ] {
      let isNote = command.kind == .occurrenceFieldSet
      #expect(
        family.submit(command, by: Self.other) == (isNote ? .changed : .refused(.dutyNotYours)))
    }
    // There is nothing to release, and a duty that they take now is theirs again.
    #expect(family.submit(.release(ahead, of: Self.other), by: Self.other) == .superseded)
    #expect(family.submit(.claim(ahead, by: Self.other), by: Self.other) == .changed)
    #expect(family.driver(ahead) == Self.other)
    #expect(family.submit(.claim(ahead, by: Self.parent)) == .refused(.dutyTaken))
    family.remove(Self.other)
    #expect(family.driver(ahead) == nil && family.driver(past) == Self.other)
    family.readmit(Self.other)
    #expect(family.driver(ahead) == nil)
    #expect(family.submit(.claim(ahead, by: Self.parent)) == .changed)
  }

  @Test("SCH-5, FAM-6: a pick-up is in the future until the class is over")
  func leftDuringClass() {
    let (family, dropOff, pickUp) = Self.duties()
    for duty in [dropOff, pickUp] { family.submit(.claim(duty, by: Self.other), by: Self.other) }
    // The class lasts from 17:00 to 18:00.
    for (minute, kept) in [
      (1_019, [false, false]), (1_020, [true, false]), (1_080, [true, true]),
    ] {
      var left = family.state.copy()
      let leaving = family.fact(.deactivateMember(Self.other))
      left.apply(leaving, committed: TestFamily.instant(8, minute))
      #expect([dropOff, pickUp].map { left[$0].isHeld } == kept, "\(minute)")
    }
    // The class ended sooner, so they had picked up in time.
    family.submit(.setOccurrenceField(.duration, of: pickUp.occurrence, to: 30))
    var left = family.state.copy()
    left.apply(family.fact(.deactivateMember(Self.other)), committed: TestFamily.instant(8, 1_050))
    #expect(left[pickUp].holder == Self.other)
  }

  @Test("SCH-5, FAM-6: stays with the member who took it over meanwhile")
  func takenOver() {
    let (family, _, ahead) = Self.left()
    family.submit(.claim(ahead, by: Self.parent))
    family.readmit(Self.other)
    #expect(family.driver(ahead) == Self.parent)
    #expect(family.submit(.claim(ahead, by: Self.other), by: Self.other) == .refused(.dutyTaken))
  }

  @Test("SCH-4, FAM-6: a removed driver's duty is theirs if it moves to a day before they left")
  func movedOccurrence() {
    let (family, past, ahead) = Self.left()
    func move(_ duty: Duty, to day: Int) {
      family.submit(
        .moveOccurrence(
          duty.occurrence, to: MovedStart(day: TestFamily.day(day), minute: 719)))
    }
    // It was on day 2 that it took place, a minute before they left.
    move(ahead, to: 2)
    #expect(family.driver(ahead) == Self.other)
    move(past, to: 9)
    #expect(family.driver(past) == nil)
    family.readmit(Self.other)
    move(ahead, to: 3)
    #expect(family.driver(past) == nil && family.driver(ahead) == nil)
  }

  @Test("SCH-5, FAM-6: is not swapped with a removed member, and their offers end")
  func swapWithRemoved() {
    let (family, dropOff, pickUp) = Self.duties()
    family.submit(.claim(dropOff, by: Self.parent))
    family.submit(.claim(pickUp, by: Self.other), by: Self.other)
    func partner(_ duty: Duty) -> MemberHandle? {
      family.state.occurrence(duty.occurrence, now: TestFamily.noon(0))![duty.kind].swapPartner
    }
    func respond(_ given: Duty, _ wanted: Duty, by author: MemberHandle) -> TestFamily.Outcome {
      let accepted = SwapPayload(given: given, wanted: wanted, .accepted)
      return family.submit(
        .swap(accepted, with: author == Self.parent ? Self.other : Self.parent), by: author)
    }
    let mine = SwapPayload(given: dropOff, wanted: pickUp, .proposed)
    let theirs = SwapPayload(given: pickUp, wanted: dropOff, .proposed)
    #expect(family.submit(.swap(mine, with: Self.other)) == .changed)
    #expect(family.submit(.swap(theirs, with: Self.parent), by: Self.other) == .changed)
    #expect(partner(dropOff) == Self.other && partner(pickUp) == Self.parent)
    family.remove(Self.other)
    #expect(partner(dropOff) == nil && partner(pickUp) == nil)
    #expect(family.state.needsAttention(now: TestFamily.noon(0)).swaps.isEmpty)
    family.readmit(Self.other)
    #expect(respond(dropOff, pickUp, by: Self.other) == .refused(.swapUnknown))
    #expect(respond(pickUp, dropOff, by: Self.parent) == .refused(.swapUnknown))
    #expect(family.driver(dropOff) == Self.parent && family.driver(pickUp) == nil)
  }
}
