public import Chronology
public import DomainCore

/// TRN-6: a training recommendation for a person.
public struct RecommendationView: Hashable, Sendable {
  public let advice: Advice
  /// From 1 to 10: the wellness of the last days; nil without a check-in.
  public let wellness: Double?
  public let generated: Instant
  /// OFF-1: whether there is a newer one that could not be fetched yet.
  public let isStale: Bool

  init(_ recommendation: Recommendation, at now: Instant) {
    advice = recommendation.advice
    wellness = recommendation.wellnessTenths.map { Double($0) / 10 }
    generated = recommendation.generated
    isStale = recommendation.isStale(at: now)
  }
}
