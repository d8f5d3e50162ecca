import Base

// Opening, saving, reading and waking replicas.
extension EngineWorld {
  /// Opens a replica, new or with what it has saved.
  func open(_ replica: Int, _ state: Reopening) throws(Stop) {
    let save: EngineSave? =
      switch state {
      case .new: nil
      case .saved, .cut: replicas[replica].saved
      case .backup: replicas[replica].backup
      }
    let keepsFiles = if case .saved(let keeps) = state { keeps } else { false }
    let length: Int? = if case .cut(let length) = state { length } else { nil }
    replicas[replica].opening += 1
    let opening = replicas[replica].opening
    placeFiles(of: replica, save, keepsFiles: keepsFiles)
    let reply = try perform(
      self.opening(
        of: replica, with: length.map { Array(save?.bytes?.prefix($0) ?? []) } ?? save?.bytes),
      replica, mayFail: length != nil)
    if length != nil, reply.error != nil {
      checker.count(.durability)
      trace(replica, "refuses a save whose end is missing, and gets the whole of it")
      return try open(replica, .saved(keepsFiles: false))
    }
    replicas[replica].isOpen = true
    replicas[replica].exists = true
    replicas[replica].isUnread = true
    trace(replica, startText(of: replica, isNew: save == nil))
    try take(reply, from: replica, cause: Self.key(4, UInt64(replica), UInt64(opening)))
    if let save {
      try read(replica)
      if let shown = save.view.shown {
        checker.checkRestart(replica, savedAs: shown, isExact: !keepsFiles, at: now)
      }
    }
    queue.add(
      .online(
        replica: replica, opening: opening, cause: Self.key(5, UInt64(replica), UInt64(opening))),
      at: now + 10)
    if replicas[replica].isSaved, replicas[replica].isUnsaved { try self.save(replica) }
  }

  private func startText(of replica: Int, isNew: Bool) -> String {
    let skew = replicas[replica].skew
    return (isNew ? "starts as a new replica" : "starts with what it has saved")
      + (skew == 0 ? "" : "; its clock is \(abs(skew)) ms \(skew > 0 ? "ahead" : "behind")")
  }

  private func opening(of replica: Int, with saved: [UInt8]?) -> EngineCall.Body {
    let draw = randomness.draw(
      EnginePurpose.opening, who: UInt64(replica), day: Int32(replicas[replica].opening))
    return .open(
      EngineOpening(
        replica: replicas[replica].name, role: replicas[replica].role,
        incarnation: replicas[replica].incarnation, seed: draw.first >> 11,
        now: clock(replica), saved: saved, directory: replicas[replica].directory,
        server: stage?.address(of: replica)))
  }

  private func placeFiles(of replica: Int, _ save: EngineSave?, keepsFiles: Bool) {
    guard hello.persistence == .directory, let folder = options.folder else { return }
    let name = "\(replicas[replica].name)-\(replicas[replica].opening)"
    if let copy = save?.directory {
      if !keepsFiles || replicas[replica].directory == nil {
        replicas[replica].directory = folder.copy(copy, to: name)
      }
    } else {
      replicas[replica].directory = folder.create(name)
    }
  }

  /// Ends a replica without saving it.
  func close(_ replica: Int) throws(Stop) {
    try perform(.close(replica: replicas[replica].name), replica)
    stage?.network.order { $0.cuts.insert(replica) }
    replicas[replica].isOpen = false
    replicas[replica].held = []
    replicas[replica].wakeNumber += 1
    replicas[replica].saveIsPlanned = false
  }

  /// Saves a replica; then its messages leave.
  func save(_ replica: Int) throws(Stop) {
    replicas[replica].saveIsPlanned = false
    guard replicas[replica].isUnsaved || replicas[replica].saved == nil || stage != nil else {
      return
    }
    try read(replica)
    outcome.saves += 1
    let reply = try perform(.save(replica: replicas[replica].name, now: clock(replica)), replica)
    var save = EngineSave(bytes: reply.saved, directory: nil, view: checker.views[replica])
    switch hello.persistence {
    case .nothing: break
    case .bytes:
      guard reply.saved != nil else {
        throw .failure(
          .misspoke(
            "The reply to 'save' has no 'saved', and 'hello' said that the engine persists bytes."),
          EngineCall(id: callID, .save(replica: replicas[replica].name, now: 0)),
          replica: replica)
      }
    case .directory:
      if let folder = options.folder, let path = replicas[replica].directory {
        let name = "save-\(replicas[replica].name)-\(outcome.calls)"
        save.directory = folder.copy(path, to: name)
      }
    }
    replicas[replica].saved = save
    replicas[replica].isUnsaved = false
    let held = replicas[replica].held
    replicas[replica].held = []
    for message in held { send(message, from: replica) }
  }

  /// Reads all keys of a replica, if something has happened since the last time.
  @discardableResult
  func read(_ replica: Int) throws(Stop) -> EngineShown? {
    guard replicas[replica].isOpen, !keys.isEmpty else { return nil }
    // An engine with sockets can change between two calls.
    guard replicas[replica].isUnread || stage != nil else { return checker.views[replica].shown }
    let reply = try perform(
      .read(replica: replicas[replica].name, now: clock(replica), keys), replica)
    replicas[replica].isUnread = false
    replicas[replica].isUnreadable = reply.error?.code == .temporarilyUnavailable
    guard reply.error == nil else {
      checker.views[replica].shown = nil
      return nil
    }
    if options.recordsHistory {
      outcome.history.append(
        EngineHistoryEntry(
          replica: replica, time: now, kind: .read(reply.values), apply: nil, outcome: .ok))
    }
    let before = checker.views[replica].shown
    let shown = checker.observe(reply.values, version: reply.version, by: replica, at: now)
    if shown.values != before?.values {
      trace(replica, "shows \(EngineText.values(shown.values))")
    }
    return shown
  }

  func wake(_ replica: Int, online: Bool, cause: UInt64) throws(Stop) {
    let reply = try perform(
      .wake(replica: replicas[replica].name, now: clock(replica), online: online), replica)
    try take(reply, from: replica, cause: cause)
  }

  // MARK: Replies

  /// What a reply brings: messages, outcomes, and when to wake the replica.
  func take(_ reply: EngineReply, from replica: Int, cause: UInt64) throws(Stop) {
    replicas[replica].isUnread = true
    replicas[replica].isUnsaved = true
    for settled in reply.settled {
      guard let apply = appliesOfCalls[settled.apply] else {
        throw misspoke("'settled' names the apply \(settled.apply), which there was not.", replica)
      }
      checker.settle(apply, settled.result, by: replica)
      trace(replica, "the write of call \(settled.apply) is settled: \(settled.result.rawValue)")
    }
    switch reply.wake {
    case .unchanged: break
    case .never: replicas[replica].wakeNumber += 1
    case .after(let span):
      replicas[replica].wakeNumber += 1
      queue.add(
        .wake(
          replica: replica, number: replicas[replica].wakeNumber, cause: Self.key(cause, 0x77, 0)),
        at: now + max(1, span))
    }
    guard stage == nil || reply.messages.isEmpty else {
      throw misspoke(
        "'\(replicas[replica].name)' hands over a message, although its network is its own.",
        replica)
    }
    let outgoing = try outgoing(reply.messages, from: replica, cause: cause)
    guard replicas[replica].isSaved else {
      for message in outgoing { send(message, from: replica) }
      return
    }
    replicas[replica].held += outgoing
    if saveDelay == 0 || replicas[replica].saved == nil {
      try save(replica)
    } else if !replicas[replica].saveIsPlanned {
      replicas[replica].saveIsPlanned = true
      queue.add(
        .save(replica: replica, opening: replicas[replica].opening), at: now + saveDelay)
    }
  }

  /// What a client with sockets has sent cannot be held back until its bytes are saved, so they are
  /// saved after each call.
  private var saveDelay: Int {
    stage != nil && hello.persistence == .bytes ? 0 : plan.saveDelay
  }

  func misspoke(_ sentence: String, _ replica: Int) -> Stop {
    .failure(
      .misspoke("The adapter is wrong: \(sentence)"), EngineCall(id: callID, .end),
      replica: replica)
  }

  /// The address of a message or of a draw: equal in every run in which the same thing has
  /// happened for the same reason, whatever else has.
  static func key(_ a: UInt64, _ b: UInt64, _ c: UInt64) -> UInt64 {
    Digest128.mix(a, b, c, 0x656E_6769_6E65_6B65).first
  }
}
