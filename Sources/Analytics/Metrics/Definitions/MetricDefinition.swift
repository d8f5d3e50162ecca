import Base

/// A metric of a product, with the target that the product's documents set.
///
/// To add a metric, add a row to the tables in the files next to this one. Every run then computes
/// it, checks it against its target and writes it into every document, and scenarios can set its
/// target.
public struct MetricDefinition: Sendable {
  /// Its identifier, such as `pc.retention.d7`; the SQL of the same metric has this name.
  public let id: String
  public let title: String
  /// What the denominator counts, such as "people".
  public let unit: String
  public let form: MetricForm
  /// The target; nil for a metric that is reported and does not gate.
  public let target: Double?
  public let comparison: TargetDirection
  /// Whether the server can know the metric at all.
  public let isObserved: Bool
  /// The people whom it can count.
  let people: MetricPopulation
  /// Whether it counts only what is old enough, so that time alone can give it a value.
  let waits: Bool
  /// Whether a parameter, a formula or the simulation gives its value.
  public let origin: MetricOrigin
  /// Numerator and denominator in words. The head of the SQL file repeats it, and a test compares
  /// the two.
  public let definition: String
  /// Why it has no interval in any run; nil for most metrics.
  public let gap: IntervalGap?
  let counter: MetricCounter
  /// The base of a comparison; nil for other metrics.
  let against: MetricCounter?

  init(
    _ id: String, _ title: String, _ form: MetricForm = .share, of unit: String,
    _ counter: MetricCounter, against: MetricCounter? = nil, target: Double? = nil,
    comparison: TargetDirection = .atLeast, isObserved: Bool = true,
    among people: MetricPopulation = .everyone, waits: Bool = false, gap: IntervalGap? = nil,
    origin: MetricOrigin, definition: String
  ) {
    self.origin = origin
    self.people = people
    self.waits = waits
    self.id = id
    self.title = title
    self.unit = unit
    self.form = form
    self.counter = counter
    self.against = against
    self.target = target
    self.comparison = comparison
    self.isObserved = isObserved
    self.gap = gap
    self.definition = definition
  }

  /// All metrics, product by product.
  public static let all = personalCoach + champTrack + locker + fitToday + activityTracker

  /// The index of a metric among all; nil for an unknown identifier.
  public static func place(of id: String) -> Int? { places[id] }

  private static let places = Dictionary(
    zip(all.map(\.id), all.indices), uniquingKeysWith: { first, _ in first })

  /// The error for an unknown identifier, with the nearest known one.
  public static func sentence(forUnknown id: String) -> String {
    let known = all.map(\.id)
    let near = nearest(to: id, in: known).map { ". Did you mean '\($0)'?" }
    return "there is no metric '\(id)'"
      + (near ?? "; there are \(known.joined(separator: ", "))")
  }

  /// The same metric with another target, or with none.
  public func with(target: Double?) -> MetricDefinition {
    MetricDefinition(
      id, title, form, of: unit, counter, against: against, target: target,
      comparison: comparison, isObserved: isObserved, among: people, waits: waits, gap: gap,
      origin: origin, definition: definition)
  }

  /// Whether it counts households, which can be in several segments at the same time.
  public var countsHouseholds: Bool { counter.isPerHousehold }

  /// The day of a classic retention; nil for other metrics.
  public var retentionDay: Int? { MetricCounter.retention.firstIndex { $0 === counter } }

  /// The earlier metric that counts and computes the same; nil for most.
  var repeated: String? {
    if let place = Self.place(of: id), counts(as: Self.all[place]) { return Self.repeats[place] }
    return Self.all.prefix { $0.id != id }.first { counts(as: $0) }?.id
  }

  /// Whether a metric counts and computes the same as another one.
  private func counts(as other: MetricDefinition) -> Bool {
    other.counter === counter && other.against === against && other.form == form
  }

  /// By place among all metrics, the earlier one that a metric repeats.
  private static let repeats: [String?] = all.map { metric in
    all.prefix { $0.id != metric.id }.first { metric.counts(as: $0) }?.id
  }

  /// The product whose documents set the target.
  public var product: String {
    switch id.prefix(while: { $0 != "." }) {
    case "pc": "Personal Coach"
    case "ct": "ChampTrack"
    case "lk": "Locker"
    case "ft": "FitToday Groups"
    default: "Activity Tracker"
    }
  }

  /// Whether its values can reach a target at all.
  public func allows(target: Double) -> Bool {
    form.isShare ? (0...1).contains(target) : (-1...1_000_000).contains(target)
  }

  /// The values that a target can have, in words.
  public var allowed: String {
    form.isShare ? "it is a share from 0 to 1" : "it is a number from -1 to 1000000"
  }
}
