// What must hold when the network has healed and everything was delivered.
extension EngineChecker {
  /// What is wrong in the end; nothing if all is well.
  mutating func problemsAtEnd(at time: Int) -> [EngineViolation] {
    let before = violations.count
    let shown = views.indices.compactMap { replica in
      views[replica].shown.map { (replica: replica, shown: $0) }
    }
    guard let first = shown.first else { return [] }
    count(.convergence)
    for other in shown.dropFirst() where other.shown.values != first.shown.values {
      reportDifference(first, other, time)
      break
    }
    if violations.count == before {
      checkElements(first.shown, time)
      checkReturns(first.shown, time)
      checkCells(first.shown, time)
      checkLimits(first.shown, time)
    }
    return takeViolations(from: before)
  }

  private mutating func reportDifference(
    _ left: (replica: Int, shown: EngineShown), _ right: (replica: Int, shown: EngineShown),
    _ time: Int
  ) {
    report(
      .convergence, "replicas show different values in the end",
      "\(name(left.replica)) and \(name(right.replica)) show "
        + EngineText.difference(left.shown.values, right.shown.values),
      replica: right.replica, time: time)
  }

  private mutating func checkElements(_ shown: EngineShown, _ time: Int) {
    for (number, write) in writes.enumerated() where write.isElement {
      let isShown = shown.elements.contains(number)
      let isCounter = write.cell.key.type == .counter
      count(isCounter ? .counterExactness : .acknowledgedWrites)
      if write.outcome == .refused, isShown {
        report(
          .integrity, "a refused write has an effect",
          "\(text(number)) in \(write.cell) was refused, and all replicas show it", replica: nil,
          time: time)
      } else if write.isSecured, !isShown, !removals(of: number).isEmpty, !mayBeRemoved(number) {
        report(
          .integrity, "a refused write has an effect",
          "the removal of \(text(number)) from \(write.cell) was refused, and no replica shows it",
          replica: nil, time: time)
      } else if write.isSecured, !isShown, !mayBeRemoved(number) {
        report(
          isCounter ? .counterExactness : .acknowledgedWrites,
          isCounter ? "an acknowledged addition is lost" : "an acknowledged write is lost",
          "\(name(write.replica)) has acknowledged \(text(number)) in \(write.cell) at "
            + "\(EngineText.time(write.time)), and no replica shows it in the end",
          replica: write.replica, time: time)
      }
      guard !mayBeBack(number),
        let removal = removals(of: number).first(where: { writes[$0].isSecured })
      else { continue }
      count(.noResurrection)
      if isShown {
        report(
          .noResurrection, "a removed element is there in the end",
          "\(name(writes[removal].replica)) has acknowledged the removal of \(text(number)) from "
            + "\(write.cell) at \(EngineText.time(writes[removal].time)), and all replicas show it",
          replica: writes[removal].replica, time: time)
      }
    }
  }

  /// What was removed once, and inserted again by someone who knew of that, is there.
  private mutating func checkReturns(_ shown: EngineShown, _ time: Int) {
    for (number, write) in writes.enumerated() where write.isSecured {
      guard case .insertAgain(let element) = write.kind, writes[element].isSecured,
        removals(of: element).count == 1,
        removals(of: element).allSatisfy({ removal in
          removal < number && writes[removal].isSecured
        })
      else { continue }
      count(.acknowledgedWrites)
      guard !shown.elements.contains(element) else { continue }
      report(
        .acknowledgedWrites, "an element that was inserted again is lost",
        "\(name(write.replica)) has acknowledged at \(EngineText.time(write.time)) that it inserts "
          + "\(text(element)) into \(write.cell) again, which had been removed, and no replica "
          + "shows it in the end", replica: write.replica, time: time)
    }
  }

  private mutating func checkLimits(_ shown: EngineShown, _ time: Int) {
    for (key, value) in shown.values.sorted(by: { $0.key < $1.key }) {
      guard let limit = key.limit else { continue }
      count(.capacity)
      let elements = value.elements
      if elements.count > limit {
        report(
          .capacity, "a set with a limit has more elements in the end",
          "all replicas show \(elements.count) elements in \(key), which may have \(limit)",
          replica: nil, time: time)
      }
    }
  }

  private mutating func checkCells(_ shown: EngineShown, _ time: Int) {
    var cells: [EngineCell] = []
    var numbers: [EngineCell: [Int]] = [:]
    for (number, write) in writes.enumerated() {
      guard case .write = write.kind else { continue }
      if numbers[write.cell] == nil { cells.append(write.cell) }
      numbers[write.cell, default: []].append(number)
    }
    for cell in cells { checkCell(cell, numbers[cell] ?? [], shown.cells[cell], time) }
  }

  private mutating func checkCell(
    _ cell: EngineCell, _ all: [Int], _ shown: Int?, _ time: Int
  ) {
    count(cell.key.type == .map ? .lostUpdates : .acknowledgedWrites)
    if let shown {
      if writes[shown].outcome == .refused {
        report(
          .integrity, "a refused write has an effect",
          "\(text(shown)) in \(cell) was refused, and all replicas show it", replica: nil,
          time: time)
      }
      let later = all.first { writes[$0].isSecured && writes[$0].supersedes.contains(shown) }
      guard let later else { return }
      if writes[later].kind == .write(nil), !mayBeOverwritten(later) {
        return report(
          .noResurrection, "a dropped field is there in the end",
          "\(name(writes[later].replica)) has acknowledged that \(cell) is dropped, and all "
            + "replicas show \(text(shown))", replica: writes[later].replica, time: time)
      }
      return reportLost(later, "all replicas show \(text(shown)), which it had replaced", time)
    }
    let mayBeEmpty = all.contains { number in
      writes[number].kind == .write(nil) && writes[number].outcome != .refused
    }
    guard !mayBeEmpty, let lost = all.last(where: { writes[$0].isSecured }) else { return }
    reportLost(lost, "no replica shows anything there in the end", time)
  }

  private mutating func reportLost(_ lost: Int, _ instead: String, _ time: Int) {
    let write = writes[lost]
    let isOverwritten = mayBeOverwritten(lost)
    report(
      isOverwritten ? .lostUpdates : .acknowledgedWrites,
      isOverwritten
        ? Self.fieldLost
        : "an acknowledged write is lost",
      "\(name(write.replica)) has acknowledged \(text(lost)) in \(write.cell) at "
        + "\(EngineText.time(write.time)), and \(instead)", replica: write.replica, time: time)
  }

  static let fieldLost = "a write of a field is lost to a write of another field"

  /// Whether someone else has written another field of the same map: an engine that writes whole
  /// maps then loses one of the two.
  func mayBeOverwritten(_ number: Int) -> Bool {
    let write = writes[number]
    return write.cell.key.type == .map
      && writes.contains { other in
        other.cell.key == write.cell.key && other.cell.field != write.cell.field
          && other.replica != write.replica && other.outcome != .refused
      }
  }
}
