import Base
import Chronology
import DomainCore
import Environment
import Properties
import SyncCore

// NOT. The server's side of telling people: for some households, because looking at everything
// that could be told costs as much as hundreds of taps.
extension World {
  /// The server looks again when the next occasion is due, and at least so often, because what
  /// people do in the meantime makes and ends occasions.
  static var notificationWaitMax: Int64 { 2 * Span.hour }
  static var notificationWaitMin: Int64 { 15 * Span.minute }
  /// Where nobody has said anything, a look finds for so long what the last one found.
  static var notificationRestMax: Int64 { 6 * Span.hour }

  /// NOT-5: the household's phones are registered, and its notifications begin when it joins.
  mutating func beginNotifications(of household: Int) {
    guard households[household].isNotified else { return }
    let record = households[household]
    for device in record.firstDevice..<record.firstDevice + record.deviceCount {
      registerToken(of: device)
    }
    scheduleNotifications(
      of: household, at: households[household].zone.startOfDay(date(of: Int(record.joinDay))))
  }

  private mutating func scheduleNotifications(of household: Int, at moment: Instant) {
    queue.schedule(
      at: moment, kind: WorldEvent.notificationScan.rawValue, target: UInt32(household))
  }

  /// One look at everything that holds now, unless the last one has seen it all.
  mutating func notify(_ household: Int) {
    let now = serverTime
    let latest = now + Self.notificationWaitMax
    let scope = Int(households[household].scope)
    let feed = server.scopes[scope].feed.count
    if !notificationScans[household].isNewInformation(server.incarnation, feed, at: now) {
      return scheduleNotifications(
        of: household, at: self.now + (min(latest, notificationScans[household].until) - now))
    }
    let zone = households[household].zone.zone
    let occasions = NotificationPlanner.occasions(
      in: server.scopes[scope].state, now: now, ahead: Self.notificationRestMax, zone: { _ in zone }
    )
    let sent = notifiers[household].sentCount
    let deliveries = Self.deliveries(
      of: occasions, from: &notifiers[household], on: server, scope: scope, at: now, in: zone)
    // Also what goes out along with others.
    for index in sent..<notifiers[household].sentCount {
      let delivery = notifiers[household].delivery(index)
      monitor.notified(delivery, scope: UInt32(scope), in: zone, on: server, at: self.now)
    }
    monitor.notificationsAreSent(scope: UInt32(scope), in: zone, on: server, at: now)
    for delivery in deliveries { push(delivery, of: household) }
    let due = occasions.lazy.map(\.due).filter { $0 > now }.min()
    let next = max(min(due ?? latest, latest), now + Self.notificationWaitMin)
    rest(household, seen: feed, at: now, due: due)
    scheduleNotifications(of: household, at: self.now + (next - now))
  }

  /// Until when nothing comes of a household's notifications, if nobody says anything: until the
  /// next occasion is due, or another day brings its own.
  private mutating func rest(_ household: Int, seen feed: Int, at now: Instant, due: Instant?) {
    let today = households[household].zone.localDay(at: now)
    let tomorrow = households[household].zone.startOfDay(today.adding(days: 1))
    var until = min(now + Self.notificationRestMax, tomorrow)
    if let due { until = min(until, due) }
    notificationScans[household] = NotificationScan(
      incarnation: server.incarnation, feed: feed,
      until: notifiers[household].holdsBack ? now : until)
  }

  private static func deliveries(
    of occasions: [NotificationTrigger], from notifier: inout Notifier,
    on server: borrowing Server, scope: Int, at now: Instant, in zone: Zone
  ) -> [NotificationDelivery] {
    notifier.step(
      at: now, occasions: occasions, on: server.scopes[scope].state, zone: { _ in zone })
  }

  /// NOT-4: a push goes to all phones of the person; none that gets there is a push that failed.
  mutating func push(_ delivery: NotificationDelivery, of household: Int) {
    counters.notifications += 1
    let recipient = UInt64(households[household].number) << 16 | UInt64(delivery.recipient.index)
    digest.fold(
      Digest128.mix(
        delivery.cause.fingerprint, recipient, UInt64(delivery.channels.rawValue),
        UInt64(bitPattern: delivery.at.milliseconds)))
    let person = person(delivery.recipient, of: household)
    if delivery.channels.contains(.sms) { sendTextMessage(to: person) }
    guard delivery.channels.contains(.push) else {
      if trace != nil { emitTrace(.notified(delivery, household: household, arrives: now)) }
      return
    }
    var arrives: Instant?
    let tokens = tokens(of: delivery.recipient, in: household)
    if let person { look(at: tokens, of: person, in: household) }
    for token in tokens {
      let key = MessageKey(
        cause: Digest128.mix(delivery.cause.fingerprint, recipient, 0, 0).first,
        device: Int32(truncatingIfNeeded: token.raw & 0xFFF_FFFF))
      let messageDelivery = messageDelivery(.push, of: key)
      if let person { service.pushed(to: person, arrives: !messageDelivery.isLost) }
      guard !messageDelivery.isLost else { continue }
      arrives = min(
        arrives ?? Instant(milliseconds: .max), self.now + Int64(messageDelivery.delayMilliseconds))
    }
    if trace != nil { emitTrace(.notified(delivery, household: household, arrives: arrives)) }
    if let arrives, let person { service.noticed(person, sent: self.now, arrives: arrives) }
    if arrives == nil, notifiers[household].pushFailed(delivery, at: serverTime) != nil {
      counters.textMessages += 1
      sendTextMessage(to: person)
    }
  }

  /// NOT-5: whether a push goes to whom it is for.
  private mutating func look(at tokens: [DeviceToken], of person: Int, in household: Int) {
    let record = households[household]
    let phones = record.firstDevice..<record.firstDevice + record.deviceCount
    let isClosed = server.directory.closed(people[person].account) != nil
    let own = phones.filter { devices[$0].user == person && !isClosed }.map { devices[$0].who }
    monitor.pushed(to: tokens.map(\.raw), of: record.scope, signedInOn: own, at: now)
  }

  /// COST-1: whoever sends a text message pays for it.
  private mutating func sendTextMessage(to person: Int?) {
    server.meter.note(BackendUse(textMessages: 1), at: serverTime)
    if let person { service.charge(&server.meter, to: person, at: serverTime) }
  }

  /// The phones of a member.
  private func tokens(of member: MemberHandle, in household: Int) -> [DeviceToken] {
    guard let person = person(member, of: household) else { return [] }
    return server.directory.tokens(of: people[person].account)
  }
}

/// What the last look at a household's notifications has seen.
struct NotificationScan: BitwiseCopyable {
  var incarnation: UInt32 = 0
  /// How far the feed went.
  var feed = -1
  /// Until when time alone brings nothing new.
  var until = Instant(milliseconds: .min)

  func isNewInformation(_ incarnation: UInt32, _ feed: Int, at now: Instant) -> Bool {
    until <= now || feed != self.feed || incarnation != self.incarnation
  }
}
