import Base
import Chronology
import Environment
import DomainCore
import Testing

@testable import Simulator
@testable import SimulatedWorld

@Suite("A link to an external calendar")
struct CalendarLinkTests {
  private static func values(_ title: UInt32, details: UInt32 = 0) -> CalendarValues {
    CalendarValues(
      title: TextHandle(title), start: Instant(milliseconds: 1_000), durationMilliseconds: 60,
      place: TextHandle(9), details: TextHandle(details))
  }

  /// A world with one occurrence that both sides have.
  private static func exchanged(
    _ settings: ExternalCalendar.Settings = .init()
  ) -> CalendarWorld {
    let world = CalendarWorld(settings: settings)
    world.add(values(1, details: 5))
    world.settle()
    world.now += Span.minute
    return world
  }

  @Test("CAL-1: an occurrence added here shows there, and an edit there shows here")
  func bothWays() {
    let world = Self.exchanged()
    #expect(
      world.events(of: 0).map { CalendarValues(words: $0.values) } == [
        Self.values(1, details: 5)
      ])
    world.editByPerson(0, .start, to: 120_000)
    world.settle()
    #expect(world.occurrences[0].item.values.start == Instant(milliseconds: 120_000))
    world.now += Span.minute
    world.edit(0, .place, to: 10)
    world.settle()
    #expect(world.events(of: 0)[0].values[3] == 10)
    #expect(world.conflicts.isEmpty && world.refusals.isEmpty)
  }

  @Test("CAL-1: an expired token leads to a full read that finds every change")
  func expiredToken() {
    let world = Self.exchanged()
    world.add(Self.values(2))
    world.settle()
    world.editByPerson(0, .title, to: 3)
    world.calendar.deleteByPerson(world.event(of: 1), at: world.now)
    world.calendar.expireTokens()
    world.settle()
    #expect(world.occurrences[0].item.values.title == TextHandle(3))
    #expect(world.occurrences[1].isDeleted)
    #expect(world.events(of: 0).count == 1 && world.events(of: 1).isEmpty)
  }

  @Test("CAL-1: the link sends no request before the calendar's retry-after has passed")
  func retryAfter() {
    let world = Self.exchanged()
    world.link.start()
    let request = world.next()!
    let reply = world.calendar.respond(
      request, at: world.now, fault: .limited(retryAfter: 90 * Span.second))
    #expect(world.deliver(reply).isEmpty)
    world.now += 90 * Span.second - 1
    #expect(world.next() == nil && !world.link.isIdle)
    world.now += 1
    #expect(world.next() == request)
    #expect(world.calendar.requestsBeforeRetryAfter == 0)
  }

  @Test("CAL-1: without a response the link waits twice as long each time, up to four minutes")
  func patience() {
    let world = Self.exchanged()
    world.link.start()
    var waits: [Int64] = []
    for _ in 0..<10 {
      #expect(world.next() != nil)
      world.link.lost(at: world.now)
      #expect(world.next() == nil)
      waits.append(world.link.notBefore - world.now)
      world.now = world.link.notBefore
    }
    #expect(waits == [1, 2, 4, 8, 16, 32, 64, 128, 256, 256].map { $0 * Span.second })
  }

  @Test("CAL-2: a create whose response is lost makes one event, even for a link that forgot it")
  func lostCreate() {
    for restarts in [false, true] {
      let world = CalendarWorld()
      world.add(Self.values(1))
      world.link.start()
      while let request = world.next() {
        let reply = world.calendar.respond(request, at: world.now)
        if case .create = request {
          world.link.lost(at: world.now)
          break
        }
        _ = world.deliver(reply)
      }
      #expect(world.calendar.count == 1)
      world.now += Span.hour
      // Meanwhile it is edited here, before it is known to exist there.
      world.edit(0, .title, to: 4)
      if restarts { world.restartLink() }
      world.settle()
      #expect(world.calendar.count == 1)
      #expect(world.events(of: 0)[0].values[0] == 4)
      #expect(world.conflicts.isEmpty)
    }
  }

  @Test("CAL-2: a reconnected calendar continues as it was, without duplicates")
  func reconnect() {
    let world = Self.exchanged()
    world.connect(false)
    #expect(world.next() == nil)
    world.edit(0, .title, to: 2)
    world.editByPerson(0, .place, to: 12)
    world.connect(true)
    world.settle()
    #expect(world.calendar.count == 1)
    #expect(world.occurrences[0].item.values[.place] == 12)
    #expect(world.events(of: 0)[0].values[0] == 2)
  }

  @Test("CAL-2: transport assignments are in the details, and outside only notes can change")
  func details() {
    let details = CalendarDetails(notes: "Bring water\n\nand a towel", dropOff: "Ana")
    #expect(
      details.text == "Bring water\n\nand a towel\n\nDrop-off: Ana\nPick-up: nobody yet")
    #expect(CalendarDetails.notes(of: details.text) == details.notes)
    let edited = "Bring food\n\nDrop-off: Ben\nPick-up: nobody yet\nand shoes"
    #expect(CalendarDetails.notes(of: edited) == "Bring food\n\nand shoes")
    let bare = CalendarDetails(notes: "", pickUp: "Ben")
    #expect(bare.text == "Drop-off: nobody yet\nPick-up: Ben")
    #expect(CalendarDetails.notes(of: bare.text) == "")
    #expect(CalendarDetails.notes(of: "Ends with a line\n") == "Ends with a line\n")
    let world = Self.exchanged()
    world.edit(0, .details, to: 6)
    world.settle()
    #expect(world.events(of: 0)[0].values[4] == 6)
  }

  @Test("CAL-2: events that people create in the calendar are neither imported nor changed")
  func foreign() {
    let world = Self.exchanged()
    let own = world.calendar.createByPerson(.zero, at: world.now)
    world.settle()
    world.calendar.editByPerson(own, field: 0, to: 3, at: world.now)
    world.calendar.expireTokens()
    world.settle()
    #expect(world.calendar.event(own)!.revision == 2)
    #expect(world.state.calendar.mappings.count == 1)
  }

  @Test("CAL-2: events outside the window are left alone on both sides")
  func window() {
    let world = Self.exchanged()
    world.add(Self.values(2))
    world.settle()
    let second = world.occurrences[1].item.identity.day
    let items = CalendarItems([world.occurrences[1].item], window: second...second)
    world.link.start()
    while !world.link.isIdle {
      guard let request = world.link.next(at: world.now, items, on: world.state) else { continue }
      let reply = world.calendar.respond(request, at: world.now)
      let commands = world.link.receive(
        CalendarResponse(reply.response), date: reply.date, at: world.now, items, on: world.state)
      #expect(commands.isEmpty)
    }
    #expect(world.events(of: 0).count == 1)
  }

  @Test(
    "CAL-3: of two edits of one field the later wins on both sides, and the other is a conflict",
    arguments: [-6, 0, 6])
  func laterWins(skewHours: Int64) {
    var settings = ExternalCalendar.Settings()
    settings.skew = skewHours * Span.hour
    for oursIsLater in [false, true] {
      let world = Self.exchanged(settings)
      if !oursIsLater { world.edit(0, .title, to: 20) }
      world.now += Span.minute
      world.editByPerson(0, .title, to: 30)
      world.now += Span.minute
      if oursIsLater { world.edit(0, .title, to: 20) }
      world.settle()
      let winner: UInt64 = oursIsLater ? 20 : 30
      #expect(world.occurrences[0].item.values[.title] == winner)
      #expect(world.events(of: 0)[0].values[0] == winner)
      #expect(
        world.conflicts == [
          CalendarConflict(
            identity: world.occurrences[0].item.identity, calendar: CalendarWorld.number,
            field: .title, loser: oursIsLater ? .theirs : .ours, isByDeletion: false,
            value: oursIsLater ? 30 : 20)
        ])
    }
  }

  @Test("CAL-3: edits of different fields, or with the same value, are no conflict")
  func fieldByField() {
    let world = Self.exchanged()
    world.edit(0, .title, to: 20)
    world.edit(0, .duration, to: 90)
    world.editByPerson(0, .place, to: 30)
    world.editByPerson(0, .duration, to: 90)
    world.settle()
    #expect(world.occurrences[0].item.values[.place] == 30)
    #expect(world.events(of: 0)[0].values[0] == 20 && world.events(of: 0)[0].values[2] == 90)
    #expect(world.conflicts.isEmpty)
  }

  @Test("CAL-3: deletion wins over a later edit, on either side; the edit is a conflict")
  func deletingWins() {
    let here = Self.exchanged()
    here.delete(0)
    here.now += Span.minute
    here.editByPerson(0, .title, to: 30)
    here.settle()
    #expect(here.events(of: 0).isEmpty)
    #expect(here.conflicts.map(\.loser) == [.theirs])
    #expect(here.conflicts.map(\.isByDeletion) == [true])

    let there = Self.exchanged()
    there.calendar.deleteByPerson(there.event(of: 0), at: there.now)
    there.now += Span.minute
    there.edit(0, .title, to: 20)
    there.settle()
    #expect(there.occurrences[0].isDeleted && there.events(of: 0).isEmpty)
    #expect(there.conflicts.map(\.loser) == [.ours])
    #expect(there.conflicts.map(\.value) == [20])
  }

  @Test("CAL-2: a reinstated occurrence has another event, once, even after lost responses")
  func putBack() {
    let world = Self.exchanged()
    let first = world.event(of: 0)
    world.delete(0)
    world.settle()
    #expect(world.events(of: 0).isEmpty)
    world.putBack(0)
    world.link.start()
    while let request = world.next() {
      let reply = world.calendar.respond(request, at: world.now)
      if case .create = request {
        world.link.lost(at: world.now)
        break
      }
      _ = world.deliver(reply)
    }
    world.now += Span.hour
    world.restartLink()
    world.settle()
    #expect(world.events(of: 0).count == 1 && world.event(of: 0) != first)
    #expect(world.calendar.count == 2 && world.calendar.event(first)!.isDeleted)
    // It is deleted outside, and reinstated once more.
    world.calendar.deleteByPerson(world.event(of: 0), at: world.now)
    world.settle()
    #expect(world.occurrences[0].isDeleted)
    world.putBack(0)
    world.settle()
    #expect(world.events(of: 0).count == 1 && world.calendar.count == 3)
    #expect(world.conflicts.isEmpty && world.refusals.isEmpty)
  }

  @Test("CAL-3: an occurrence reinstated during the deletion of its event stays")
  func putBackMeanwhile() {
    let world = Self.exchanged()
    world.delete(0)
    world.link.start()
    while let request = world.next() {
      let reply = world.calendar.respond(request, at: world.now)
      if case .delete = request { world.putBack(0) }
      _ = world.deliver(reply)
    }
    world.settle()
    #expect(!world.occurrences[0].isDeleted && world.events(of: 0).count == 1)
  }

  @Test("CAL-4: disconnecting stops both directions, even messages in flight, and deletes nothing")
  func disconnecting() {
    let world = Self.exchanged()
    world.edit(0, .title, to: 20)
    world.editByPerson(0, .place, to: 30)
    world.link.start()
    let request = world.next()!
    let reply = world.calendar.respond(request, at: world.now)
    let committed = world.link
    world.connect(false)
    #expect(world.deliver(reply).isEmpty)
    #expect(world.next() == nil)
    // Even a link that does not know of it yet imports nothing.
    var late = committed
    let other = CalendarWorld()
    let commands = late.receive(
      CalendarResponse(reply.response), date: reply.date, at: world.now, world.items,
      on: other.state)
    for command in commands { world.commit(command) }
    #expect(!commands.isEmpty)
    #expect(Set(world.refusals) == [.calendarNotConnected])
    #expect(world.events(of: 0)[0].values[0] == 1)
    #expect(world.occurrences[0].item.values[.place] == 9)
    #expect(!world.occurrences[0].isDeleted && world.events(of: 0).count == 1)
  }
}
