import Base

/// Runs plans with an engine, and starts it again when it has died.
public final class EngineRunner {
  private let start: () throws(EngineFailure) -> any EngineLink
  private var link: any EngineLink
  public let hello: EngineHello
  /// Where engines that keep files have them.
  private let folder: EngineFolder?
  /// The server of an engine whose clients have sockets of their own.
  let realTime: EngineRealTime?
  /// How many calls were made.
  public private(set) var calls = 0

  /// Starts an engine and asks who it is.
  public init(
    _ start: @escaping () throws(EngineFailure) -> any EngineLink,
    realTime: EngineRealTime? = nil
  ) throws(EngineFailure) {
    self.start = start
    self.realTime = realTime
    link = try start()
    do throws(EngineFailure) {
      hello = try Self.hello(of: link)
      if let refusal = EngineRealTime.refusal(of: hello, realTime) { throw .misspoke(refusal) }
    } catch {
      link.dismiss()
      throw error
    }
    if hello.persistence == .directory {
      do {
        folder = try EngineFolder()
      } catch {
        link.dismiss()
        throw .notStarted("no folder for its files can be created: \(error)")
      }
    } else {
      folder = nil
    }
  }

  deinit { link.dismiss() }

  private static func hello(of link: any EngineLink) throws(EngineFailure) -> EngineHello {
    let reply = try link.perform(EngineCall(id: 1, .hello))
    if let error = reply.error {
      throw .misspoke(
        "The engine fails in 'hello' (\(error.code.rawValue)): \(error.text). It must say who it "
          + "is.")
    }
    guard let hello = reply.hello else { throw .misspoke("The reply to 'hello' is empty.") }
    return hello
  }

  /// Runs a plan, in the process of the last one unless that has ended.
  public func run(
    _ plan: EnginePlan, _ options: EngineWorld.Options = EngineWorld.Options(),
    isFresh: Bool = false
  ) -> EngineOutcome {
    let stage: EngineStage?
    do throws(EngineFailure) {
      if isFresh || link.isOver { try restart() }
      stage = if let realTime { try EngineStage.start(realTime, plan) } else { nil }
    } catch {
      var outcome = EngineOutcome()
      outcome.failure = error
      return outcome
    }
    defer { stage?.stop() }
    var options = options
    options.folder = folder
    let outcome = EngineWorld.run(plan, with: link, hello, options, on: stage)
    calls += outcome.calls
    // Whatever failed may have left replicas behind that the next test must not see.
    if outcome.failure != nil { link.dismiss() }
    return outcome
  }

  private func restart() throws(EngineFailure) {
    link.dismiss()
    link = try start()
    guard try Self.hello(of: link) == hello else {
      throw .misspoke("The reply to 'hello' is another one when the adapter is started again.")
    }
  }

  public func dismiss() { link.dismiss() }
}
