import Base
import Chronology

/// NUT-11: what a nutrition goal counts days of, other than those that meet all targets: a metric,
/// and how much of it a day.
public struct GoalMetric: BitwiseCopyable, Hashable, Sendable {
  /// Nil for one that only a newer build knows.
  public var metric: NutritionGoal?
  /// Tenths of a gram, a kilocalorie or a portion; of water millilitres to drink.
  public var amount: UInt32

  public init(_ metric: NutritionGoal, _ amount: UInt32) {
    self.metric = metric
    self.amount = amount
  }

  public init(_ payload: Payload) {
    metric = UInt8(exactly: payload.first >> 32).flatMap(NutritionGoal.init)
    amount = UInt32(truncatingIfNeeded: payload.first)
  }

  public var payload: Payload {
    Payload(UInt64(metric?.rawValue ?? .max) << 32 | UInt64(amount))
  }

  /// Something that a day can be held against: no more than anybody can need, and of all but sugar
  /// more than nothing.
  public var isWellFormed: Bool {
    guard let metric else { return false }
    return switch metric {
    case .energy: (1...NutritionMetric.energy.amountMax).contains(amount)
    case .protein, .water, .vegetables: (1...NutritionMetric.protein.amountMax).contains(amount)
    case .lessSugar: amount <= NutritionMetric.protein.amountMax
    }
  }
}
