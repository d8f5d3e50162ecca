import Benchmarking
import CommandLineKit
import RunPipeline
import SystemLibrary

/// Measures workloads, each run in a process of its own.
struct BenchMeasurement {
  private let folder: BenchFolder
  private let repetitions: Int
  private let showsProgress: Bool

  init(repetitions: Int) throws(CommandError) {
    folder = try BenchFolder()
    self.repetitions = repetitions
    showsProgress = Terminal.isRewritable
  }

  /// What cannot be measured on this machine, and how that can be changed.
  static func obstacles(to figures: [BenchmarkFigure]) -> [(figures: [BenchmarkFigure], String)] {
    var found: [(figures: [BenchmarkFigure], String)] = []
    let (instructions, allocations) = (
      figures.filter(\.needsInstructions), figures.filter(\.needsAllocations)
    )
    if !instructions.isEmpty, let obstacle = InstructionCounter.obstacle {
      found.append((instructions, obstacle))
    }
    if !allocations.isEmpty, AllocationCounter() == nil {
      found.append((allocations, AllocationCounter.obstacle))
    }
    return found
  }

  /// Measures the figures of each workload: first the times, while nothing else runs, then counts.
  func measure(_ selections: [BenchSelection]) throws(CommandError) -> BenchmarkResult {
    defer { if showsProgress { Terminal.writeError("\r\u{1B}[K") } }
    let runs = try times(selections)
    var workloads = zip(selections, runs).map { selection, runs in
      Self.workload(selection, runs)
    }
    try addInstructions(selections, runs, to: &workloads)
    try addAllocations(selections, runs, to: &workloads)
    for place in workloads.indices {
      workloads[place].figures = BenchmarkFigure.allCases.compactMap { workloads[place][$0] }
    }
    return BenchmarkResult(
      program: Shakeout.identity, machine: BenchMachine.fingerprint, repetitions: repetitions,
      workloads: workloads)
  }

  /// All runs of each workload, by turns, so that what the machine does in the meantime meets all.
  private func times(
    _ selections: [BenchSelection]
  ) throws(CommandError) -> [[WorkloadCounts]] {
    guard let program = HostSystem.programPath else {
      throw CommandError("This program does not know its own path.")
    }
    var runs = selections.map { _ in [WorkloadCounts]() }
    for turn in 0..<repetitions {
      for (number, selection) in selections.enumerated() {
        let isSampled = selection.figures.contains { $0.kind == .sampled }
        // The first run is for what every run counts alike.
        if turn > 0 && !isSampled { continue }
        show("\(selection.scenario): \(turn + 1) of \(isSampled ? repetitions : 1)")
        let name = "time-\(number)-\(turn)"
        let ended = try folder.run(
          program,
          ["bench", "run"] + selection.words() + ["--child", "--out", "\(folder.path)/\(name)"]
            + (selection.figures.contains(.userTimeRatio)
              ? ["--figure", BenchmarkFigure.userTimeRatio.rawValue] : []),
          as: name)
        runs[number].append(try WorkloadCounts(try BenchFolder.json(ended, "shakeout")))
        // The files of many runs would fill a disk.
        folder.remove(name)
      }
    }
    return runs
  }

  private func show(_ text: String) {
    if showsProgress {
      Terminal.writeError("\r\("Measuring \(text)".prefix(Terminal.width - 1))\u{1B}[K")
    }
  }

  private static func workload(
    _ selection: BenchSelection, _ runs: [WorkloadCounts]
  ) -> MeasuredWorkload {
    let first = runs[0]
    var workload = MeasuredWorkload(
      name: selection.name ?? first.name, scenario: selection.scenario, people: first.people,
      days: first.days,
      seed: first.seed, settings: selection.settings)
    let counts: [(BenchmarkFigure, Double)] = [
      (.operations, Double(first.operations)), (.messages, Double(first.messages)),
      (.datasetBytes, Double(first.datasetBytes)),
      (.datasetBytesPerPersonDay, share(first.factsBytes, first.personDays)),
    ]
    for (figure, value) in counts where selection.figures.contains(figure) {
      workload.add(value, of: figure)
    }
    for run in runs {
      if selection.figures.contains(.peakMemoryBytes) {
        workload.add(Double(run.peakMemoryBytes), of: .peakMemoryBytes)
      }
      if selection.figures.contains(.userTimeRatio), run.calibrationSeconds > 0 {
        workload.add(run.userSeconds / run.calibrationSeconds, of: .userTimeRatio)
      }
    }
    return workload
  }

  private static func share(_ part: Int64, _ whole: Int64) -> Double {
    Double(part) / Double(max(whole, 1))
  }

  private func addInstructions(
    _ selections: [BenchSelection], _ runs: [[WorkloadCounts]],
    to workloads: inout [MeasuredWorkload]
  ) throws(CommandError) {
    var wanted: [(place: Int, run: InstructionCounter.Run)] = []
    for (place, selection) in selections.enumerated()
    where selection.figures.contains(where: \.needsInstructions) {
      wanted.append((place, InstructionCounter.Run(selection: selection, factor: 1)))
      guard selection.figures.contains(.marginalInstructionsPerOperation) else { continue }
      var sized = selection
      sized.people = runs[place][0].people
      // It would undo the other size.
      sized.settings.removeAll { $0.hasPrefix("people=") }
      wanted.append((place, InstructionCounter.Run(selection: sized, factor: 2)))
    }
    guard !wanted.isEmpty else { return }
    show("instructions")
    let counts = try InstructionCounter(in: folder).count(wanted.map(\.run))
    for (place, selection) in selections.enumerated() {
      let own = zip(wanted, counts).filter { $0.0.place == place }
      guard let whole = own.first(where: { $0.0.run.factor == 1 })?.1 else { continue }
      if selection.figures.contains(.instructionsPerOperation) {
        workloads[place].add(
          Self.share(whole.instructions, whole.operations), of: .instructionsPerOperation)
      }
      if selection.figures.contains(.instructionsPerEnrolledDay) {
        workloads[place].add(
          Self.share(whole.instructions, runs[place][0].enrolledDays),
          of: .instructionsPerEnrolledDay)
      }
      if let double = own.first(where: { $0.0.run.factor == 2 })?.1,
        double.operations > whole.operations
      {
        workloads[place].add(
          Self.share(
            double.instructions - whole.instructions, double.operations - whole.operations),
          of: .marginalInstructionsPerOperation)
      }
    }
  }

  private func addAllocations(
    _ selections: [BenchSelection], _ runs: [[WorkloadCounts]],
    to workloads: inout [MeasuredWorkload]
  ) throws(CommandError) {
    for (place, selection) in selections.enumerated()
    where selection.figures.contains(where: \.needsAllocations) {
      guard let counter = AllocationCounter() else {
        throw CommandError(AllocationCounter.obstacle)
      }
      show("\(selection.scenario): allocations")
      let count = try counter.count(
        selection, runs[place][0], in: folder, as: "allocations-\(place)")
      if selection.figures.contains(.allocationsPerThousandOperations) {
        workloads[place].add(
          1_000 * Self.share(count.allocations, count.operations),
          of: .allocationsPerThousandOperations)
      }
      if selection.figures.contains(.allocatedBytesPerFamily) {
        workloads[place].add(
          Self.share(count.bytes, count.families), of: .allocatedBytesPerFamily)
      }
    }
  }
}

extension BenchmarkFigure {
  /// Whether it takes a run under valgrind.
  var needsInstructions: Bool {
    switch self {
    case .instructionsPerOperation, .instructionsPerEnrolledDay,
      .marginalInstructionsPerOperation:
      true
    default: false
    }
  }

  /// Whether it takes a run of the program whose allocator counts.
  var needsAllocations: Bool {
    self == .allocationsPerThousandOperations || self == .allocatedBytesPerFamily
  }
}
