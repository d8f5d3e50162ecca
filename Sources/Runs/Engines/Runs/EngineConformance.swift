/// Goes through the calls of the protocol one by one, with a network that loses nothing, and says
/// what an adapter gets wrong and how to mend it.
///
/// Each part begins with a process of its own, so that one mistake does not hide the next.
public struct EngineConformance {
  /// What one part found.
  public struct Finding: Sendable, Equatable {
    /// How a part ended.
    public enum Result: Sendable, Equatable {
      case fine
      /// What is wrong, and how to mend it.
      case wrong(String)
      /// It fails because of what an earlier part has found.
      case affected(by: String)
    }

    /// The part: a call, or a type.
    public var part: String
    public var result: Result

    /// What is wrong; nil if nothing is, or if an earlier part reported it.
    public var mistake: String? {
      if case .wrong(let mistake) = result { mistake } else { nil }
    }

    /// "ok     open", or "wrong  open: …"; nil where an earlier part reported it.
    public var line: String? {
      switch result {
      case .fine: "ok     \(part)"
      case .wrong(let mistake): "wrong  \(part): \(mistake)"
      case .affected: nil
      }
    }
  }

  let start: () throws(EngineFailure) -> any EngineLink
  private let realTime: EngineRealTime?

  /// - Parameters:
  ///   - start: starts the adapter.
  ///   - realTime: the server, if the clients talk to one themselves; each part gets a new one.
  public init(
    _ start: @escaping () throws(EngineFailure) -> any EngineLink,
    realTime: EngineRealTime? = nil
  ) {
    self.start = start
    self.realTime = realTime
  }

  /// Checks all parts, and reports each when it is done. Returns what was found, and who the engine
  /// is, if it says so.
  ///
  /// Parts that are not about one type write to one whose own part found nothing, if there is one,
  /// so that a mistake is reported once.
  public func check(
    _ done: (Finding) -> Void
  ) throws(EngineFailure) -> (findings: [Finding], hello: EngineHello?) {
    var parts = Parts()
    var hello: EngineHello?
    func part(
      _ name: String, needs others: [String] = [], hasServer: Bool = true,
      _ body: (EngineScript) throws(EngineScript.Problem) -> Void
    ) throws(EngineFailure) -> Bool {
      parts.add(name, needs: others, try mistake(hasServer: hasServer, body))
      done(parts.findings[parts.findings.count - 1])
      return parts.isFine(name)
    }
    guard
      try part(
        "hello", hasServer: false,
        { script throws(EngineScript.Problem) in
          let said = try script.sayHello()
          if let refusal = EngineRealTime.refusal(of: said, realTime) { throw .wrong(refusal) }
          hello = said
        }),
      let hello,
      try part(
        "begin, open, close, end",
        { script throws(EngineScript.Problem) in
          try script.openAndClose(hello)
        })
    else { return (parts.findings, hello) }
    var sound: [EngineType] = []
    for type in hello.types {
      let isSound = try part("apply and read: \(type.rawValue)") {
        script throws(EngineScript.Problem) in
        try script.write(type, hello)
      }
      if isSound { sound.append(type) }
    }
    let needed = sound.isEmpty ? hello.types.map { "apply and read: \($0.rawValue)" } : []
    var writing = hello
    if !sound.isEmpty { writing.types = sound }
    for other in others(hello, writing) {
      _ = try part(other.name, needs: needed + other.needs, other.body)
    }
    _ = try part("exits when its input ends", hasServer: false) {
      script throws(EngineScript.Problem) in
      try script.endInput()
    }
    return (parts.findings, hello)
  }

  /// A part that writes to types of its choice, and the earlier ones without which it shows
  /// nothing.
  private struct Other {
    var name: String
    var needs: [String] = []
    var body: (EngineScript) throws(EngineScript.Problem) -> Void
  }

  private func others(_ hello: EngineHello, _ writing: EngineHello) -> [Other] {
    var others: [Other] = []
    func add(
      _ name: String, needs: [String] = [],
      _ body: @escaping (EngineScript) throws(EngineScript.Problem) -> Void
    ) {
      others.append(Other(name: name, needs: needs, body: body))
    }
    if hello.hasTransactions {
      add("apply: transaction") { script throws(EngineScript.Problem) in
        try script.writeTogether(writing)
      }
    }
    let exchange = realTime == nil ? "wake and deliver" : "wake, with the server"
    let restart = "save, close, open"
    add(exchange) { script throws(EngineScript.Problem) in try script.exchange(writing) }
    if hello.persistence != .nothing {
      add(restart) { script throws(EngineScript.Problem) in try script.restart(writing) }
    }
    for (feature, check) in Self.checksOfFeatures(writing) {
      add("feature: \(feature)", needs: [restart, exchange]) {
        script throws(EngineScript.Problem) in
        try check(script, writing)
      }
    }
    // A real server does not forget what clients of the test before have sent, and no client goes
    // the same way twice.
    if realTime == nil {
      add("begin forgets the test before") { script throws(EngineScript.Problem) in
        try script.beginAgain(writing)
      }
      add("the same calls give the same replies") { [start] script throws(EngineScript.Problem) in
        try script.repeatAll(writing, start)
      }
    }
    return others
  }

  private typealias FeatureCheck =
    (EngineScript, EngineHello) throws(EngineScript.Problem) -> Void

  private static func checksOfFeatures(_ hello: EngineHello) -> [(String, FeatureCheck)] {
    EngineHello.Feature.allCases.filter(hello.features.contains).compactMap { feature in
      check(of: feature, hello).map { (feature.rawValue, $0) }
    }
  }

  /// What checks a feature; nil if this engine cannot show it.
  private static func check(
    of feature: EngineHello.Feature, _ hello: EngineHello
  ) -> FeatureCheck? {
    switch feature {
    case .versions: { script, hello throws(EngineScript.Problem) in try script.versions(hello) }
    case .checkedSaves where hello.persistence == .bytes:
      { script, hello throws(EngineScript.Problem) in try script.checkedSaves(hello) }
    case .incarnation where EngineScript.hasCopies(hello):
      { script, hello throws(EngineScript.Problem) in try script.copies(hello) }
    case .checkedSaves, .incarnation: nil
    }
  }

  /// What a part found to be wrong; nil if nothing is.
  private func mistake(
    hasServer: Bool, _ body: (EngineScript) throws(EngineScript.Problem) -> Void
  ) throws(EngineFailure) -> Mistake? {
    let stage = try hasServer ? stage() : nil
    defer { stage?.stop() }
    let script = EngineScript(try start(), stage)
    defer { script.link.dismiss() }
    do throws(EngineScript.Problem) {
      try body(script)
      return nil
    } catch {
      switch error {
      case .failure(.interrupted): throw .interrupted
      case .failure(let failure): return Mistake(failure, in: script.lastCall)
      case .wrong(let sentence): return Mistake(sentence)
      case .shown(let sentence, let isNothing):
        return Mistake(ofValue: sentence, isNothing: isNothing)
      }
    }
  }

  /// A new server, and a network that loses nothing.
  private func stage() throws(EngineFailure) -> EngineStage? {
    guard let realTime else { return nil }
    var plan = EnginePlan(seed: 1, shape: .clientServer, replicaCount: 2)
    plan.deliveries = [:]
    return try EngineStage.start(realTime, plan)
  }
}
