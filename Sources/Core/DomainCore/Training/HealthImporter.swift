/// TRN-3: where the next reading of the health store continues; the store's bytes, unchanged.
public struct HealthAnchor: BitwiseCopyable, Hashable, Sendable {
  public var first: UInt64
  public var second: UInt64

  public init(first: UInt64, second: UInt64) {
    self.first = first
    self.second = second
  }
}

/// TRN-3: an importer's query of the health store: the changes since an anchor, or everything.
public struct HealthQuery: BitwiseCopyable, Hashable, Sendable {
  public var anchor: HealthAnchor?
  public var limit: Int
}

/// TRN-3: the health store's response.
public enum HealthResponse: Hashable, Sendable {
  case samples([ImportedWorkout], deleted: [UInt64], anchor: HealthAnchor, isLast: Bool)
  /// Everything must be read again.
  case anchorInvalid
  /// The person has not granted permission to read, or has withdrawn it.
  case notAuthorized
}

/// TRN-3: reads a person's workouts from the health store of one device, without doing I/O.
///
/// It receives responses and returns queries and the commands to commit. The anchor is its only
/// memory, and may be lost: then everything is listed, known workouts are not submitted again, and
/// known workouts that are no longer in the store are removed. A withdrawn permission stops the
/// reading and keeps the imported workouts; when it is granted again the reading continues.
public struct HealthImporter: Sendable {
  public let person: MemberHandle
  /// Where the last finished reading ended; a device stores it.
  public private(set) var anchor: HealthAnchor?
  private var position: HealthAnchor?
  /// Whether the last response was that the person has not granted permission to read.
  public private(set) var isShutOut = false
  private var isReading = false
  private var isListing = false
  private var listed: [UInt64] = []
  /// The workouts that were known before everything was listed: only those can be missing from the
  /// list. What another device imports meanwhile may be newer than the store's response.
  private var knownBefore: [UInt64]?

  /// How many samples a query asks for.
  public static var limit: Int { 100 }

  public init(of person: MemberHandle, anchor: HealthAnchor? = nil) {
    self.person = person
    self.anchor = anchor
  }

  /// Whether no reading is under way.
  public var isIdle: Bool { !isReading }

  /// Begins a reading: when the app is opened, or the store reports a change.
  public mutating func start() {
    guard !isReading else { return }
    isReading = true
    beginReading()
  }

  /// The next query, or nil when there is nothing to ask. After a lost response it is the same
  /// query.
  ///
  /// `known` are the person's imported workouts as the device shows them, in any order. They must
  /// include the device's own pending imports; otherwise their deletion would be missed.
  public mutating func next(known: [ImportedWorkout]) -> HealthQuery? {
    guard isReading else { return nil }
    if isListing && knownBefore == nil { knownBefore = known.map(\.sample) }
    return HealthQuery(anchor: position, limit: Self.limit)
  }

  /// Processes a response; returns the commands to commit.
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
