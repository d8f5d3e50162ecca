import Base

// The steps of a plan.
extension EngineWorld {
  func perform(_ step: EngineStep) throws(Stop) {
    let replica = step.replica == 0 ? server ?? 0 : step.replica - 1
    if replica == server, stage != nil {
      switch step.action {
      case .crash(let span), .cut(let span): crashServer(for: span, step)
      default: break
      }
      return
    }
    guard replica < replicas.count, replicas[replica].isOpen else {
      if replica < replicas.count { trace(replica, "is closed, so a step of it does not happen") }
      return
    }
    let cause = Self.key(UInt64(step.id), 0x73, 0x74)
    switch step.action {
    case .write(let intents): try write(intents, step, replica, cause)
    case .read: try read(replica)
    case .sync:
      trace(replica, "comes to the front")
      try wake(replica, online: isReachable(replica), cause: cause)
    case .backup:
      guard replicas[replica].isSaved else { return }
      try save(replica)
      replicas[replica].backup = replicas[replica].saved
      trace(replica, "a backup is made")
    case .restore: try restore(replica, step)
    case .clone(let number): try clone(replica, as: number - 1, step)
    case .crash(let span): try crash(replica, for: span, step)
    case .cut(let span): try cut(replica, for: span, step)
    case .offline(let span):
      count(.offline)
      replicas[replica].offlineUntil = now + span
      trace(replica, "has no network for \(span) ms")
      wakeLater(replica, at: now + span, cause)
    case .partition(let span):
      count(.partitions)
      beginPartition(step, for: span)
      for other in replicas.indices {
        wakeLater(other, at: now + span, Self.key(cause, UInt64(other), 0x70))
      }
    case .jump(let span):
      count(.clocks)
      replicas[replica].skew += span
      trace(replica, "its clock jumps by \(span) ms")
    }
  }

  /// The network of a replica comes back.
  private func wakeLater(_ replica: Int, at time: Int, _ cause: UInt64) {
    queue.add(
      .online(replica: replica, opening: replicas[replica].opening, cause: cause), at: time + 1)
  }

  // MARK: Crashes, backups and clones

  private func crash(_ replica: Int, for span: Int, _ step: EngineStep) throws(Stop) {
    guard replicas[replica].isSaved, let save = replicas[replica].saved else { return }
    count(.crashes)
    try readAll()
    try close(replica)
    checker.goBack(replica, to: save.view)
    trace(replica, "crashes; what it has not saved is lost")
    // A server knows what a client has sent since, so its files are never older than that.
    let keepsFiles =
      hello.persistence == .directory
      && (stage != nil || Self.key(UInt64(step.id), 1, 2) & 1 == 0)
    let opening = replicas[replica].opening
    queue.add(
      .open(replica: replica, opening: opening, state: .saved(keepsFiles: keepsFiles)),
      at: now + max(1, span))
  }

  /// A crash after which the end of what was saved, or of what was written since, is missing.
  private func cut(_ replica: Int, for span: Int, _ step: EngineStep) throws(Stop) {
    guard replicas[replica].isSaved, let save = replicas[replica].saved else { return }
    let draw = Self.key(UInt64(step.id), 1, 6)
    let state: Reopening
    if hello.persistence == .directory {
      try readAll()
      try close(replica)
      let cut = options.folder.flatMap { folder in
        replicas[replica].directory.flatMap { directory in
          folder.cut(directory, since: save.directory, by: draw)
        }
      }
      let what = cut.map { "\($0.bytes) bytes at the end of \($0.file)" }
      trace(replica, "crashes; \(what ?? "nothing that it has written since its save") is missing")
      if cut != nil { count(.cuts) }
      state = .saved(keepsFiles: true)
    } else {
      guard let bytes = save.bytes, !bytes.isEmpty else { return }
      count(.cuts)
      try readAll()
      try close(replica)
      let length = Int(draw.scaled(below: UInt64(bytes.count)))
      trace(replica, "crashes; of the \(bytes.count) bytes that it has saved \(length) are left")
      state = .cut(length: length)
    }
    checker.goBack(replica, to: save.view)
    queue.add(
      .open(replica: replica, opening: replicas[replica].opening, state: state),
      at: now + max(1, span))
  }

  private func restore(_ replica: Int, _ step: EngineStep) throws(Stop) {
    guard replicas[replica].isSaved, let backup = replicas[replica].backup else { return }
    count(.backups)
    try readAll()
    try close(replica)
    checker.goBack(replica, to: backup.view)
    replicas[replica].incarnation = step.id + 1
    replicas[replica].saved = backup
    trace(replica, "its backup is brought back")
    try open(replica, .backup)
  }

  private func clone(_ replica: Int, as clone: Int, _ step: EngineStep) throws(Stop) {
    guard clone < replicas.count, !replicas[clone].exists, clone != server,
      let save = replicas[replica].saved
    else { return }
    count(.clones)
    replicas[clone].saved = save
    replicas[clone].incarnation = step.id + 1
    checker.views[clone] = save.view
    checker.views[clone].shown = nil
    trace(clone, "is a copy of \(replicas[replica].name)")
    try open(clone, .saved(keepsFiles: false))
  }

  /// Reads every replica, so that it is known who knows what before one of them forgets it.
  func readAll() throws(Stop) {
    for replica in replicas.indices where replicas[replica].isOpen { try read(replica) }
  }

  // MARK: Writes

  private func write(
    _ intents: [EngineIntent], _ step: EngineStep, _ replica: Int, _ cause: UInt64
  ) throws(Stop) {
    let shown = try read(replica)
    var operations: [EngineOperation] = []
    let apply = checker.beginApply()
    for (place, intent) in intents.enumerated() {
      if let operation = operation(intent, step, place, shown, apply, replica) {
        operations.append(operation)
      }
    }
    guard !operations.isEmpty else {
      return trace(replica, "has nothing to remove")
    }
    outcome.writes += 1
    appliesOfCalls[callID + 1] = apply
    let reply = try perform(
      .apply(replica: replicas[replica].name, now: clock(replica), operations), replica)
    checker.settle(apply, reply.outcome, by: replica)
    if options.recordsHistory {
      outcome.history.append(
        EngineHistoryEntry(
          replica: replica, time: now, kind: .write(operations), apply: apply,
          outcome: reply.outcome))
    }
    let text = operations.map(\.description).joined(separator: ", ")
    let why = reply.error.map { " (\($0.code.rawValue) \($0.text))" } ?? ""
    trace(replica, "\(text) → \(reply.outcome.rawValue)\(why)")
    try take(reply, from: replica, cause: cause)
    let after = try read(replica)
    if reply.outcome == .ok, after != nil {
      let before = checker.violations.count
      checker.checkOwnWrites(of: apply, operations, by: replica, at: now)
      if checker.violations.count > before, let after {
        trace(replica, "shows after it \(EngineText.values(after.values))")
      }
    }
  }

  /// What a person's intent is, given what the replica shows; nil if there is nothing to do.
  private func operation(
    _ intent: EngineIntent, _ step: EngineStep, _ place: Int, _ shown: EngineShown?, _ apply: Int,
    _ replica: Int
  ) -> EngineOperation? {
    let key = intent.key
    let value = "v\(step.id)" + (place == 0 ? "" : "-\(place)")
    func add(_ kind: EngineWrite.Kind, _ field: String = "") {
      checker.add(
        kind, to: EngineCell(key: key, field: field), of: apply, by: replica, at: now)
    }
    switch intent {
    case .set:
      add(.write(value))
      return .set(key, value: value)
    case .put(_, let field):
      add(.write(value), "f\(field)")
      return .put(key, field: "f\(field)", value: value)
    case .drop(_, let field):
      guard shown?.cells[EngineCell(key: key, field: "f\(field)")] != nil else { return nil }
      add(.write(nil), "f\(field)")
      return .drop(key, field: "f\(field)")
    case .add(_, let isNegative):
      let count = checker.additionCount(key)
      guard count < EngineChecker.additionsMax else { return nil }
      add(.insert(isNegative ? "-" : "+"))
      return .add(key, amount: EngineChecker.amount(count, isNegative: isNegative))
    case .act:
      add(.act)
      return .act(key, draw: Int(Self.key(UInt64(step.id), UInt64(place), 5) >> 11))
    case .insertAgain:
      let removed = checker.removedElements(of: key, by: replica)
      let chosen = removed.min { left, right in
        Self.rank(left.value, step) < Self.rank(right.value, step)
      }
      guard let chosen else {
        add(.insert(value))
        return .insert(key, at: nil, value: value)
      }
      add(.insertAgain(chosen.write))
      return .insert(key, at: nil, value: chosen.value)
    case .insert, .append:
      let text = key.type == .text ? Self.letters(step, place) : value
      let elements = shown?.values[key]?.elements ?? []
      for element in key.type == .text ? text.unicodeScalars.map({ String($0) }) : [text] {
        add(.insert(element))
      }
      guard key.type.isOrdered else { return .insert(key, at: nil, value: text) }
      let isAppend = if case .append = intent { true } else { false }
      let at =
        isAppend
        ? elements.count
        : Int(Self.key(UInt64(step.id), UInt64(place), 3) >> 1) % (elements.count + 1)
      return .insert(key, at: at, value: text)
    case .remove:
      // The choice does not depend on what other elements there are.
      let elements = shown?.values[key]?.elements ?? []
      let chosen = elements.indices.min { left, right in
        Self.rank(elements[left], step) < Self.rank(elements[right], step)
      }
      guard let chosen, let write = checker.write(of: elements[chosen]) else { return nil }
      add(.remove(write))
      return .remove(key, at: key.type.isOrdered ? chosen : nil, value: elements[chosen])
    }
  }

  /// Letters that no other step writes.
  private static func letters(_ step: EngineStep, _ place: Int) -> String {
    let count = 1 + step.id % 3
    let first = 0x4E00 + UInt32(step.id % 2_000) * 10 + UInt32(place) * 3
    return String(
      String.UnicodeScalarView((0..<count).compactMap { Unicode.Scalar(first + UInt32($0)) }))
  }

  private static func rank(_ element: String, _ step: EngineStep) -> UInt64 {
    Self.key(Digest128.of(text: element).first, UInt64(step.id), 4)
  }
}
