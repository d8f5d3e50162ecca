import Base
import Chronology
import DomainCore
import Environment
import Properties
import SyncCore

// How notifications reach phones, and what they cost.
extension World {
  /// NOT-5: the household's phones are registered, and its notifications begin when it joins.
  mutating func beginNotifications(of household: Int) {
    guard directory.households[household].isNotified else { return }
    let record = directory.households[household]
    for device in record.firstDevice..<record.firstDevice + record.deviceCount {
      registerToken(of: device)
    }
    let start = directory.households[household].zone.startOfDay(date(of: Int(record.joinDay)))
    scheduleNotifications(of: household, at: start)
  }

  private mutating func scheduleNotifications(of household: Int, at moment: Instant) {
    queue.schedule(
      at: moment, kind: WorldEvent.notificationScan.rawValue, target: UInt32(household))
  }

  /// Scans all causes that hold now, unless the last scan is still valid.
  mutating func notify(_ household: Int) {
    let now = serverTime
    let scope = Int(directory.households[household].scope)
    if let next = notifications.rests(household, on: backend.server, scope: scope, at: now) {
      return scheduleNotifications(of: household, at: self.now + (next - now))
    }
    let zone = directory.households[household].zone.zone
    let occasions = NotificationPlanner.occasions(
      in: backend.server.scopes[scope].state, now: now, ahead: NotificationService.scanValidMax,
      zone: { _ in zone })
    let sent = notifications.notifiers[household].sentCount
    let deliveries = notifications.step(
      household, occasions, on: backend.server, scope: scope, at: now, in: zone)
    // Includes the notifications that go out together with others.
    for index in sent..<notifications.notifiers[household].sentCount {
      let delivery = notifications.notifiers[household].delivery(index)
      events.monitor.notified(
        delivery, scope: UInt32(scope), in: zone, on: backend.server, at: self.now)
    }
    events.monitor.notificationsAreSent(scope: UInt32(scope), in: zone, on: backend.server, at: now)
    for delivery in deliveries { push(delivery, of: household) }
    let due = occasions.lazy.map(\.due).filter { $0 > now }.min()
    let today = directory.households[household].zone.localDay(at: now)
    let tomorrow = directory.households[household].zone.startOfDay(today.adding(days: 1))
    let next = notifications.scanned(
      household, on: backend.server, scope: scope, at: now, due: due, tomorrow: tomorrow)
    scheduleNotifications(of: household, at: self.now + (next - now))
  }

  /// NOT-4: sends a push to all phones of the person; it has failed if it reaches none of them.
  mutating func push(_ delivery: NotificationDelivery, of household: Int) {
    let now = self.now
    let recipient = events.notified(delivery, number: directory.households[household].number)
    let person = directory.person(delivery.recipient, of: household)
    if delivery.channels.contains(.sms) { sendTextMessage(to: person) }
    guard delivery.channels.contains(.push) else {
      events.emitTrace(.notified(delivery, household: household, arrives: now), at: now)
      return
    }
    var arrives: Instant?
    if let person {
      let tokens = backend.server.directory.tokens(of: directory.people[person].account)
      checkPhones(tokens, of: person, in: household)
      for token in tokens {
        let key = MessageKey(
          cause: Digest128.mix(delivery.cause.fingerprint, recipient, 0, 0).first,
          device: Int32(truncatingIfNeeded: token.raw & 0xFFF_FFFF))
        let messageDelivery = network.messageDelivery(.push, of: key)
        events.service.pushed(to: person, arrives: !messageDelivery.isLost)
        guard !messageDelivery.isLost else { continue }
        arrives = min(
          arrives ?? Instant(milliseconds: .max), now + Int64(messageDelivery.delayMilliseconds))
      }
    }
    events.emitTrace(.notified(delivery, household: household, arrives: arrives), at: now)
    if let arrives, let person { events.service.noticed(person, sent: now, arrives: arrives) }
    if arrives == nil,
      notifications.notifiers[household].pushFailed(delivery, at: serverTime) != nil
    {
      events.counters.textMessages += 1
      sendTextMessage(to: person)
    }
  }

  /// NOT-5: checks that a push goes only to the phones of its recipient.
  private mutating func checkPhones(
    _ tokens: [DeviceToken], of person: Int, in household: Int
  ) {
    let record = directory.households[household]
    let phones = record.firstDevice..<record.firstDevice + record.deviceCount
    let isClosed = backend.server.directory.closed(directory.people[person].account) != nil
    let own = phones.filter { fleet.devices[$0].user == person && !isClosed }
      .map { fleet.devices[$0].who }
    events.monitor.pushed(
      to: tokens.map(\.raw), of: record.scope, signedInOn: own, at: now)
  }

  /// COST-1: charges the person for whom the server sends a text message.
  private mutating func sendTextMessage(to person: Int?) {
    backend.meter.note(BackendUse(textMessages: 1), at: serverTime)
    if let person { events.service.charge(&backend.meter, to: person, at: serverTime) }
  }
}
