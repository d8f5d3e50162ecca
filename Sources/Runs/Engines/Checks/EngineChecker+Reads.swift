// What must hold whenever a replica is read.
extension EngineChecker {
  /// A replica was read.
  @discardableResult
  mutating func observe(
    _ values: [EngineKey: EngineValue], version: String?, by replica: Int, at time: Int
  ) -> EngineShown {
    let shown = decoded(values, by: replica, at: time)
    if let version { check(version: version, of: values, replica, time) }
    checkRefused(shown, replica, time)
    if let before = views[replica].shown { checkMonotony(before, shown, replica, time) }
    checkGone(shown, replica, time)
    checkCausality(shown, replica, time)
    checkAtomicity(shown, replica, time)
    remember(shown, by: replica)
    return shown
  }

  private mutating func remember(_ shown: EngineShown, by replica: Int) {
    let before = views[replica].shown
    views[replica].known.formUnion(shown.elements)
    for write in shown.cells.values {
      views[replica].known.insert(write)
      views[replica].known.formUnion(writes[write].supersedes)
    }
    for element in before?.elements.subtracting(shown.elements) ?? []
    where !removals(of: element).isEmpty {
      views[replica].gone.insert(element)
      // Which of several removals did it does not matter: the element is gone.
      for removal in removals(of: element) { views[replica].known.insert(removal) }
    }
    for element in views[replica].gone.elements
    where shown.elements.contains(element) && mayBeBack(element) {
      views[replica].gone.remove(element)
      for write in returns(of: element) { views[replica].known.insert(write) }
    }
    for (cell, write) in before?.cells ?? [:] where shown.cells[cell] == nil {
      for (number, other) in writes.enumerated()
      where other.cell == cell && other.kind == .write(nil) && other.supersedes.contains(write) {
        views[replica].known.insert(number)
      }
    }
    views[replica].shown = shown
  }

  /// What a write brings, in words.
  func text(_ write: Int) -> String {
    switch writes[write].kind {
    case .write(let value): value.map { "'\($0)'" } ?? "the removal"
    case .insert(let value):
      if writes[write].cell.key.type == .counter { amountText(write) } else { "'\(value)'" }
    case .remove(let element): "the removal of \(text(element))"
    case .insertAgain(let element): "the second insertion of \(text(element))"
    case .act: "an action"
    }
  }

  private func amountText(_ write: Int) -> String {
    "the addition of \(amount(of: write))"
  }

  // MARK: Single checks

  private mutating func checkRefused(_ shown: EngineShown, _ replica: Int, _ time: Int) {
    for write in shown.elements.elements + shown.cells.values.sorted()
    where writes[write].refusedBy == replica {
      report(
        .integrity, "a replica shows a write that it has refused",
        "\(name(replica)) shows \(text(write)) in \(writes[write].cell), and it has refused it",
        replica: replica, time: time)
    }
  }

  private mutating func checkMonotony(
    _ before: EngineShown, _ shown: EngineShown, _ replica: Int, _ time: Int
  ) {
    count(.monotonicReads)
    for element in before.elements.subtracting(shown.elements)
    where writes[element].isSecured && removals(of: element).isEmpty {
      noteRegression(
        element: element, "a replica no longer shows what it showed",
        "\(name(replica)) showed \(text(element)) in \(writes[element].cell), no longer does, and "
          + "no one has removed it", replica, time)
    }
    for (cell, write) in before.cells.sorted(by: { $0.value < $1.value })
    where writes[write].isSecured {
      guard let now = shown.cells[cell] else {
        let isDropped = writes.contains {
          $0.cell == cell && $0.kind == .write(nil) && $0.outcome != .refused
        }
        if !isDropped {
          noteRegression(
            cell: write, "a replica no longer shows what it showed",
            "\(name(replica)) showed \(text(write)) in \(cell), shows nothing there now, and no one "
              + "has dropped it", replica, time)
        }
        continue
      }
      if writes[write].supersedes.contains(now) {
        noteRegression(
          cell: write, "a replica goes back to a value that was replaced",
          "\(name(replica)) showed \(text(write)) in \(cell), and then \(text(now)) again, which "
            + "\(text(write)) had replaced", replica, time)
      }
    }
  }

  /// What a replica no longer shows is lost if it stays away, and else was only away for a while.
  /// Which of the two it is turns out in the end.
  private mutating func noteRegression(
    element: Int? = nil, cell: Int? = nil, _ what: String, _ detail: String, _ replica: Int,
    _ time: Int
  ) {
    let isOverwritten = cell.map { mayBeOverwritten($0) } ?? false
    regressions.append(
      EngineRegression(
        element: element, property: isOverwritten ? .lostUpdates : .monotonicReads,
        what: isOverwritten ? Self.fieldLost : what, detail: detail, replica: replica, time: time))
  }

  /// Reports the regressions that are no losses, given what is wrong in the end.
  mutating func reportRegressions(problemsAtEnd problems: [EngineViolation]) {
    for regression in regressions {
      let isBack =
        regression.element.map { element in
          views.contains { $0.shown?.elements.contains(element) ?? false }
        } ?? false
      guard problems.isEmpty || isBack else { continue }
      report(
        regression.property, regression.what, regression.detail, replica: regression.replica,
        time: regression.time)
    }
    regressions = []
  }

  private mutating func checkGone(_ shown: EngineShown, _ replica: Int, _ time: Int) {
    for element in views[replica].gone.elements {
      let isGone = removals(of: element).contains { writes[$0].isSecured }
      // What disappeared by a removal of its own that was refused is back rightly, even if
      // another replica has removed it.
      let mayReturn = removals(of: element).contains {
        writes[$0].replica == replica && writes[$0].outcome != .ok
      }
      guard isGone, !mayReturn, !mayBeBack(element) else { continue }
      count(.noResurrection)
      if shown.elements.contains(element) {
        views[replica].gone.remove(element)
        report(
          .noResurrection, "a removed element comes back",
          "\(name(replica)) shows \(text(element)) in \(writes[element].cell) again, which it had "
            + "shown as removed", replica: replica, time: time)
      }
    }
  }

  private mutating func checkCausality(_ shown: EngineShown, _ replica: Int, _ time: Int) {
    count(.causality)
    for write in shown.elements.elements + shown.cells.values.sorted()
    where writes[write].isSecured {
      let missing = writes[write].context.subtracting(shown.elements).first {
        writes[$0].isSecured && removals(of: $0).isEmpty
      }
      guard let missing else { continue }
      return report(
        .causality, "a replica shows a write without what its author had seen",
        "\(name(replica)) shows \(text(write)) in \(writes[write].cell), but not \(text(missing)) "
          + "in \(writes[missing].cell), which \(name(writes[write].replica)) showed when it wrote "
          + "that", replica: replica, time: time)
    }
  }

  private mutating func checkAtomicity(_ shown: EngineShown, _ replica: Int, _ time: Int) {
    for apply in applies where apply.count > 1 {
      let elements = apply.filter { writes[$0].isElement && removals(of: $0).isEmpty }
      guard elements.count > 1, writes[elements[0]].outcome != .refused else { continue }
      count(.atomicity)
      guard let present = elements.first(where: { shown.elements.contains($0) }),
        let missing = elements.first(where: { !shown.elements.contains($0) })
      else { continue }
      return report(
        .atomicity, "a replica shows a part of a transaction",
        "\(name(replica)) shows \(text(present)) in \(writes[present].cell), but not "
          + "\(text(missing)) in \(writes[missing].cell), which were written together",
        replica: replica, time: time)
    }
  }

  // MARK: Own writes

  /// A replica has acknowledged an `apply` and was read after it.
  mutating func checkOwnWrites(
    of apply: Int, _ operations: [EngineOperation], by replica: Int, at time: Int
  ) {
    guard let shown = views[replica].shown else { return }
    count(.readYourWrites)
    for write in applies[apply] {
      let cell = writes[write].cell
      let isShown =
        switch writes[write].kind {
        case .insert: shown.elements.contains(write)
        case .remove(let element): !shown.elements.contains(element)
        case .insertAgain(let element): shown.elements.contains(element)
        case .write(let value): value == nil ? shown.cells[cell] == nil : shown.cells[cell] == write
        case .act: true
        }
      if !isShown {
        let what =
          shown.cells[cell].map { "it shows \(text($0))" } ?? "it shows \(shownText(cell, shown))"
        return report(
          .readYourWrites, "a replica does not show its own write",
          "\(name(replica)) has acknowledged \(text(write)) in \(cell), and does not show it: "
            + what, replica: replica, time: time)
      }
    }
    for case .insert(let key, .some(let place), let value) in operations {
      let elements = shown.values[key]?.elements ?? []
      let inserted = key.type == .text ? value.unicodeScalars.map { String($0) } : [value]
      if Array(elements.dropFirst(place).prefix(inserted.count)) != inserted {
        return report(
          .readYourWrites, "a replica shows its own insertion at another place",
          "\(name(replica)) has inserted '\(value)' at \(place) of \(key), and shows "
            + shownText(EngineCell(key: key), shown), replica: replica, time: time)
      }
    }
  }

  private func shownText(_ cell: EngineCell, _ shown: EngineShown) -> String {
    "\(shown.values[cell.key] ?? .empty(cell.key.type))"
  }

  // MARK: Restarts

  /// A replica was opened with a saved state, and was read.
  ///
  /// - Parameter isExact: whether its files may be no newer than the save.
  mutating func checkRestart(
    _ replica: Int, savedAs saved: EngineShown, isExact: Bool, at time: Int
  ) {
    guard let shown = views[replica].shown else { return }
    count(.durability)
    let lost = saved.elements.subtracting(shown.elements).first { isExact || !mayBeRemoved($0) }
    if let lost {
      return report(
        .durability, "a replica does not show what it had saved",
        "\(name(replica)) showed \(text(lost)) in \(writes[lost].cell) when it was saved, and does "
          + "not when it is opened again", replica: replica, time: time)
    }
    guard isExact else { return }
    if saved.values != shown.values {
      report(
        .durability, "a replica does not show what it had saved",
        "\(name(replica)) shows something else than when it was saved: "
          + EngineText.difference(shown.values, saved.values), replica: replica, time: time)
    }
  }
}
