import Base

/// Draws the plan of a seed.
public struct EnginePlanDraw {
  private let hello: EngineHello
  private let randomness: Randomness
  private let faults: Set<EngineFault>
  private var plan: EnginePlan
  private var types: [EngineType] = []
  private var keyCount = 1
  private var nextID = 1
  private var appendsOnly = false

  /// The plan of a seed for an engine, with the fault kinds that it may have.
  public static func plan(
    seed: UInt64, for hello: EngineHello, allowing allowed: Set<EngineFault>
  ) -> (plan: EnginePlan, faults: Set<EngineFault>) {
    var draw = EnginePlanDraw(seed, hello, allowed)
    draw.drawNetwork()
    draw.drawWrites()
    draw.drawOthers()
    return draw.finished()
  }

  /// The plan of a seed in which a family of a recorded plan writes; everything else is drawn.
  static func plan(
    seed: UInt64, for hello: EngineHello, allowing allowed: Set<EngineFault>, life: FamilyLife
  ) -> (plan: EnginePlan, faults: Set<EngineFault>) {
    var draw = EnginePlanDraw(seed, hello, allowed)
    draw.plan.replicaCount = life.devices.count
    draw.types = hello.types
    draw.drawNetwork()
    draw.plan.steps = life.engineSteps(
      for: hello, from: 1_000, isOffline: draw.faults.contains(.offline))
    draw.nextID = draw.plan.steps.count + 1
    draw.plan.length = max(draw.plan.length, (draw.plan.steps.last?.time ?? 0) + 8_000)
    draw.drawOthers()
    return draw.finished()
  }

  private consuming func finished() -> (plan: EnginePlan, faults: Set<EngineFault>) {
    var draw = self
    draw.plan.steps.sort { ($0.time, $0.id) < ($1.time, $1.id) }
    return (draw.plan, draw.faults)
  }

  private init(_ seed: UInt64, _ hello: EngineHello, _ allowed: Set<EngineFault>) {
    self.hello = hello
    randomness = Randomness(seed: seed)
    let word = randomness.draw(EnginePurpose.faults, who: 0, day: 0).first
    // One seed in eight has all faults at once, and one has none.
    var chosen: Set<EngineFault> = []
    for (number, fault) in EngineFault.allCases.enumerated()
    where allowed.contains(fault) && fault.fits(hello) {
      let isDrawn =
        switch word.bits(3, from: 60) {
        case 0: false
        case 1: true
        default: word.bits(2, from: 4 + 4 * number) < 2
        }
      if isDrawn { chosen.insert(fault) }
    }
    faults = chosen
    let count = 2 + randomness.draw(EnginePurpose.replicas, who: 0, day: 0).first.choice(of: 3)
    plan = EnginePlan(seed: seed, shape: hello.shape, replicaCount: count)
    let draw = randomness.draw(EnginePurpose.types, who: 0, day: 0)
    let first = draw.first.choice(of: hello.types.count)
    let typeCount = 1 + draw.second.choice(of: min(3, hello.types.count))
    types = (0..<typeCount).map { hello.types[(first + $0) % hello.types.count] }
    let other = randomness.draw(EnginePurpose.types, who: 1, day: 0)
    keyCount = 1 + other.first.choice(of: 2)
    appendsOnly = other.second.topCoin
  }

  private mutating func add(time: Int, replica: Int, _ action: EngineStep.Action) {
    plan.steps.append(EngineStep(id: nextID, time: time, replica: replica, action))
    nextID += 1
  }

  // MARK: Network

  private mutating func drawNetwork() {
    let draw = randomness.draw(EnginePurpose.network, who: 0, day: 0)
    var network = EnginePlan.Network(
      delayMin: 20, delayMax: 20 + Int(draw.first.scaled(below: 180)), lossPerMille: 0,
      duplicatePerMille: 0, detourPerMille: 0, detourMax: 0)
    func share(_ who: UInt64, _ most: UInt64) -> Int {
      let word = randomness.draw(EnginePurpose.network, who: who, day: 0).first
      return 20 + Int(word.scaled(below: most))
    }
    if faults.contains(.loss) { network.lossPerMille = share(1, 400) }
    if faults.contains(.duplicates) { network.duplicatePerMille = share(2, 400) }
    if faults.contains(.delays) {
      network.detourPerMille = share(3, 300)
      network.detourMax = 500 + share(4, 15_000)
    }
    plan.network = network
    plan.saveDelay = [0, 0, 50, 1_000][draw.second.choice(of: 4)]
    guard faults.contains(.clocks) else { return }
    for name in plan.names {
      let skew = randomness.draw(
        EnginePurpose.skew, who: UInt64(name.utf8.last ?? 0), day: 0)
      let sizes = [0, 200, 5_000, 3_600_000]
      let size = sizes[skew.second.choice(of: sizes.count)]
      if size > 0 { plan.skews[name] = skew.integer(in: -size...size) }
    }
  }

  // MARK: Writes

  private mutating func drawWrites() {
    let draw = randomness.draw(EnginePurpose.writes, who: 0, day: 0)
    let count = 4 + draw.first.choice(of: 30)
    // Few bursts, in which several people write at once.
    let burstCount = 2 + draw.second.choice(of: 6)
    for number in 0..<count {
      let who = UInt64(number)
      let time = randomness.draw(EnginePurpose.time, who: who, day: 0)
      let burst = time.first.choice(of: burstCount)
      let start = randomness.draw(EnginePurpose.time, who: UInt64(burst), day: 1)
      let jitter = [0, 100, 3_000][time.second.choice(of: 3)]
      let offset = jitter == 0 ? 0 : Int((time.second >> 8).scaled(below: UInt64(jitter)))
      let author = randomness.draw(EnginePurpose.author, who: who, day: 0)
      add(
        time: 1_000 + Int(start.first.scaled(below: UInt64(plan.length - 8_000))) + offset,
        replica: 1 + author.first.choice(of: plan.replicaCount), .write(intents(number)))
    }
  }

  private func intents(_ number: Int) -> [EngineIntent] {
    let draw = randomness.draw(EnginePurpose.intent, who: UInt64(number), day: 0, slot: 0)
    guard hello.hasTransactions, draw.second.bits(2) != 0 else { return [intent(number, 0)] }
    var intents: [EngineIntent] = []
    for place in 0..<(2 + draw.second.choice(of: 2)) {
      let intent = intent(number, place)
      if !intents.contains(where: { $0.key == intent.key }) { intents.append(intent) }
    }
    return intents
  }

  private func intent(_ number: Int, _ place: Int) -> EngineIntent {
    let draw = randomness.draw(
      EnginePurpose.intent, who: UInt64(number), day: 1, slot: UInt16(place))
    let type = types[draw.first.choice(of: types.count)]
    let key = EngineKey(type, (draw.first >> 16).choice(of: keyCount))
    let kind = draw.second.choice(of: 8)
    switch type {
    case .register: return .set(key)
    case .map:
      let field = (draw.first >> 32).choice(of: 3)
      return kind == 0 ? .drop(key, field: field) : .put(key, field: field)
    case .counter: return .add(key, isNegative: kind < 2)
    case .set where kind == 7: return .insertAgain(key)
    case .set, .seats: return kind < 2 ? .remove(key) : .insert(key)
    case .own: return .act(key)
    case .list, .text:
      if appendsOnly { return .append(key) }
      return kind < 2 ? .remove(key) : kind < 4 ? .append(key) : .insert(key)
    }
  }

  // MARK: Faults, reads and syncs

  private mutating func drawOthers() {
    let last = plan.length - 6_000
    func draw(_ number: Int) -> (time: Int, replica: Int, bits: RandomBits) {
      let bits = randomness.draw(EnginePurpose.otherTime, who: UInt64(number), day: 0)
      let more = randomness.draw(EnginePurpose.other, who: UInt64(number), day: 0)
      return (
        500 + Int(bits.first.scaled(below: UInt64(last))),
        1 + bits.second.choice(of: plan.replicaCount), more
      )
    }
    for number in 0..<8 {
      let one = draw(number)
      add(time: one.time, replica: one.replica, one.bits.first.lowCoin ? .sync : .read)
    }
    for (number, fault) in EngineFault.allCases.enumerated() where faults.contains(fault) {
      for turn in 0..<3 {
        let one = draw(100 + 10 * number + turn)
        // The first occurrence always, the others as a coin decides.
        if turn == 0 || one.bits.second.topCoin { addFault(fault, one, turn) }
      }
    }
  }

  private mutating func addFault(
    _ fault: EngineFault, _ one: (time: Int, replica: Int, bits: RandomBits), _ turn: Int
  ) {
    let span = [100, 2_000, 20_000][one.bits.first.choice(of: 3)]
    let bounded = min(span, plan.length - 1_000 - one.time)
    switch fault {
    case .loss, .duplicates, .delays: break
    case .offline: add(time: one.time, replica: one.replica, .offline(for: bounded))
    case .partitions:
      add(
        time: one.time, replica: min(one.replica, plan.replicaCount - 1), .partition(for: bounded))
    case .crashes:
      let isServer = plan.shape == .clientServer && one.bits.second.bits(2) == 0
      add(time: one.time, replica: isServer ? 0 : one.replica, .crash(for: bounded))
    case .cuts:
      let isServer = plan.shape == .clientServer && one.bits.second.bits(2) == 0
      add(time: one.time, replica: isServer ? 0 : one.replica, .cut(for: bounded))
    case .backups:
      guard turn == 0 else { return }
      let later = one.time + (plan.length - 2_000 - one.time) / (2 + Int(one.bits.first % 3))
      add(time: one.time, replica: one.replica, .backup)
      add(time: later, replica: one.replica, .restore)
      addWrites(of: one.replica, after: later, and: one.replica)
    case .clones:
      guard turn == 0 else { return }
      let clone = plan.replicaCount + 1
      add(time: one.time, replica: one.replica, .clone(as: clone))
      addWrites(of: clone, after: one.time, and: one.replica)
    case .clocks:
      let size = [500, 60_000, 86_400_000][one.bits.second.choice(of: 3)]
      add(
        time: one.time, replica: one.replica,
        .jump(by: one.bits.integer(in: -size...size)))
    }
  }

  /// Writes of a replica that was copied or brought back, and of another one.
  private mutating func addWrites(of clone: Int, after time: Int, and original: Int) {
    for number in 0..<4 {
      let draw = randomness.draw(EnginePurpose.time, who: UInt64(number), day: 2)
      let span = plan.length - 3_000 - time
      add(
        time: time + 500 + Int(draw.first.scaled(below: UInt64(max(1, span)))),
        replica: number.isMultiple(of: 2) ? clone : original, .write(intents(1_000 + number)))
    }
  }
}
