import Base
import Chronology
import DomainCore
import Testing

@testable import Population
@testable import Scenarios

@Suite("People's lifelong traits")
struct TraitsTests {
  private static func people(
    _ change: (inout Scenario) -> Void = { _ in }
  ) -> [Person] {
    var scenario = Scenario()
    scenario.lifecycle.enabled = true
    scenario.levels.enabled = true
    change(&scenario)
    let households = Households(scenario)
    return (0..<4000).map { households.person($0, isChild: $0 % 4 > 1, of: $0 / 4) }
  }

  /// The correlation between the first two members of the households.
  private static func likeness(_ people: [Person], _ trait: (Person) -> Double) -> Double {
    let pairs = stride(from: 0, to: people.count, by: 4).map { place in
      (trait(people[place]), trait(people[place + 1]))
    }
    let count = Double(pairs.count)
    let (left, right) = (
      pairs.reduce(0) { $0 + $1.0 } / count, pairs.reduce(0) { $0 + $1.1 } / count
    )
    let together = pairs.reduce(0) { $0 + ($1.0 - left) * ($1.1 - right) }
    let leftAlone = pairs.reduce(0) { $0 + ($1.0 - left) * ($1.0 - left) }
    let rightAlone = pairs.reduce(0) { $0 + ($1.1 - right) * ($1.1 - right) }
    return together / (leftAlone * rightAlone).squareRoot()
  }

  @Test("are neutral in a scenario without lapses and levels")
  func nothing() {
    let households = Households(Scenario())
    #expect(!households.hasTraits)
    #expect(households.person(5, isChild: false, of: 1).traits == Traits())
  }

  @Test("are shared at home as far as the scenario says, and not at all otherwise")
  func shared() {
    let strangers = Self.people()
    let families = Self.people { $0.homes.traitHouseholdVarianceFraction = 0.5 }
    #expect(abs(Self.likeness(strangers, \.motivation)) < 0.08)
    #expect(abs(Self.likeness(families, \.motivation) - 0.5) < 0.08)
    #expect(Self.likeness(families) { Mathematics.log($0.traits.frailty) } > 0.4)
    // Sharing does not make people more different.
    let variance = families.reduce(0) { $0 + $1.motivation * $1.motivation } / 4000
    #expect(abs(variance - 1) < 0.1)
  }

  @Test("include a persona as often as its weight, among the people that it applies to")
  func personas() {
    let people = Self.people {
      $0.personas.adults = [
        WeightedName("organizedParent", weight: 1), WeightedName("busyProfessional", weight: 3),
      ]
      $0.personas.children = [WeightedName("studentAthlete", weight: 1)]
    }
    let adults = people.filter { $0.role == .parent }
    let busy = adults.filter { $0.traits.persona == .busyProfessional }
    #expect(abs(Double(busy.count) / Double(adults.count) - 0.75) < 0.03)
    #expect(people.filter { $0.role == .child }.allSatisfy { $0.traits.persona == .studentAthlete })
    let organised = adults.filter { $0.traits.persona == .organizedParent }
    #expect(Self.mean(organised, \.motivation) > Self.mean(busy, \.motivation) + 0.6)
    #expect(Self.mean(organised, \.traits.frailty) < Self.mean(busy, \.traits.frailty))
    #expect(
      Self.mean(organised) { Double($0.traits.chronotypeMinutes) }
        < Self.mean(busy) { Double($0.traits.chronotypeMinutes) } - 50)
  }

  private static func mean(_ people: [Person], _ trait: (Person) -> Double) -> Double {
    people.reduce(0) { $0 + trait($1) } / Double(people.count)
  }

  /// Adults and children of several personas, with a given share of habits done.
  private static func diligent(_ share: Double, deviation: Double) -> (Behavior, [Person]) {
    var scenario = Scenario()
    func change(_ scenario: inout Scenario) {
      scenario.personas.adults = [
        WeightedName("organizedParent", weight: 1), WeightedName("busyProfessional", weight: 3),
      ]
      scenario.behavior.habitDoneProbability = share
      scenario.behavior.habitDoneLogitDeviation = deviation
    }
    change(&scenario)
    return (Behavior(scenario), people(change))
  }

  @Test(
    "conscientious people do more of their habits, and the mean is the scenario's",
    arguments: [0.3, 0.75], [0.5, 1, 2])
  func conscientiousness(share: Double, deviation: Double) {
    let (behavior, people) = Self.diligent(share, deviation: deviation)
    for role in [Role.parent, .child] {
      let those = people.filter { $0.role == role }
      let mean = Self.mean(those, behavior.habitDoneProbability)
      #expect(abs(mean - share) < 0.02, "\(role) do \(mean)")
      let day = LocalDay(year: 2026, month: 3, day: 2)
      func done(_ person: Person) -> Double {
        let habits = (0..<20).filter {
          behavior.session(ofHabit: $0, person, on: day, of: 1) != nil
        }
        return Double(habits.count) / 20
      }
      #expect(abs(Self.mean(those, done) - share) < 0.02)
      let (most, least) = (
        those.filter { behavior.habitDoneProbability($0) > share },
        those.filter { behavior.habitDoneProbability($0) < share }
      )
      #expect(Self.mean(most, done) > Self.mean(least, done) + 0.14)
    }
    let odds = people.filter { $0.role == .child }.map { person in
      Mathematics.log(
        behavior.habitDoneProbability(person) / (1 - behavior.habitDoneProbability(person)))
    }
    let middle = odds.reduce(0, +) / Double(odds.count)
    let variance = odds.reduce(0) { $0 + ($1 - middle) * ($1 - middle) } / Double(odds.count)
    #expect(abs(variance.squareRoot() / deviation - 1) < 0.05)
    let adults = people.filter { $0.role == .parent }
    #expect(
      Self.mean(
        adults.filter { $0.traits.persona == .organizedParent }, behavior.habitDoneProbability)
        > Self.mean(
          adults.filter { $0.traits.persona == .busyProfessional }, behavior.habitDoneProbability))
  }

  @Test("without a spread, and at 0 or 100 %, everybody does the same share of habits")
  func equallyConscientious() {
    for (share, deviation) in [(0.75, 0.0), (1, 2), (0, 2)] {
      let (behavior, people) = Self.diligent(share, deviation: deviation)
      #expect(people.allSatisfy { $0.traits.conscientiousness == nil })
      #expect(people.allSatisfy { behavior.habitDoneProbability($0) == share })
    }
  }

  @Test("another conscientiousness changes nothing else about a person")
  func ownDecision() {
    let (alike, unlike) = (
      Self.diligent(0.75, deviation: 0).1, Self.diligent(0.75, deviation: 1).1
    )
    for (one, other) in zip(alike, unlike) {
      var traits = other.traits
      #expect(traits.conscientiousness != nil)
      traits.conscientiousness = nil
      #expect(one.traits == traits && one.motivation == other.motivation)
    }
  }

  @Test("every persona has a name of its own, and applies to children or to adults")
  func names() {
    let names = Persona.allCases.map(\.name)
    #expect(Set(names).count == names.count)
    for persona in Persona.allCases {
      #expect(
        Persona.ofAdults.contains(persona) || Persona.ofChildren.contains(persona)
          || [.coach, .grandparent].contains(persona))
    }
  }

  @Test("small children eat less than adults, and drink less at a time")
  func amounts() {
    let people = Self.people()
    func mean(_ role: Role, _ trait: (Traits) -> Double) -> Double {
      let values = people.filter { $0.role == role }.map { trait($0.traits) }
      return values.reduce(0, +) / Double(values.count)
    }
    #expect(mean(.child, \.appetite) < 0.95 * mean(.parent, \.appetite))
    #expect(mean(.child, \.thirst) < 0.95 * mean(.parent, \.thirst))
  }

  @Test("appetite is a person's own over time, and varies from week to week")
  func appetite() {
    var scenario = Scenario()
    scenario.levels.enabled = true
    let (behavior, households) = (Behavior(scenario), Households(scenario))
    let monday = LocalDay(year: 2026, month: 3, day: 2)
    var squares = 0.0
    for index in 0..<1000 {
      let person = households.person(UInt32(index), isChild: false, of: UInt32(index))
      func appetite(_ day: Int) -> Double {
        Mathematics.log(
          behavior.appetite(person, on: monday.adding(days: day)) / person.traits.appetite)
      }
      #expect(appetite(0) == appetite(6) && appetite(0) != appetite(7))
      squares += appetite(0) * appetite(0)
    }
    let sigma = scenario.levels.appetiteWeekSigma
    #expect(abs((squares / 1000).squareRoot() - sigma) < 0.1 * sigma)
  }

  @Test("check-ins of one person correlate from week to week, and those of two people do not")
  func levels() {
    var scenario = Scenario()
    scenario.levels.enabled = true
    let (behavior, households) = (Behavior(scenario), Households(scenario))
    var (within, means): (Double, [Double]) = (0, [])
    for index in 0..<200 {
      let person = households.person(UInt32(index), isChild: false, of: UInt32(index))
      let scores = (0..<50).map { day in
        Double(
          behavior.score(person, isIll: false, on: scenario.firstDay.adding(days: day)).mental)
      }
      let mean = scores.reduce(0, +) / 50
      means.append(mean)
      within += scores.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / 50 / 200
      let well = behavior.score(person, isIll: false, on: scenario.firstDay)
      let ill = behavior.score(person, isIll: true, on: scenario.firstDay)
      #expect(well.mental == 1 || ill.mental < well.mental)
    }
    let middle = means.reduce(0, +) / 200
    let between = means.reduce(0) { $0 + ($1 - middle) * ($1 - middle) } / 200
    #expect(abs(middle - 7) < 0.25)
    // Deviations of 1.1 between people, and of 0.6 and 0.8 within, as in the defaults.
    #expect(abs(between.squareRoot() - 1.05) < 0.15)
    #expect(abs(within.squareRoot() - 1.0) < 0.12)
  }
}
