public import Chronology

/// NUT-4: a target that a parent sets, or removes with an amount of zero.
public struct TargetAmount: BitwiseCopyable, Hashable, Sendable {
  /// Nil when a newer client names a metric that is not known here.
  public var metric: NutritionMetric?
  /// In the unit of a target; with zero the calculated target applies.
  public var amount: UInt32

  @inlinable public init(_ metric: NutritionMetric, _ amount: UInt32) {
    self.metric = metric
    self.amount = amount
  }

  @inlinable public init(_ payload: Payload) {
    metric =
      payload.first >> 40 == 0
      ? NutritionMetric(rawValue: UInt8(truncatingIfNeeded: payload.first >> 32)) : nil
    amount = UInt32(truncatingIfNeeded: payload.first)
  }

  @inlinable public var payload: Payload {
    Payload(UInt64(metric?.rawValue ?? .max) << 32 | UInt64(amount))
  }

  @inlinable public var isWellFormed: Bool {
    metric.map { amount <= $0.amountMax } ?? false
  }
}

/// NUT-4: the days to which a template is applied; the first word is the template.
public struct TemplateRange: BitwiseCopyable, Hashable, Sendable {
  public var template: Entity
  public var first: LocalDay
  public var last: LocalDay

  @inlinable public init(template: Entity, first: LocalDay, last: LocalDay) {
    self.template = template
    self.first = first
    self.last = last
  }

  @inlinable public init(_ payload: Payload) {
    template = Entity(raw: payload.first)
    first = LocalDay(packed: payload.second)
    last = LocalDay(packed: payload.second >> 32)
  }

  @inlinable public var payload: Payload {
    Payload(template.raw, last.packed << 32 | first.packed)
  }
}
