import Base

// A test in real time: the clock, the network and the server are real.
extension EngineWorld {
  /// How often it is tried whether a server that was to be killed has been, in milliseconds.
  private static let killingPause = 200

  /// Goes on to the time of an event, which a test in real time waits for.
  func reach(_ time: Int) throws(Stop) {
    guard let stage else {
      now = max(now, time)
      return
    }
    do throws(EngineFailure) {
      now = max(now, try stage.wait(until: time))
    } catch {
      throw .failure(error, EngineCall(id: callID, .end), replica: nil)
    }
    try followStage()
  }

  /// Makes the network what the faults say, notes what it did, and sees that the server lives.
  func followStage() throws(Stop) {
    guard let stage, let server else { return }
    let isUp = (0..<server).map { isReachable($0) && canReach($0, server) }
    let isHealed = isHealed
    let state = stage.network.state
    if state.isUp != isUp || state.isHealed != isHealed {
      stage.network.order { board in
        board.state.isUp = isUp
        board.state.isHealed = isHealed
      }
    }
    takeNotes()
    if let ending = stage.ending {
      throw serverFailure("the server ends by itself", "The server ended by itself \(ending)")
    }
  }

  /// What the network did, in the timeline and in the counts.
  func takeNotes() {
    guard let stage, let server else { return }
    for note in stage.network.takeNotes() {
      if let fault = note.fault { count(fault) }
      guard options.recordsTimeline else { continue }
      outcome.timeline.append(
        EngineEvent(
          time: max(0, stage.planTime(of: note.time)),
          replica: replicas[note.replica ?? server].name, text: note.text,
          isRoutine: note.isRoutine))
    }
  }

  /// Time has passed during a call.
  func noteTime() {
    if let stage { now = max(now, stage.now) }
  }

  /// What is left to note at the end.
  func finishStage() {
    guard let stage else { return }
    takeNotes()
    outcome.messages = stage.network.exchangeCount
    outcome.timeline = outcome.timeline.enumerated()
      .sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }
      .map(\.element)
  }

  // MARK: The server

  /// Kills the server, and starts it again after so many milliseconds.
  func crashServer(for span: Int, _ step: EngineStep) {
    guard let stage, let server, stage.isServerUp, !stage.network.isKilling else { return }
    count(.crashes)
    // A server that does two things for a request can be killed between them.
    let spread = Int64(Self.key(UInt64(step.id), 5, 6) % 10_000) * 1_000
    stage.killServer(spread: spread)
    trace(server, "is to be killed at the next write, and to start again \(span) ms later")
    queue.add(.serverStart(after: span, isKilled: false), at: now + Self.killingPause)
  }

  /// Starts the server again, when it has been killed and its time has come.
  func startServer(after span: Int, isKilled: Bool) throws(Stop) {
    guard let stage, !stage.network.state.isServerUp || stage.network.isKilling else { return }
    if stage.network.isKilling, !isHealed {
      return queue.add(.serverStart(after: span, isKilled: false), at: now + Self.killingPause)
    }
    if !isKilled, !isHealed {
      return queue.add(.serverStart(after: span, isKilled: true), at: now + max(1, span))
    }
    do throws(EngineFailure) {
      try stage.startServer()
    } catch {
      if error == .interrupted {
        throw .failure(error, EngineCall(id: callID, .end), replica: nil)
      }
      throw serverFailure("the server does not start again after it was killed", error.sentence)
    }
    noteTime()
    trace(server ?? 0, "runs again")
  }

  /// A server that does not serve is a failure of the engine.
  private func serverFailure(_ what: String, _ sentence: String) -> Stop {
    if hello.disclaimed.contains(.liveness) {
      return .failure(.server(sentence), EngineCall(id: callID, .end), replica: nil)
    }
    checker.report(.liveness, what, sentence, replica: server, time: now)
    trace(server ?? 0, what)
    return .violated
  }
}
