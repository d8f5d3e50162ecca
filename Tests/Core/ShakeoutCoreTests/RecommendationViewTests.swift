import ShakeoutCore
import Testing

@Suite("A recommendation, as an app shows it")
struct RecommendationViewTests {
  @Test(
    "TRN-6, OFF-1: arrives with the exchange after 05:00 UTC, and without one is shown as stale")
  func daily() throws {
    var family = try KitchenFamily()
    let me = family.ada.person
    try family.ada.perform(.checkIn(mental: 8, physical: 7, for: me))
    family.exchange()
    let first = family.ada.recommendation(for: me)
    #expect(first?.generated == Instant("2026-03-10T05:00:00Z") && first?.isStale == false)
    #expect(first?.advice == .plannedTraining && first?.wellness == 7.5)
    family.kitchen.pass(hours: 14)
    let later = family.ada.recommendation(for: me)
    #expect(later?.generated == first?.generated && later?.isStale == true)
    family.exchange()
    let next = family.ada.recommendation(for: me)
    #expect(next?.generated == Instant("2026-03-11T05:00:00Z") && next?.isStale == false)
  }

  @Test("TRN-6, OFF-1: is missing before the first exchange; on demand it needs a connection")
  func onDemand() throws {
    let kitchen = Kitchen()
    var server = FamilyServer(clock: kitchen.clock)
    let ada = try server.createFamily(by: Kitchen.ada, in: Kitchen.berlin)
    let me = ada.person
    let daily = ada.recommendation(for: me)
    #expect(daily == nil)
    let made = try ada.generateRecommendation(for: me)
    let now = ada.now
    #expect(made?.advice == .checkIn && made?.wellness == nil && made?.generated == now)
    var refusal: Refusal?
    do throws(Refusal) {
      _ = try ada.generateRecommendation(for: me, isOnline: false)
    } catch {
      refusal = error
    }
    #expect(refusal == .needsConnection)
  }

  @Test("TRN-6, FAM-2: is for readers of both wellness and training")
  func readers() throws {
    var family = try KitchenFamily()
    let (me, max) = (family.ada.person, family.max)
    let phone = try family.openPhone(of: max)
    let own = phone.recommendation(for: max)
    let parents = family.ada.recommendation(for: max)
    #expect(own == nil, "a child that may not log yet")
    #expect(parents?.advice == .checkIn)
    let others = try phone.generateRecommendation(for: me)
    #expect(others == nil)
  }
}
