/// Goes through the calls of the protocol one by one, with a network that loses nothing, and says
/// what an adapter gets wrong and how to mend it.
///
/// Each part begins with a process of its own, so that one mistake does not hide the next.
public struct EngineConformance {
  /// What one part found.
  public struct Finding: Sendable, Equatable {
    /// The part: a call, or a type.
    public var part: String
    /// What is wrong; nil if nothing is.
    public var mistake: String?

    /// "ok     open", or "wrong  open: …".
    public var line: String {
      mistake.map { "wrong  \(part): \($0)" } ?? "ok     \(part)"
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
  public func check(
    _ done: (Finding) -> Void
  ) throws(EngineFailure) -> (findings: [Finding], hello: EngineHello?) {
    var findings: [Finding] = []
    var hello: EngineHello?
    func part(
      _ name: String, hasServer: Bool = true,
      _ body: (EngineScript) throws(EngineScript.Problem) -> Void
    ) throws(EngineFailure) -> Bool {
      let mistake = try mistake(hasServer: hasServer, body)
      findings.append(Finding(part: name, mistake: mistake))
      done(findings[findings.count - 1])
      return mistake == nil
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
    else { return (findings, hello) }
    for type in hello.types {
      _ = try part("apply and read: \(type.rawValue)") { script throws(EngineScript.Problem) in
        try script.write(type, hello)
      }
    }
    if hello.hasTransactions {
      _ = try part("apply: transaction") { script throws(EngineScript.Problem) in
        try script.writeTogether(hello)
      }
    }
    let exchange = realTime == nil ? "wake and deliver" : "wake, with the server"
    _ = try part(exchange) { script throws(EngineScript.Problem) in
      try script.exchange(hello)
    }
    if hello.persistence != .nothing {
      _ = try part("save, close, open") { script throws(EngineScript.Problem) in
        try script.restart(hello)
      }
    }
    for (feature, check) in Self.checksOfFeatures(hello) {
      _ = try part("feature: \(feature)") { script throws(EngineScript.Problem) in
        try check(script, hello)
      }
    }
    // A real server does not forget what clients of the test before have sent, and no client goes
    // the same way twice.
    if realTime == nil {
      _ = try part("begin forgets the test before") { script throws(EngineScript.Problem) in
        try script.beginAgain(hello)
      }
      _ = try part("the same calls give the same replies") { script throws(EngineScript.Problem) in
        try script.repeatAll(hello, start)
      }
    }
    _ = try part("exits when its input ends", hasServer: false) {
      script throws(EngineScript.Problem) in
      try script.endInput()
    }
    return (findings, hello)
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

  private func mistake(
    hasServer: Bool, _ body: (EngineScript) throws(EngineScript.Problem) -> Void
  ) throws(EngineFailure) -> String? {
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
      case .failure(let failure): return "in '\(script.lastCall)': \(failure.sentence)"
      case .wrong(let sentence): return sentence
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
