import CMicroHTTPD
import Chronology
import ServiceCore
import SyncCore
import SystemLibrary

extension ServiceLoop {
  /// Decides the requests that have arrived, writes what they leave as one transaction, and then
  /// answers.
  func performRound() {
    // Connections may have ended while others were waited for.
    if round.isEmpty { return }
    let contexts = round
    round.removeAll(keepingCapacity: true)
    for context in contexts { context.isInRound = false }
    let begun = ServiceClock.monotonicNanoseconds
    let now = clock.now()
    metrics.noteBatch(of: contexts.count)
    var outcomes: [ServiceOutcome] = []
    outcomes.reserveCapacity(contexts.count)
    var changed: [UInt32] = []
    // Whether there is something that the storage may have written.
    var isWriting = false
    do throws(StorageError) {
      guard service != nil else { throw .stopped }
      try service?.begin()
      for context in contexts {
        guard let call = call(of: context),
          let outcome = service?.perform(call, now: now)
        else { continue }
        outcomes.append(outcome)
      }
      let decided = ServiceClock.monotonicNanoseconds
      isWriting = true
      let count = try service?.commit() ?? 0
      isWriting = count > 0
      if isWriting {
        let written = ServiceClock.monotonicNanoseconds
        metrics.noteCommit(seconds: Double(written - decided) / 1e9)
        let answered = outcomes.count {
          if case .answer = $0 { true } else { false }
        }
        gathering.wrote(answered, in: written - decided, at: written)
      }
      try confirmRight()
      changed = service?.changed ?? []
    } catch {
      if service != nil { storageFailed(error) }
      // Without room or a turn nothing was written. After another error the transaction may be
      // there, and 503 would say that it is not.
      let isUnknown = isWriting && error != .full && error != .busy
      let answer = isUnknown ? nil : ServiceAnswer(.storageFailed)
      for context in contexts { resume(context, answer) }
      return
    }
    for (context, outcome) in zip(contexts, outcomes) {
      switch outcome {
      case .answer(let answer): resume(context, answer)
      case .wait(let wait):
        self.wait(context, wait, since: begun)
        // The library suspends it when it asks.
        hasAnswers = true
      }
    }
    if !changed.isEmpty { wake(changed, now: now) }
  }

  /// Decides a request over a storage that keeps nothing. No transaction waits for others there, so
  /// the library gets the answer before it has finished with the request, and sends it at once.
  func performAtOnce(_ context: RequestContext) -> MHD_Result {
    metrics.noteBatch(of: 1)
    let now = clock.now()
    do throws(StorageError) {
      try service?.begin()
      if context.route == .exchange { return try exchangeAtOnce(context, now: now) }
      guard let call = call(of: context), let outcome = service?.perform(call, now: now) else {
        throw .stopped
      }
      _ = try service?.commit()
      if let changed = service?.changed { wake(changed, now: now) }
      switch outcome {
      case .answer(let answer): return self.answer(context, answer)
      case .wait(let wait):
        self.wait(context, wait, since: turnTime)
        return suspend(context)
      }
    } catch {
      if service != nil { storageFailed(error) }
      return answer(context, ServiceAnswer(.storageFailed))
    }
  }

  private func wait(_ context: RequestContext, _ wait: NewsWait, since begun: Int64) {
    waiting.add(context, wait, until: begun + Int64(wait.seconds) * 1_000_000_000)
  }

  private func exchangeAtOnce(
    _ context: RequestContext, now: Instant
  ) throws(StorageError) -> MHD_Result {
    var problem: Problem?
    context.body.withUnsafeBufferPointer { body in
      do throws(Problem) {
        try service?.exchange(body, token: context.token, now: now)
      } catch {
        problem = error
      }
    }
    _ = try service?.commit()
    if let changed = service?.changed { wake(changed, now: now) }
    if let problem { return answer(context, ServiceAnswer(problem)) }
    return service?.withMessage { type, message in
      answer(context, 200, type, UnsafeRawBufferPointer(message))
    } ?? httpd_no
  }

  private func call(of context: RequestContext) -> ServiceCall? {
    guard let route = context.route else { return nil }
    return ServiceCall(route, token: context.token, key: context.key, body: context.body)
  }

  /// Answers those who wait for the changed scopes. Only a commit leads here.
  private func wake(_ scopes: [UInt32], now: Instant) {
    if waiting.isEmpty || scopes.isEmpty { return }
    for (number, wait) in waiting.waiting(for: scopes) {
      if let answer = service?.news(for: wait, now: now) { finish(number, answer) }
    }
  }

  /// Answers those whose time is over.
  func endWaits(at now: Int64) {
    if waiting.isEmpty { return }
    for number in waiting.overdue(at: now) { finish(number, .done) }
  }

  func finish(_ number: Int, _ answer: ServiceAnswer) {
    if let context = waiting.remove(number) { resume(context, answer) }
  }

  /// Lets a request go on; without an answer its connection is closed.
  private func resume(_ context: RequestContext, _ answer: ServiceAnswer?) {
    hasAnswers = true
    // The library takes an answer outside of its call, since it has no threads here: one turn less
    // until it leaves.
    if let answer, !context.isSuspended, self.answer(context, answer) == httpd_yes { return }
    context.answer = answer
    context.isDropped = answer == nil
    if context.isSuspended {
      context.isSuspended = false
      MHD_resume_connection(context.connection)
    }
  }
}
