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

  /// - Parameter start: starts the adapter.
  public init(_ start: @escaping () throws(EngineFailure) -> any EngineLink) {
    self.start = start
  }

  /// Checks all parts, and reports each when it is done. Returns what was found, and who the engine
  /// is, if it says so.
  public func check(
    _ done: (Finding) -> Void
  ) throws(EngineFailure) -> (findings: [Finding], hello: EngineHello?) {
    var findings: [Finding] = []
    var hello: EngineHello?
    func part(
      _ name: String, _ body: (EngineScript) throws(EngineScript.Problem) -> Void
    ) throws(EngineFailure) -> Bool {
      let mistake = try mistake(body)
      findings.append(Finding(part: name, mistake: mistake))
      done(findings[findings.count - 1])
      return mistake == nil
    }
    guard
      try part("hello", { script throws(EngineScript.Problem) in hello = try script.sayHello() }),
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
    _ = try part("wake and deliver") { script throws(EngineScript.Problem) in
      try script.exchange(hello)
    }
    if hello.persistence != .nothing {
      _ = try part("save, close, open") { script throws(EngineScript.Problem) in
        try script.restart(hello)
      }
    }
    _ = try part("begin forgets the test before") { script throws(EngineScript.Problem) in
      try script.beginAgain(hello)
    }
    _ = try part("the same calls give the same replies") { script throws(EngineScript.Problem) in
      try script.repeatAll(hello, start)
    }
    _ = try part("exits when its input ends") { script throws(EngineScript.Problem) in
      try script.endInput()
    }
    return (findings, hello)
  }

  private func mistake(
    _ body: (EngineScript) throws(EngineScript.Problem) -> Void
  ) throws(EngineFailure) -> String? {
    let script = EngineScript(try start())
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
}
