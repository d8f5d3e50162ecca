import Base

/// The state of a scope's goals and their progress.
public struct GoalsState: AreaState, ~Copyable {
  var rows = IndexedTable<Goal>()
  /// The place of each member's last automatic goal, which links to the earlier ones.
  var automaticLast = FlatArray<UInt32>()
  /// NUT-11: whether any goal counts a metric, so that the fold of meals has to check goals.
  @usableFromInline var hasMetrics = false
  /// GOAL-3: whether any goal is a percentage of the plan, so that its fold has to check goals.
  var hasShares = false

  public init() {}

  /// Adds a goal, and links it to the person's others if it progresses by itself.
  mutating func add(_ goal: Goal) -> Int {
    var goal = goal
    let person = Int(goal.person.index)
    if goal.type.isAutomatic {
      automaticLast.extend(to: person + 1, repeating: Goal.none)
      goal.earlier = automaticLast[person]
    }
    let place = rows.add(goal, under: RowKey(goal.entity.raw))
    if goal.type.isAutomatic { automaticLast[person] = UInt32(place) }
    return place
  }

  /// The place of a member's last automatic goal, or `Goal.none`.
  func lastAutomatic(of person: MemberHandle) -> UInt32 {
    Int(person.index) < automaticLast.count ? automaticLast[Int(person.index)] : Goal.none
  }

  public mutating func pair(with other: borrowing GoalsState, _ fields: inout some FieldVisitor) {
    fields.same(&rows, other.rows) { $0.isIdentical(to: $1) { $0.hasSameContent(as: $1) } }
    fields.follows(&automaticLast, other.automaticLast)
    fields.same(&hasMetrics, other.hasMetrics)
    fields.same(&hasShares, other.hasShares)
  }
}
