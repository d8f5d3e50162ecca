import Base
import Chronology
import Testing

@testable import DomainCore

@Suite("Targets that a parent sets")
struct NutritionOverrideTests {
  private let child = TestFamily.child

  private func family(today: Int = 0) -> TestFamily {
    let family = TestFamily()
    family.today = today
    family.measure()
    return family
  }

  @Test("NUT-4: win over the calculation from their day on until they are removed")
  func untilRemoved() {
    let family = family(today: 30)
    #expect(family.override(.protein, 500, on: 10) == .changed)
    #expect(family.override(.protein, 0, on: 20) == .changed)
    #expect([9, 10, 19, 20].map { family.target($0)[.protein] } == [380, 500, 500, 380])
    // The others are still calculated.
    #expect(family.target(10)[.energy] == TestFamily.energy)
    #expect(family.target(10, of: TestFamily.sibling) == NutritionTarget())
  }

  @Test("NUT-4: of two writes for the same day, the later one wins")
  func sameDay() {
    let family = family()
    func set(_ amount: UInt32, _ site: UInt32) -> Fact {
      family.fact(.setNutritionTarget(of: child, TargetAmount(.protein, amount)), site: site)
    }
    let earlier = set(450, 1)
    let later = set(500, 2)
    #expect(family.submit(later) == .changed && family.submit(earlier) == .superseded)
    #expect(family.target()[.protein] == 500)
  }

  @Test("NUT-4: a late write applies up to the next known one")
  func lateArrival() {
    let family = family(today: 30)
    family.override(.water, 3_000, on: 20)
    family.override(.water, 1_500, on: 10)
    #expect([9, 10, 19, 20].map { family.target($0)[.water] } == [1_920, 1_500, 1_500, 3_000])
  }

  @Test("NUT-4, NUT-6: setting and removing them rates their days again")
  func judged() {
    let family = family(today: 30)
    for day in [5, 15, 25] { family.eatWell(on: day) }
    #expect(family.changes == 3)
    family.override(.protein, 400, on: 10)
    #expect([5, 15, 25].map { family.isMet($0) } == [true, false, false])
    family.override(.protein, 0, on: 20)
    #expect([5, 15, 25].map { family.isMet($0) } == [true, false, true])
    #expect(family.changes == 6)
    // The latest write for day 10 was a different one.
    family.override(.protein, 0, on: 10)
    #expect([5, 15, 25].map { family.isMet($0) } == [true, true, true])
    #expect(family.changes == 7)
  }

  @Test("NUT-3, NUT-4: carbohydrate, fat and fiber follow the energy that a parent has set")
  func shares() {
    let family = TestFamily()
    family.override(.energy, 20_000)
    #expect(family.target()[.carbohydrate] == 2_750 && family.target()[.fat] == 667)
    #expect(family.target()[.fiber] == 280 && family.target()[.protein] == 0)
    family.override(.fiber, 300)
    #expect(family.target()[.fiber] == 300)
  }

  @Test("NUT-4: a template applies on its days, and a parent's own targets win over it")
  func template() {
    let family = family(today: 0)
    let season = family.addTemplate([TargetAmount(.energy, 25_000), TargetAmount(.water, 3_500)])
    _ = family.use(season, 10...20)
    #expect(
      [9, 10, 20, 21].map { family.target($0)[.energy] }
        == [TestFamily.energy, 25_000, 25_000, TestFamily.energy])
    #expect(family.target(10)[.protein] == 380 && family.target(10)[.carbohydrate] == 3_438)
    family.override(.water, 2_000)
    #expect(family.target(15)[.water] == 2_000 && family.target(15)[.energy] == 25_000)
    family.override(.water, 0)
    #expect(family.target(15)[.water] == 3_500)
  }

  @Test("NUT-4: of two templates on a day, the one applied later wins where both set a metric")
  func overlapping() {
    let family = family()
    let summer = family.addTemplate([TargetAmount(.energy, 25_000), TargetAmount(.water, 3_500)])
    let camp = family.addTemplate([TargetAmount(.energy, 30_000)])
    _ = family.use(summer, 10...30)
    let second = family.use(camp, 15...20)
    #expect(
      [14, 15, 20, 21].map { family.target($0)[.energy] } == [25_000, 30_000, 30_000, 25_000])
    #expect(family.target(15)[.water] == 3_500)
    family.today = 18
    #expect(family.submit(.endNutritionTemplate(second, of: child)) == .changed)
    #expect([17, 18].map { family.target($0)[.energy] } == [30_000, 25_000])
  }

  @Test("NUT-4, NUT-6: changing or deleting a template leaves past days unchanged")
  func templateChanged() {
    let family = family()
    let season = family.addTemplate([TargetAmount(.protein, 300)])
    _ = family.use(season, 0...60)
    family.today = 40
    for day in [5, 15, 25] {
      family.eat(TestFamily.energy, protein: 300, on: day)
      family.drink(TestFamily.water, on: day)
    }
    #expect(family.changes == 3)
    let more = Command.setNutritionTemplate(
      season, by: TestFamily.parent, TargetAmount(.protein, 310))
    #expect(family.submit(more, on: 10) == .changed)
    #expect([5, 15, 25].map { family.isMet($0) } == [true, false, false])
    let less = Command.setNutritionTemplate(
      season, by: TestFamily.parent, TargetAmount(.protein, 290))
    #expect(family.submit(less, on: 20) == .changed)
    #expect([5, 15, 25].map { family.isMet($0) } == [true, false, true])
    let delete = Command.deleteNutritionTemplate(season, by: TestFamily.parent)
    #expect(family.submit(delete, on: 25) == .changed)
    #expect([5, 15, 25].map { family.isMet($0) } == [true, false, false])
    #expect(family.target(24)[.protein] == 290 && family.target(25)[.protein] == 380)
    // No one meets a target that is too high.
    let hard = family.addTemplate([TargetAmount(.protein, 900)], on: 26)
    _ = family.use(hard, 27...30, on: 26)
    family.eatWell(on: 28)
    #expect(!family.isMet(28))
    family.submit(.deleteNutritionTemplate(hard, by: TestFamily.parent), on: 28)
    #expect(family.isMet(28))
    // A lower target turns an unmet day into a met one.
    family.eat(TestFamily.energy, protein: 350, on: 30)
    family.drink(TestFamily.water, on: 30)
    #expect(!family.isMet(30))
    let easy = family.addTemplate([TargetAmount(.protein, 350)], on: 30)
    _ = family.use(easy, 30...30, on: 30)
    #expect(family.isMet(30))
  }

  @Test("NUT-4: a deleted template stays deleted, and two deletes agree in any order")
  func deleted() {
    let orders = [[12, 10], [10, 12]].map { days in
      let family = family(today: 20)
      let season = family.addTemplate([TargetAmount(.protein, 300)], on: 0)
      let used = family.use(season, 0...60, on: 0)
      let facts = [10, 12].map {
        family.fact(.deleteNutritionTemplate(season, by: TestFamily.parent), on: $0)
      }
      let ends = [10, 12].map { family.fact(.endNutritionTemplate(used, of: child), on: $0) }
      for day in days {
        let isLater = day == 12 && days[0] == 10
        #expect(family.submit(facts[day == 10 ? 0 : 1]) == (isLater ? .superseded : .changed))
        #expect(family.submit(ends[day == 10 ? 0 : 1]) == (isLater ? .superseded : .changed))
      }
      #expect(family.target(9)[.protein] == 300 && family.target(10)[.protein] == 380)
      return family
    }
    #expect(orders[0].isIdentical(to: orders[1]))
    #expect(orders[0].state.digest == orders[1].state.digest)
    let season = orders[0].state.nutrition.templates.key(at: 0).first
    for command in [
      Command.renameNutritionTemplate(
        Entity(raw: season), by: TestFamily.parent, to: TextHandle(4)),
      .setNutritionTemplate(
        Entity(raw: season), by: TestFamily.parent, TargetAmount(.fat, 600)),
    ] {
      #expect(orders[0].submit(command) == .refused(.nutritionTemplateGone))
    }
  }

  @Test("NUT-4: of two new names of a template the later one wins")
  func name() {
    let family = family()
    let season = family.addTemplate([])
    func rename(_ name: UInt32, _ site: UInt32) -> Fact {
      family.fact(
        .renameNutritionTemplate(season, by: TestFamily.parent, to: TextHandle(name)), site: site)
    }
    let earlier = rename(11, 1)
    let later = rename(12, 2)
    #expect(family.submit(later) == .changed && family.submit(earlier) == .superseded)
    let name = family.state.nutrition.templates[0].name
    #expect(name == TextHandle(12))
    #expect(family.submit(rename(0, 1)) == .refused(.templateNameEmpty))
  }
}
