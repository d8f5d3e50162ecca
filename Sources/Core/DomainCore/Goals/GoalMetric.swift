import Base
import Chronology

/// NUT-11: what a nutrition goal counts the days of, other than days that meet all targets: a
/// metric, and its daily amount.
public struct GoalMetric: BitwiseCopyable, Hashable, Sendable {
  /// Nil for a metric that only a later app version knows.
  public var metric: NutritionGoal?
  /// Tenths of a gram, a kilocalorie or a portion; for water, milliliters to drink.
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

  /// Whether the amount is a possible target: no more than a person can need, and above zero for
  /// all metrics but sugar.
  public var isWellFormed: Bool {
    guard let metric else { return false }
    return switch metric {
    case .energy: (1...NutritionMetric.energy.amountMax).contains(amount)
    case .protein, .water, .vegetables: (1...NutritionMetric.protein.amountMax).contains(amount)
    case .lessSugar: amount <= NutritionMetric.protein.amountMax
    }
  }
}
