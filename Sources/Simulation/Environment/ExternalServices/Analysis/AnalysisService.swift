import Base

/// TRN-4: the service that analyzes videos of exercises and photos of meals.
///
/// It needs the network; the caller decides whether there is one. The same picture gets the same
/// response, like that of a deterministic model. The service only measures; the domain turns
/// deviations into a score, so that there is one score.
public struct AnalysisService: BitwiseCopyable, Hashable, Sendable {
  /// How far a joint's angle is off the reference.
  public struct JointDeviation: BitwiseCopyable, Hashable, Sendable {
    public var joint: UInt8
    public var tenthDegrees: UInt16

    public init(joint: UInt8, tenthDegrees: UInt16) {
      self.joint = joint
      self.tenthDegrees = tenthDegrees
    }
  }

  /// What a photo shows, as estimated: a row of the food table and an amount.
  public struct PhotoEstimate: BitwiseCopyable, Hashable, Sendable {
    public var food: UInt16
    public var quarterServings: UInt16
  }

  /// A response, or none without a network.
  public enum Response<Value: Hashable & Sendable>: Hashable, Sendable {
    case found(Value)
    case unreachable
  }

  /// Distinguishes one build of the models from another.
  public var modelVersion: UInt64
  public var foodCount: UInt16

  /// Shoulders, elbows, hips, knees and ankles, left and right.
  public static var jointCount: Int { 10 }
  /// No person who tries is off by as much as this.
  public static var deviationTenthDegreesMax: Int { 450 }

  public init(modelVersion: UInt64, foodCount: UInt16) {
    precondition(foodCount > 0)
    self.modelVersion = modelVersion
    self.foodCount = foodCount
  }

  /// TRN-4: how far each joint is off in one of two videos, each identified by a number.
  public func form(
    reference: UInt64, attempt: UInt64, isReachable: Bool
  ) -> Response<[JointDeviation]> {
    guard isReachable else { return .unreachable }
    let deviations = (0..<Self.jointCount).map { joint in
      let mixed = Digest128.mix(modelVersion, reference, attempt, UInt64(joint)).first
      // A video compared with itself is perfect; others tend to small deviations.
      let spread = UInt64(Self.deviationTenthDegreesMax)
      let off = reference == attempt ? 0 : min(mixed % spread, mixed >> 32 % spread)
      return JointDeviation(joint: UInt8(joint), tenthDegrees: UInt16(off))
    }
    return .found(deviations)
  }

  /// NUT-7: what a photo shows; a number identifies the photo.
  public func photo(_ photo: UInt64, isReachable: Bool) -> Response<PhotoEstimate> {
    guard isReachable else { return .unreachable }
    let mixed = Digest128.mix(modelVersion, photo, 0x7068_6F74, 0).first
    return .found(
      PhotoEstimate(
        food: UInt16(mixed % UInt64(foodCount)), quarterServings: UInt16(1 + mixed >> 32 % 8)))
  }
}
