/// TRN-3: where a reading of the health store goes on; the store's words, kept as they are.
public struct HealthAnchor: BitwiseCopyable, Hashable, Sendable {
  public var first: UInt64
  public var second: UInt64

  public init(first: UInt64, second: UInt64) {
    self.first = first
    self.second = second
  }
}

/// TRN-3: what an importer asks of the health store: what changed since an anchor, or everything.
public struct HealthQuery: BitwiseCopyable, Hashable, Sendable {
  public var anchor: HealthAnchor?
  public var limit: Int
}

/// TRN-3: what the health store answers.
public enum HealthResponse: Hashable, Sendable {
  case samples([ImportedWorkout], deleted: [UInt64], anchor: HealthAnchor, isLast: Bool)
  /// Everything must be read anew.
  case anchorInvalid
  /// The person does not let us read, or no longer.
  case notAuthorized
}

/// TRN-3: pulls a person's workouts out of the health store of one device, without doing I/O.
///
/// It is handed the answers and hands out queries and the commands to commit. The anchor is all
/// that it remembers, and may be lost: then everything is listed, what is known already is not said
/// again, and what is known but no longer in the store is removed. A permission that is withdrawn
/// stops the reading and leaves what was imported; when it is given again the reading goes on.
public struct HealthImporter: Sendable {
  public let person: MemberHandle
  /// Where the last reading that was finished ended; what a device keeps.
  public private(set) var anchor: HealthAnchor?
  private var position: HealthAnchor?
  /// Whether the last answer was that the person does not let us read.
  public private(set) var isShutOut = false
  private var isReading = false
  private var isListing = false
  private var listed: [UInt64] = []
  /// What was known before everything was listed: only that can be missing from the list. What
  /// another device imports meanwhile may be newer than the store's answer.
  private var knownBefore: [UInt64]?

  /// How many samples a query asks for.
  public static var limit: Int { 100 }

  public init(of person: MemberHandle, anchor: HealthAnchor? = nil) {
    self.person = person
    self.anchor = anchor
  }

  /// Whether no reading is under way.
  public var isIdle: Bool { !isReading }

  /// Begins a reading: when the application is opened, or the store tells of something new.
  public mutating func start() {
    guard !isReading else { return }
    isReading = true
    beginReading()
  }

  /// The next query, or nil when there is nothing to ask. Asked again after a lost answer, it is
  /// the same.
  ///
  /// `known` are the person's imported workouts as the device shows them, in any order: with what
  /// it has said itself and nobody has confirmed, or a deletion of that would be passed over.
  public mutating func next(known: [ImportedWorkout]) -> HealthQuery? {
    guard isReading else { return nil }
    if isListing && knownBefore == nil { knownBefore = known.map(\.sample) }
    return HealthQuery(anchor: position, limit: Self.limit)
  }

  /// Takes an answer; returns what is to be committed.
  public mutating func receive(_ response: HealthResponse, known: [ImportedWorkout]) -> [Command] {
    guard isReading else { return [] }
    switch response {
    case .anchorInvalid:
      anchor = nil
      beginReading()
      return []
    case .notAuthorized:
      isShutOut = true
      isReading = false
      return []
    case .samples(let samples, let deleted, let next, let isLast):
      isShutOut = false
      position = next
      return take(samples, deleted, isLast: isLast, known: known)
    }
  }

  private mutating func beginReading() {
    position = anchor
    isListing = anchor == nil
    listed = []
    knownBefore = nil
  }

  private mutating func take(
    _ samples: [ImportedWorkout], _ deleted: [UInt64], isLast: Bool, known: [ImportedWorkout]
  ) -> [Command] {
    let known = known.sorted { $0.sample < $1.sample }
    var commands: [Command] = []
    for sample in samples where sample.isWellFormed {
      let place = Self.place(of: sample.sample, in: known)
      let isKnown = place.map { known[$0].revision >= sample.revision } ?? false
      if !isKnown { commands.append(.importWorkout(sample, of: person)) }
    }
    for sample in deleted where Self.place(of: sample, in: known) != nil {
      commands.append(.removeImportedWorkout(sample, of: person))
    }
    if isListing { listed += samples.map(\.sample) }
    guard isLast else { return commands }
    if isListing {
      for workout in known
      where knownBefore?.contains(workout.sample) == true && !listed.contains(workout.sample) {
        commands.append(.removeImportedWorkout(workout.sample, of: person))
      }
    }
    anchor = position
    isReading = false
    beginReading()
    return commands
  }

  private static func place(of sample: UInt64, in known: [ImportedWorkout]) -> Int? {
    var low = 0
    var high = known.count
    while low < high {
      let middle = (low + high) / 2
      if known[middle].sample < sample { low = middle + 1 } else { high = middle }
    }
    return low < known.count && known[low].sample == sample ? low : nil
  }
}
