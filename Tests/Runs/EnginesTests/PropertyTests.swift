import EngineToys
import Testing

@testable import Engines

@Suite("Properties of engines")
struct PropertyTests {
  /// What seeds with a toy find first, with the faults that they need.
  private func found(
    _ bug: ToyBug?, _ hello: EngineHello, faults: Set<EngineFault>, seeds: UInt64 = 150,
    asksServer: Bool = false
  ) -> [EngineProperty: Int] {
    var found: [EngineProperty: Int] = [:]
    let toy = ToyEngine(hello, bug: bug, asksServer: asksServer)
    for seed in 1...seeds {
      let plan = EnginePlanDraw.plan(seed: seed, for: hello, allowing: faults).plan
      let outcome = EngineWorld.run(plan, with: toy, hello)
      #expect(outcome.failure == nil)
      guard let violation = outcome.violation else { continue }
      let cause = EngineAttribution.cause(of: violation.signature, in: plan) {
        EngineWorld.run($0, with: toy, hello)
      }
      found[cause?.property ?? violation.property, default: 0] += 1
    }
    return found
  }

  @Test(
    "a correct toy passes 400 seeds with all faults, in each of three forms",
    arguments: [
      (EngineHello.Shape.peers, false), (.clientServer, false), (.clientServer, true),
    ])
  func correct(shape: EngineHello.Shape, asksServer: Bool) {
    let hello = ToyEngine.hello(shape)
    let toy = ToyEngine(hello, asksServer: asksServer)
    var checks: [EngineProperty: Int] = [:]
    var faults: Set<EngineFault> = []
    for seed in 1...400 as ClosedRange<UInt64> {
      let plan = EnginePlanDraw.plan(
        seed: seed, for: hello, allowing: Set(EngineFault.allCases)
      ).plan
      let outcome = EngineWorld.run(plan, with: toy, hello)
      #expect(outcome.failure == nil)
      if let violation = outcome.violation {
        Issue.record("seed \(seed): \(violation.signature): \(violation.detail)")
      }
      for (property, count) in outcome.checks { checks[property, default: 0] += count }
      faults.formUnion(outcome.faults.keys)
    }
    // Backups and clones are properties of the same checks under a fault.
    let others: Set<EngineProperty> = [.backupSafety, .cloneSafety, .liveness]
    for property in EngineProperty.allCases where !others.contains(property) {
      let isIdle =
        asksServer && property == .readYourWrites || !hello.hasWhatIsNeeded(for: property)
      #expect((checks[property] ?? 0 > 0) == !isIdle, "\(property)")
    }
    #expect(faults == Set(EngineFault.allCases))
  }

  @Test(
    "each planted bug is found by its property and by no other",
    arguments: [
      (ToyBug.lastArrivalWins, [EngineType.register], EngineProperty.convergence),
      (.removalsForgotten, [.set], .noResurrection),
      (.removesForEver, [.set], .readYourWrites),
      (.returnsForgotten, [.set], .acknowledgedWrites),
      (.additionsTwice, [.counter], .counterExactness),
      (.elementsTwice, [.list], .exactlyOnce),
      (.outboxNotSaved, [.set], .durability),
      (.shownLate, [.register, .set], .readYourWrites),
      (.feedReplaces, [.counter, .register], .monotonicReads),
      (.anyOrder, [.set, .list], .causality),
      (.splitTransactions, [.counter, .set], .atomicity),
      (.wholeMaps, [.map], .lostUpdates),
      (.longBackoff, [.counter], .boundedStaleness),
      (.changedValues, [.register], .integrity), (.overbooks, [.seats], .capacity),
      (.cutSavesOpened, [.set], .durability),
    ] as [(ToyBug, [EngineType], EngineProperty)])
  func planted(bug: ToyBug, types: [EngineType], property: EngineProperty) {
    let hello = ToyEngine.hello(
      bug.shape, types: types, transactions: property == .atomicity)
    var faults: Set<EngineFault> = [.loss, .duplicates, .delays, .offline, .partitions]
    if property == .durability { faults.formUnion([.crashes, .cuts]) }
    let found = found(bug, hello, faults: faults)
    #expect(found[property] ?? 0 > 0, "\(found)")
    #expect(Set(found.keys).isSubset(of: [property]), "\(found)")
  }

  @Test("an acknowledged write that no one keeps is lost")
  func acknowledged() {
    let hello = ToyEngine.hello(.clientServer, types: [.set, .list], transactions: false)
    let found = found(.serverForgets, hello, faults: [.loss, .delays], asksServer: true)
    #expect(found[.acknowledgedWrites] ?? 0 > 0 && found.count == 1, "\(found)")
  }

  @Test("a replica that numbers on after its backup is found by backups, and by clones")
  func copies() {
    let hello = ToyEngine.hello(.clientServer, types: [.set, .counter], transactions: false)
    let backups = found(.savedActor, hello, faults: [.backups], seeds: 300)
    #expect(backups[.backupSafety] ?? 0 > 0 && backups.count == 1, "\(backups)")
    let clones = found(.savedActor, hello, faults: [.clones], seeds: 300)
    #expect(clones[.cloneSafety] ?? 0 > 0 && clones.count == 1, "\(clones)")
    #expect(found(.savedActor, hello, faults: [.loss, .duplicates, .delays, .offline]).isEmpty)
  }

  @Test("a refused write that is stored breaks integrity")
  func refusals() {
    let hello = ToyEngine.hello(.clientServer, types: [.set, .register], transactions: false)
    let found = found(.refusalsStored, hello, faults: [])
    #expect(found[.integrity] ?? 0 > 0 && found.count == 1, "\(found)")
  }

  @Test("the last seat is given to one of those who want it, and the others are refused")
  func seats() {
    let hello = ToyEngine.hello(.clientServer, types: [.seats], transactions: false)
    var outcomes = (acknowledged: 0, refused: 0)
    for seed in 1...50 as ClosedRange<UInt64> {
      let plan = EnginePlanDraw.plan(seed: seed, for: hello, allowing: [.loss, .offline]).plan
      let outcome = EngineWorld.run(plan, with: ToyEngine(hello), hello)
      #expect(outcome.violations.isEmpty, "seed \(seed): \(outcome.violations)")
      outcomes.acknowledged += outcome.acknowledged
      outcomes.refused += outcome.refused
    }
    #expect(outcomes.acknowledged > 100 && outcomes.refused > 100, "\(outcomes)")
  }

  @Test("a failure that only a copy causes is one of copies, also when the engine dies of it")
  func attributedDeath() {
    let hello = ToyEngine.hello(.peers, types: [.set], transactions: false)
    let toy = ToyEngine(hello, bug: .diesOfCopies)
    var found: [EngineProperty] = []
    for seed in 1...100 as ClosedRange<UInt64> {
      let plan = EnginePlanDraw.plan(seed: seed, for: hello, allowing: [.clones]).plan
      let outcome = EngineWorld.run(plan, with: toy, hello)
      guard let violation = outcome.violations.first(where: { $0.property == .liveness }) else {
        continue
      }
      let cause = EngineAttribution.cause(of: violation.signature, in: plan) {
        EngineWorld.run($0, with: toy, hello)
      }
      found.append(cause?.property ?? violation.property)
    }
    #expect(found.count > 2 && found.allSatisfy { $0 == .cloneSafety }, "\(found)")
  }

  @Test("an engine that dies does not answer, and what it disclaims is not reported")
  func answers() {
    var hello = ToyEngine.hello(.peers)
    let toy = ToyEngine(hello)
    toy.diesIn = "deliver"
    let plan = EnginePlanDraw.plan(seed: 3, for: hello, allowing: []).plan
    let outcome = EngineWorld.run(plan, with: toy, hello)
    #expect(outcome.violation?.property == .liveness)
    #expect(outcome.violation?.what == "the engine dies in 'deliver'")
    hello.disclaimed = [.liveness]
    let other = EngineWorld.run(plan, with: toy, hello)
    #expect(other.violation == nil && other.failure != nil)
  }

  @Test("a timeline says how wrong clocks are, and what is shown after a write that is not")
  func timeline() {
    let hello = ToyEngine.hello(.clientServer, types: [.set], transactions: false)
    var plan = EnginePlan(seed: 1, shape: .clientServer, replicaCount: 2)
    plan.skews = ["r1": -5_000]
    plan.steps = [EngineStep(id: 1, time: 1_000, replica: 1, .write([.insert(EngineKey(.set, 0))]))]
    var options = EngineWorld.Options()
    options.recordsTimeline = true
    let toy = ToyEngine(hello, bug: .shownLate)
    let lines = EngineWorld.run(plan, with: toy, hello, options).timeline.map(\.text)
    #expect(lines.contains("starts as a new replica; its clock is 5000 ms behind"))
    #expect(lines.contains("shows after it nothing"))
  }

  @Test("the size of a plan names its messages apart from its steps")
  func size() {
    var plan = EnginePlan(seed: 1, shape: .peers, replicaCount: 2)
    plan.steps = [EngineStep(id: 1, time: 1, replica: 1, .read)]
    #expect(plan.sizeText == "1 step")
    plan.deliveries = [1: .calm, 2: .calm]
    #expect(plan.sizeText == "1 step and 2 messages" && plan.size == 3)
  }

  @Test("what an engine disclaims is not checked")
  func disclaimed() {
    var hello = ToyEngine.hello(.clientServer, types: [.counter], transactions: false)
    hello.disclaimed = [.counterExactness]
    let found = found(.additionsTwice, hello, faults: [.loss, .duplicates])
    #expect(found[.counterExactness] == nil, "\(found)")
  }
}
