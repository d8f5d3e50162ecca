import Chronology
import Testing

@testable import Environment

@Suite("A food catalog")
struct FoodCatalogTests {
  private let catalog = FoodCatalog(number: 5, foodCount: 24, hallCount: 3)
  private let day = LocalDay(year: 2026, month: 1, day: 5)

  @Test("NUT-9: serves the same menu to all clients, another for another hall or day")
  func menus() throws {
    var seen: [[FoodCatalog.Dish]] = []
    for hall in 0..<UInt16(3) {
      for offset in 0..<20 {
        let asked = day.adding(days: offset)
        guard case .found(let menu) = catalog.menu(of: hall, on: asked, isReachable: true)
        else {
          Issue.record("no menu")
          return
        }
        #expect(catalog.menu(of: hall, on: asked, isReachable: true) == .found(menu))
        #expect(menu.hall == hall && menu.day == asked && menu.version == 1)
        #expect(menu.dishes.count == 6)
        #expect(Set(menu.dishes.map(\.food)).count == 6)
        #expect(menu.dishes.allSatisfy { $0.food < 24 && (2...6).contains($0.quarterServings) })
        #expect(menu.isValid(on: asked) && !menu.isValid(on: asked.adding(days: 1)))
        seen.append(menu.dishes)
      }
    }
    #expect(Set(seen).count > 55)
  }

  @Test("NUT-9: reports that it is unreachable, or has no such hall")
  func unreachable() {
    #expect(catalog.menu(of: 0, on: day, isReachable: false) == .unreachable)
    #expect(catalog.menu(of: 3, on: day, isReachable: true) == .unknown)
    #expect(catalog.foodTable(isReachable: false) == .unreachable)
    #expect(
      catalog.foodTable(isReachable: true)
        == .found(FoodTableEdition(version: 1, foodCount: 24)))
  }
}

@Suite("The analysis service")
struct AnalysisServiceTests {
  private let service = AnalysisService(modelVersion: 1, foodCount: 24)

  @Test("TRN-4: the same videos get the same analysis, and one compared with itself is perfect")
  func form() {
    var seen: Set<[AnalysisService.JointDeviation]> = []
    for attempt in 0..<UInt64(200) {
      guard
        case .found(let deviations) = service.form(
          reference: 1_000, attempt: attempt, isReachable: true)
      else {
        Issue.record("no analysis")
        return
      }
      #expect(
        service.form(reference: 1_000, attempt: attempt, isReachable: true) == .found(deviations))
      #expect(deviations.map(\.joint) == Array(0..<10))
      #expect(deviations.allSatisfy { $0.tenthDegrees < 450 })
      seen.insert(deviations)
    }
    #expect(seen.count == 200)
    guard case .found(let perfect) = service.form(reference: 7, attempt: 7, isReachable: true)
    else {
      Issue.record("no analysis")
      return
    }
    #expect(perfect.allSatisfy { $0.tenthDegrees == 0 })
  }

  @Test("TRN-4: nothing is analyzed without the network")
  func unreachable() {
    #expect(service.form(reference: 1, attempt: 2, isReachable: false) == .unreachable)
    #expect(service.photo(1, isReachable: false) == .unreachable)
  }

  @Test("NUT-7: a photo is estimated as a food of the table in a realistic amount")
  func photo() {
    for photo in 0..<UInt64(200) {
      guard case .found(let estimate) = service.photo(photo, isReachable: true) else {
        Issue.record("no estimate")
        return
      }
      #expect(estimate.food < 24 && (1...8).contains(estimate.quarterServings))
      #expect(service.photo(photo, isReachable: true) == .found(estimate))
    }
  }
}
