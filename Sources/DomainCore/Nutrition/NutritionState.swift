public import Base

/// What a scope has agreed on about targets, overrides and what comes of them.
public struct NutritionState: ~Copyable {
  /// NUT-6: what meets the days that people are logging for, four a member: a cache, which holds
  /// nothing that does not follow from the rest.
  ///
  /// Without room for a member nobody has ever told what their target rests on, and the fold has
  /// nothing to judge.
  public var bounds: FlatArray<NutritionDayBounds>
  /// NUT-10: every meal and drink, in the order of the log; what was deleted stays, marked.
  @usableFromInline var food: FlatArray<FoodEntry>
  /// NUT-4: targets that parents set, of people and in templates.
  var amounts: DatedValues
  var templates: KeyedRows<NutritionTemplate>
  var applications: KeyedRows<TemplateApplication>
  /// The place of each member's latest application, or -1.
  var applicationHeads: FlatArray<Int32>
  /// Stands for every change of a nutrition day in its order, and how many there were.
  var trail: Digest128
  var trailCount: Int

  public init() {
    bounds = FlatArray()
    food = FlatArray()
    amounts = DatedValues()
    templates = KeyedRows()
    applications = KeyedRows()
    applicationHeads = FlatArray()
    trail = Digest128.mix(0, 0, 0, 0)
    trailCount = 0
  }

  /// How many days of a member are kept at hand.
  @inlinable public static var boundsPerMember: Int { 4 }

  /// The same in memory of its own.
  public func copy() -> NutritionState {
    var copy = NutritionState()
    copy.bounds = bounds.copy()
    copy.food = food.copy()
    copy.amounts = amounts.copy()
    copy.templates = templates.copy()
    copy.applications = applications.copy()
    copy.applicationHeads = applicationHeads.copy()
    copy.trail = trail
    copy.trailCount = trailCount
    return copy
  }

  /// Whether both hold the same, in whatever order it came about.
  ///
  /// Caches and the trail are not looked at: they depend on the order of arrival.
  public func isIdentical(to other: borrowing NutritionState) -> Bool {
    guard amounts.isIdentical(to: other.amounts),
      templates.isIdentical(to: other.templates),
      applications.count == other.applications.count, hasIdenticalFood(as: other)
    else { return false }
    for place in 0..<applications.count {
      guard var twin = other.applications.row(of: applications.key(at: place)) else {
        return false
      }
      // Who came before is a matter of order.
      twin.earlier = applications[place].earlier
      if twin != applications[place] { return false }
    }
    return true
  }

  /// Copies of one feed have the same entries in the same order, which mostly settles it.
  private func hasIdenticalFood(as other: borrowing NutritionState) -> Bool {
    guard food.count == other.food.count else { return false }
    if food.hasSameBytes(as: other.food) { return true }
    func sorted(_ food: borrowing FlatArray<FoodEntry>) -> [FoodEntry] {
      (0..<food.count).map { food[$0] }.sorted { $0.entity < $1.entity }
    }
    return sorted(food) == sorted(other.food)
  }
}
