import ShakeoutCore
import Testing

/// Ada's phone, with four weeks of Max's judo, and an external calendar.
private struct Judo: ~Copyable {
  var family: KitchenFamily
  var wall: WallCalendar
  var sync: CalendarSync
  let judo: ClassID
  let today: LocalDay

  init(skewMilliseconds: Int64 = 0, isConnected: Bool = true) throws {
    var family = try KitchenFamily()
    let today = family.ada.today
    let sport = try family.ada.perform(
      .createSport("Judo", for: family.max, season: today...today.adding(days: 90)))
    let judo = try family.ada.perform(
      .createClass(of: sport, for: family.max, on: today.adding(days: 1), hour: 16, minute: 30))
    if isConnected { try family.ada.perform(.connectCalendar()) }
    let made = CalendarSync(of: family.ada)
    let sync = try #require(made)
    let clock = family.kitchen.clock
    self.family = family
    wall = WallCalendar(clock: { clock() + skewMilliseconds })
    self.sync = sync
    self.judo = judo
    self.today = today
  }

  var practice: OccurrenceKey { OccurrenceKey(judo, on: today.adding(days: 1)) }

  mutating func nextCall() -> CalendarCall? { sync.nextCall(for: family.ada) }

  mutating func apply(_ reply: CalendarReply, at date: Instant) throws(Refusal) {
    try sync.apply(reply, date: date, for: &family.ada)
  }

  /// Makes calls until there are none left; a response may get lost.
  mutating func exchange(losing isLost: (CalendarCall) -> Bool = { _ in false }) throws {
    sync.start()
    let before = wall.calls.count
    while let call = nextCall() {
      guard wall.calls.count < before + 50 else {
        Issue.record("an exchange never ends")
        return
      }
      let reply = wall.respond(call)
      if isLost(call) {
        sync.callFailed(at: family.ada.now)
        return
      }
      try apply(reply, at: wall.clock())
    }
  }

  /// Exchanges until a round writes nothing.
  mutating func settle() throws {
    for _ in 0..<8 {
      let before = wall.calls.count
      try exchange()
      if wall.calls.count == before + 1 { return }
    }
    Issue.record("the two never become quiescent")
  }

  var shown: [OccurrenceView] {
    family.ada.schedule(of: family.max, from: today, through: today.adding(days: 20))
  }
}

@Suite("An external calendar")
struct CalendarTests {
  @Test("CAL-1, CAL-2: shows occurrences and drivers, and its edits show here")
  func bothWays() throws {
    var judo = try Judo()
    try judo.family.ada.perform(.claim(.dropOff, of: judo.practice))
    try judo.settle()
    let start = Instant("2026-03-11T15:30:00Z")!
    #expect(
      judo.wall.entries == [
        CalendarEntry(
          title: "Judo", start: start, end: start + 60 * 60_000, place: "",
          details: "Drop-off: Ada\nPick-up: nobody yet")
      ])
    judo.family.kitchen.pass(hours: 1)
    judo.wall.edit("Judo") { $0.start = $0.start + 30 * 60_000 }
    judo.wall.edit("Judo") { $0.details = "Bring water\n\nDrop-off: Bob" }
    try judo.settle()
    let moved = judo.shown.map { [$0.start, $0.end] }
    #expect(moved == [[start + 30 * 60_000, start + 60 * 60_000]])
    #expect(
      judo.wall.entries.map(\.details) == [
        "Bring water\n\nDrop-off: Ada\nPick-up: nobody yet"
      ])
    let lost = judo.family.ada.calendarConflicts()
    #expect(lost.isEmpty)
  }

  @Test("CAL-1: is not called before Retry-After, and is read again after an expired token")
  func limits() throws {
    var judo = try Judo()
    try judo.settle()
    judo.wall.mood = .limited(retryAfter: 90_000)
    try judo.exchange()
    let call = judo.nextCall()
    #expect(call == nil && !judo.sync.isIdle)
    let soonest = judo.family.ada.now + 90_000
    #expect(judo.sync.notBefore == soonest)
    judo.family.kitchen.pass(hours: 1)
    judo.wall.edit("Judo") { $0.title = "Karate" }
    judo.wall.expireTokens()
    let before = judo.wall.calls.count
    try judo.exchange()
    #expect(judo.wall.calls.count > before + 1 && judo.wall.calls[before + 1] == .read(since: nil))
    let titles = judo.shown.map(\.title)
    #expect(titles == ["Karate"])
  }

  @Test("CAL-2: has an event once, also when responses get lost and the app loses its state")
  func once() throws {
    for forgets in [false, true] {
      var judo = try Judo()
      try judo.exchange {
        if case .create = $0 { true } else { false }
      }
      #expect(judo.wall.count == 1)
      judo.family.kitchen.pass(hours: 1)
      if forgets { try judo.forget() }
      try judo.settle()
      try judo.family.ada.perform(.connectCalendar(0, false))
      try judo.family.ada.perform(.connectCalendar())
      let now = judo.wall.clock()
      judo.wall.pin(CalendarEntry(title: "Dentist", start: now, end: now))
      try judo.settle()
      #expect(judo.wall.count == 2)
      let titles = judo.shown.map(\.title)
      #expect(titles == ["Judo"])
    }
  }

  @Test("CAL-2: a copy that a user made of an event is theirs, and is neither read nor written")
  func copies() throws {
    var judo = try Judo()
    try judo.settle()
    judo.family.kitchen.pass(hours: 1)
    judo.wall.copy("Judo", as: "Judo, too")
    judo.wall.expireTokens()
    try judo.settle()
    try judo.reschedule(hour: 18)
    try judo.settle()
    let (titles, start) = (judo.shown.map(\.title), Instant("2026-03-11T17:00:00Z")!)
    #expect(titles == ["Judo"])
    #expect(judo.wall.entries.map(\.title) == ["Judo", "Judo, too"])
    #expect(judo.wall.entries.map(\.start) == [start, start - 90 * 60_000])
  }

  @Test(
    "CAL-3: of two edits of a field the later wins on both sides, and the other is on record",
    arguments: [-6, 0, 6])
  func laterWins(skewHours: Int64) throws {
    for oursIsLater in [false, true] {
      var judo = try Judo(skewMilliseconds: skewHours * 3_600_000)
      try judo.settle()
      let first = Instant("2026-03-11T15:30:00Z")!
      judo.family.kitchen.pass(hours: 1)
      if !oursIsLater { try judo.reschedule(hour: 18) }
      judo.family.kitchen.pass(hours: 1)
      judo.wall.edit("Judo") { ($0.start, $0.end) = ($0.start - 3_600_000, $0.end - 3_600_000) }
      judo.family.kitchen.pass(hours: 1)
      if oursIsLater { try judo.reschedule(hour: 18) }
      try judo.settle()
      let (ours, theirs) = (Instant("2026-03-11T17:00:00Z")!, first - 3_600_000)
      let starts = judo.shown.map(\.start)
      #expect(starts == [oursIsLater ? ours : theirs])
      #expect(judo.wall.entries.map(\.start) == starts)
      let lost = judo.family.ada.calendarConflicts()
      #expect(lost.map(\.loser) == [oursIsLater ? .theirs : .ours])
      #expect(lost.map(\.field) == [.start] && lost.map(\.isByDeletion) == [false])
      #expect(lost.map(\.value) == [(oursIsLater ? theirs : ours).description])
    }
  }

  @Test(
    "CAL-3: what is deleted there is cancelled here, and what is cancelled here is deleted there")
  func deleted() throws {
    var there = try Judo()
    try there.settle()
    there.family.kitchen.pass(hours: 1)
    there.wall.tearOff("Judo")
    try there.settle()
    let cancelled = there.shown.map(\.isCancelled)
    #expect(cancelled == [true])
    var here = try Judo()
    try here.settle()
    try here.family.ada.perform(.cancel(here.practice))
    try here.settle()
    #expect(here.wall.entries == [] && here.wall.count == 1)
    try here.family.ada.perform(.cancel(here.practice, false))
    try here.settle()
    #expect(here.wall.entries.map(\.title) == ["Judo"] && here.wall.count == 2)
  }

  @Test("CAL-3: restoring a field to the family's text is an edit, even for an app without state")
  func putBack() throws {
    for forgets in [false, true] {
      var judo = try Judo()
      try judo.settle()
      for place in ["Hall 2", ""] {
        judo.family.kitchen.pass(hours: 1)
        if forgets { try judo.forget() }
        judo.wall.edit("Judo") { $0.title = place.isEmpty ? "Judo" : "Karate" }
        judo.wall.edit("Karate") { $0.title = place.isEmpty ? "Judo" : "Karate" }
        try judo.settle()
        let titles = judo.shown.map(\.title)
        #expect(titles == [place.isEmpty ? "Judo" : "Karate"])
      }
      let lost = judo.family.ada.calendarConflicts()
      #expect(lost.isEmpty)
    }
  }

  @Test("CAL-4: is called by its mode, at once on request, and never once disconnected")
  func modes() throws {
    var judo = try Judo(isConnected: false)
    let unknown = judo.family.ada.calendar()
    let never = judo.sync.nextExchange(for: judo.family.ada)
    #expect(unknown == nil && never == nil)
    try judo.family.ada.perform(.connectCalendar())
    try judo.family.ada.perform(.setMode(ofCalendar: 0, to: .hourly))
    let now = judo.family.ada.now
    let first = judo.sync.nextExchange(for: judo.family.ada)
    #expect(first == now)
    try judo.settle()
    let next = judo.sync.nextExchange(for: judo.family.ada)
    #expect(next == now + 3_600_000)
    judo.sync.recordChange(at: now)
    let patient = judo.sync.nextExchange(for: judo.family.ada)
    #expect(patient == now + 3_600_000)
    judo.sync.requestExchange(at: now)
    let asked = judo.sync.nextExchange(for: judo.family.ada)
    #expect(asked == now)
    judo.sync.start()
    let asking = judo.nextCall()
    let call = try #require(asking)
    judo.wall.edit("Judo") { $0.title = "Karate" }
    let reply = judo.wall.respond(call)
    try judo.family.ada.perform(.connectCalendar(0, false))
    try judo.apply(reply, at: now)
    let (titles, after) = (judo.shown.map(\.title), judo.nextCall())
    #expect(titles == ["Judo"] && after == nil && judo.wall.entries.count == 1)
    let view = judo.family.ada.calendar()
    let isOwn = view?.owner == judo.family.ada.person
    #expect(view?.isConnected == false && view?.mode == .hourly && isOwn)
  }

  @Test("CAL-1: only a parent connects and syncs it, under a valid number")
  func parents() throws {
    var judo = try Judo()
    try judo.family.ada.perform(.allowLogging(judo.family.max))
    try judo.family.ada.perform(.consent(for: judo.family.max))
    judo.family.exchange()
    var phone = try judo.family.openPhone(of: judo.family.max)
    #expect(throws: Refusal.parentNeeded) { try phone.perform(.connectCalendar(1)) }
    let made = CalendarSync(of: phone)
    var sync = try #require(made)
    sync.start()
    let call = sync.nextCall(for: phone)
    let due = sync.nextExchange(for: phone)
    #expect(call == nil && due == nil)
    for number in [-1, 256, .max] {
      #expect(throws: Refusal.calendarSettingUnknown) {
        try judo.family.ada.perform(.connectCalendar(number))
      }
      let none = CalendarSync(of: judo.family.ada, calendar: number)
      #expect(none == nil)
    }
  }
}

extension Judo {
  /// The app restarts.
  fileprivate mutating func forget() throws {
    let made = CalendarSync(of: family.ada)
    sync = try #require(made)
  }

  /// The practice begins at another hour of its day.
  fileprivate mutating func reschedule(hour: Int) throws {
    try family.ada.perform(.move(practice, to: today.adding(days: 1), hour: hour))
  }
}
