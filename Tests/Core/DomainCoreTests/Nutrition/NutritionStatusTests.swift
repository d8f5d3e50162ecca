import Testing

@testable import DomainCore

@Suite("The rating of a day against its target")
struct NutritionStatusTests {
  private func color(
    _ metric: NutritionMetric, target amount: UInt32, eaten: UInt32
  ) -> NutritionColor? {
    var target = NutritionTarget()
    target[metric] = amount
    var nutrients = Nutrients.zero
    nutrients.lanes[metric == .water ? 7 : Int(metric.rawValue)] = eaten
    return target.color(of: metric, for: nutrients)
  }

  @Test(
    "NUT-6: energy, carbohydrate and fat are met at exactly ±5 %, near at exactly ±20 %",
    arguments: [NutritionMetric.energy, .carbohydrate, .fat])
  func bands(metric: NutritionMetric) {
    let expected: [(eaten: UInt32, color: NutritionColor)] = [
      (0, .red), (799, .red), (800, .yellow), (949, .yellow), (950, .green), (1_000, .green),
      (1_050, .green), (1_051, .yellow), (1_200, .yellow), (1_201, .red), (4_000, .red),
    ]
    for (eaten, wanted) in expected {
      #expect(color(metric, target: 1_000, eaten: eaten) == wanted, "\(eaten)")
    }
    // 5 % of 1,001 are 50.05 and 20 % are 200.2: amounts between the steps are not rounded in
    // favor.
    #expect(color(metric, target: 1_001, eaten: 950) == .yellow)
    #expect(color(metric, target: 1_001, eaten: 951) == .green)
    #expect(color(metric, target: 1_001, eaten: 1_051) == .green)
    #expect(color(metric, target: 1_001, eaten: 1_052) == .yellow)
    #expect(color(metric, target: 1_001, eaten: 800) == .red)
  }

  @Test(
    "NUT-6: protein and fiber are met at or above the target, near at exactly 80 %",
    arguments: [NutritionMetric.protein, .fiber])
  func floors(metric: NutritionMetric) {
    let expected: [(eaten: UInt32, color: NutritionColor)] = [
      (0, .red), (799, .red), (800, .yellow), (999, .yellow), (1_000, .green), (9_000, .green),
    ]
    for (eaten, wanted) in expected {
      #expect(color(metric, target: 1_000, eaten: eaten) == wanted, "\(eaten)")
    }
  }

  @Test("NUT-6: water in ounces is compared with liters exactly")
  func water() throws {
    let lines = try NutritionVectors.lines(of: "nutrition_water.txt")
    #expect(lines.count > 300)
    for line in lines {
      let numbers = line.map { UInt32($0)! }
      #expect(WaterAmount.tenthOunces(reaching: numbers[0]) == numbers[1])
      #expect(color(.water, target: numbers[0], eaten: numbers[1]) == .green)
      #expect(color(.water, target: numbers[0], eaten: numbers[1] - 1) != .green)
      if numbers[2] < numbers[1] {
        #expect(color(.water, target: numbers[0], eaten: numbers[2]) == .yellow)
      }
      #expect(color(.water, target: numbers[0], eaten: numbers[2] - 1) == .red)
    }
    // 1.7 L are 57.484 ounces.
    #expect(color(.water, target: 1_700, eaten: 574) == .yellow)
    #expect(color(.water, target: 1_700, eaten: 575) == .green)
  }

  @Test("NUT-6: without a target there is no status", arguments: NutritionMetric.allCases)
  func none(metric: NutritionMetric) {
    #expect(color(metric, target: 0, eaten: 0) == nil)
    #expect(color(metric, target: 0, eaten: 1_000) == nil)
  }

  @Test("NUT-6: the bounds of the fold agree with the colors")
  func bounds() {
    for energy in Array<UInt32>(0...60) + [999, 1_000, 18_099, 200_000] {
      for (protein, water) in [(380, 2_400), (0, 2_400), (380, 0), (1, 1)] as [(UInt32, UInt32)] {
        var target = NutritionTarget()
        target[.energy] = energy
        target[.protein] = protein
        target[.water] = water
        let bounds = NutritionDayBounds(target, day: 3)
        let near = [energy * 94 / 100, energy * 105 / 100]
        let least = WaterAmount.tenthOunces(reaching: water)
        for eaten in near.flatMap({ [$0, $0 + 1, $0 + 2] }) + [0, energy, .max] {
          for proteins in [0, protein, protein + 1, protein &- 1] {
            for drunk in [least, least &- 1] {
              var nutrients = Nutrients.zero
              nutrients.lanes[0] = eaten
              nutrients.lanes[1] = proteins
              nutrients.lanes[7] = drunk
              #expect(bounds.isMet(by: nutrients) == target.isMet(by: nutrients))
            }
          }
        }
      }
    }
  }
}
