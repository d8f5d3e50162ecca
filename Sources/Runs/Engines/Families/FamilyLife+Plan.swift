/// A family's life as the plan of a test.
extension FamilyLife {
  /// Nights and days without a tap are made this short; what is closer together stays as it was.
  private static let gapMax: Int64 = 1_500

  /// The steps of the life, for an engine with these types, from the time `start` on.
  ///
  /// - Parameter isOffline: whether phones without network are among the faults.
  func engineSteps(
    for hello: EngineHello, from start: Int, isOffline: Bool
  ) -> [EngineStep] {
    var found: [EngineStep] = []
    var (time, before) = (start, steps.first?.milliseconds ?? 0)
    for step in steps {
      time += Int(min(max(0, step.milliseconds - before), Self.gapMax))
      before = step.milliseconds
      guard let device = devices.firstIndex(of: step.device) else { continue }
      let action: EngineStep.Action
      switch step.action {
      case .sync: action = .sync
      case .offline(let milliseconds):
        guard isOffline else { continue }
        action = .offline(for: Int(min(max(milliseconds, 100), 20_000)))
      case .write(let wishes):
        var intents: [EngineIntent] = []
        for wish in wishes.prefix(hello.hasTransactions ? 4 : 1) {
          let intent = Self.intent(wish, hello.types)
          if !intents.contains(where: { $0.key == intent.key }) { intents.append(intent) }
        }
        action = .write(intents)
      }
      found.append(EngineStep(id: found.count + 1, time: time, replica: device + 1, action))
    }
    return found
  }

  /// The write that comes closest among the types that an engine has.
  static func intent(_ wish: Wish, _ types: [EngineType]) -> EngineIntent {
    let wanted: [EngineType] =
      switch wish.kind {
      case .mark: [.set, .map, .list, .text, .register, .counter]
      case .change: [.register, .map, .list, .text, .set, .counter]
      case .count: [.counter, .list, .set, .text, .map, .register]
      case .make: [.map, .set, .list, .text, .register, .counter]
      case .seat: [.seats, .set, .map, .list, .text, .register, .counter]
      }
    let type = wanted.first(where: types.contains) ?? types[0]
    let key = EngineKey(type, Int(wish.about % 2))
    let isUndone = wish.kind == .mark(isDone: false) || wish.kind == .seat(isTaken: false)
    switch type {
    case .register: return .set(key)
    case .map:
      let field = Int((wish.about >> 8) % 3)
      return isUndone ? .drop(key, field: field) : .put(key, field: field)
    case .counter: return .add(key, isNegative: isUndone)
    case .set, .seats: return isUndone ? .remove(key) : .insert(key)
    case .own: return .act(key)
    case .list, .text: return isUndone ? .remove(key) : .append(key)
    }
  }
}
