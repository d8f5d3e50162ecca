import Chronology
import DomainCore
import TestKit
import Testing

@testable import SyncCore

@Suite("NUT-7: a food photo")
struct PhotoTests {
  let world = World()
  let account: AccountHandle
  let phone: Device

  init() {
    account = world.account()
    phone = world.device(of: World.mother, account)
  }

  func verdicts(_ device: Device) -> [Refusal?] {
    world.server.rows(of: device.scope)
      .filter { $0.operation.site == device.site && $0.operation.fact.kind == .photoAnalyzed }
      .map(\.verdict.refusal)
  }

  @Test("NUT-7: is analyzed three times a day, across all phones and families")
  func acrossFamilies() throws {
    let other = world.secondFamily()
    let tablet = world.device(of: World.mother, account)
    let second = world.device(of: World.grandmother, account, in: other)
    let fathers = world.device(of: World.father, world.account())
    try phone.photographs()
    try tablet.photographs()
    second.submitsUnchecked(.analyzePhoto(for: World.grandmother))
    world.settle()
    // An observer may not log, which uses nothing of the quota.
    #expect(verdicts(second) == [.loggingNotAllowed])
    let parents = world.device(of: World.father, account, in: other)
    try parents.photographs()
    world.settle()
    for device in [phone, tablet, parents] {
      try device.photographs()
      world.settle()
      #expect(verdicts(device).last == .photosUsedUp)
      #expect(device.refusals == [.photosUsedUp])
    }
    try fathers.photographs()
    world.settle()
    #expect(verdicts(fathers) == [nil])
    #expect(world.isSame(phone) && world.isSame(parents))
  }

  @Test("NUT-7: beyond the quota is only rejected by the server")
  func verdictTells() throws {
    for _ in 0..<3 { try phone.photographs() }
    world.settle()
    try phone.photographs()
    #expect(phone.refusals.isEmpty && phone.status() == .pending(1))
    world.exchange(phone)
    #expect(phone.refusals == [.photosUsedUp])
  }

  @Test("OFF-1, NUT-7: is refused at once without a connection, and nothing is pending")
  func offline() throws {
    #expect(throws: RefusalError(.needsConnection)) { try phone.photographs(online: false) }
    #expect(phone.pending.isEmpty)
    try phone.drinks(tenthOunces: 10)
    #expect(phone.pending.count == 1)
  }

  @Test("NUT-7: counts again from the person's own midnight, frozen in the tap")
  func midnight() throws {
    let (yesterday, today) = (world.today, world.today.adding(days: 1))
    // 23:30 in Berlin is half an hour before the server's own midnight but one.
    for _ in 0..<3 { try phone.photographs(on: today) }
    world.settle()
    try phone.photographs(on: today)
    try phone.photographs(on: yesterday)
    world.settle()
    #expect(verdicts(phone) == [nil, nil, nil, .photosUsedUp, nil])
    world.passes(Span.day)
    try phone.photographs(on: today)
    try phone.photographs(on: today.adding(days: 1))
    world.settle()
    #expect(verdicts(phone).suffix(2) == [.photosUsedUp, nil])
  }

  @Test("NUT-7: counts once when its request is repeated")
  func retry() throws {
    try phone.photographs()
    let request = phone.asks()
    for _ in 0..<5 { world.serve(request) }
    try phone.photographs()
    try phone.photographs()
    world.settle()
    #expect(verdicts(phone) == [nil, nil, nil])
  }

  @Test("NUT-7: that was pending for days is no longer analyzed")
  func late() throws {
    try phone.photographs()
    world.passes(4 * Span.day)
    world.exchange(phone)
    #expect(verdicts(phone) == [.photoTooLate])
  }
}
