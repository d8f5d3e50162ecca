public import Base

/// A scope's targets, overrides and what results from them.
public struct NutritionState: AreaState, ~Copyable {
  /// NUT-6: the bounds that meet the days that people are logging for, four a member: a cache,
  /// derived from the rest of the state.
  ///
  /// A member without an entry has none of the inputs of a target, and the fold rates nothing.
  public var bounds = FlatArray<NutritionDayBounds>()
  /// NUT-10: every meal and drink, in the order of the log; what was deleted stays, marked.
  @usableFromInline var food = FlatArray<FoodEntry>()
  /// NUT-5: `favoritesPerMember` slots a member.
  @usableFromInline var favorites = FlatArray<Register<Payload>>()
  /// NUT-4: targets that parents set, of people and in templates.
  var amounts = DatedValues()
  var templates = IndexedTable<NutritionTemplate>()
  var applications = IndexedTable<TemplateApplication>()
  /// The index of each member's latest application, or -1.
  var applicationHeads = FlatArray<Int32>()
  /// Covers every change of a nutrition day in its order, and the number of changes.
  var trail = Digest128.mix(0, 0, 0, 0)
  var trailCount = 0

  public init() {}

  /// NUT-5: how many favorite meals a person can store for logging in one tap.
  @inlinable public static var favoritesPerMember: Int { 4 }

  /// How many days of a member are cached.
  @inlinable public static var boundsPerMember: Int { 4 }

  public mutating func pair(with other: borrowing NutritionState, _ fields: inout some FieldVisitor)
  {
    fields.follows(&bounds, other.bounds)
    fields.same(&food, other.food, by: Self.isSameFood)
    fields.same(&favorites, other.favorites)
    fields.same(&amounts, other.amounts)
    fields.same(&templates, other.templates)
    fields.same(&applications, other.applications) {
      $0.isIdentical(to: $1) { $0.hasSameContent(as: $1) }
    }
    fields.follows(&applicationHeads, other.applicationHeads)
    // Copies that applied facts in a different order have different trails.
    fields.follows(&trail, other.trail)
    fields.follows(&trailCount, other.trailCount)
  }

  /// Copies of one feed have the same entries in the same order, which mostly decides it.
  private static func isSameFood(
    _ one: borrowing FlatArray<FoodEntry>, _ other: borrowing FlatArray<FoodEntry>
  ) -> Bool {
    guard one.count == other.count else { return false }
    if one.hasSameBytes(as: other) { return true }
    func sorted(_ food: borrowing FlatArray<FoodEntry>) -> [FoodEntry] {
      (0..<food.count).map { food[$0] }.sorted { $0.entity < $1.entity }
    }
    return sorted(one) == sorted(other)
  }
}
