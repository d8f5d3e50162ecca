import Base

/// A key figure of a product and the target its makers set.
///
/// A row of the tables in the files beside this is all that it takes to have a figure: it is
/// counted in every run, judged, written into every document and may be a target of a scenario.
public struct MetricDefinition: Sendable {
  /// Such as `pc.retention.d7`; the SQL that computes the same figure is named after it.
  public let id: String
  public let title: String
  /// What the value is a share, a mean or a number of, such as "people".
  public let unit: String
  public let form: MetricForm
  /// What to reach; missing for a figure that is reported and does not gate.
  public let target: Double?
  public let comparison: TargetDirection
  /// Whether the server can know the figure at all.
  public let isObserved: Bool
  /// What is counted and what that is held against, in words. The head of the figure's SQL says the
  /// same, and a test holds the two together.
  public let definition: String
  let counter: MetricCounter
  /// What the figure is compared with, where it is a comparison.
  let against: MetricCounter?

  init(
    _ id: String, _ title: String, _ form: MetricForm = .share, of unit: String,
    _ counter: MetricCounter, against: MetricCounter? = nil, target: Double? = nil,
    comparison: TargetDirection = .atLeast, isObserved: Bool = true, words: String
  ) {
    self.id = id
    self.title = title
    self.unit = unit
    self.form = form
    self.counter = counter
    self.against = against
    self.target = target
    self.comparison = comparison
    self.isObserved = isObserved
    definition = words
  }

  /// All figures, product by product.
  public static let all = personalCoach + champTrack + locker + fitToday + activityTracker

  /// The place of a figure among all, if there is one of that name.
  public static func place(of id: String) -> Int? { all.firstIndex { $0.id == id } }

  /// What is said of a name that no figure has.
  public static func sentence(forUnknown id: String) -> String {
    let known = all.map(\.id)
    let near = nearest(to: id, in: known).map { ". Did you mean '\($0)'?" }
    return "there is no figure '\(id)'"
      + (near ?? "; there are \(known.joined(separator: ", "))")
  }

  /// The same figure held against another target, or against none.
  public func with(target: Double?) -> MetricDefinition {
    MetricDefinition(
      id, title, form, of: unit, counter, against: against, target: target,
      comparison: comparison, isObserved: isObserved, words: definition)
  }

  /// Whether it counts households, of which one may be in several parts of a breakdown.
  public var countsHouseholds: Bool { counter.isPerHousehold }

  /// The day of classic retention that the figure is, if it is that.
  public var retentionDay: Int? { MetricCounter.retention.firstIndex { $0 === counter } }

  /// The product whose makers set the target.
  public var product: String {
    switch id.prefix(while: { $0 != "." }) {
    case "pc": "Personal Coach"
    case "ct": "ChampTrack"
    case "lk": "Locker"
    case "ft": "FitToday Groups"
    default: "Activity Tracker"
    }
  }

  /// Whether a target can be reached by it at all.
  public func allows(target: Double) -> Bool {
    form.isShare ? (0...1).contains(target) : (-1...1_000_000).contains(target)
  }

  /// What a target may be, in words.
  public var allowed: String {
    form.isShare ? "it is a share from 0 to 1" : "it is a number from -1 to 1000000"
  }
}
