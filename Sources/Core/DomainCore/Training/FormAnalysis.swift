/// TRN-4: the joints whose angles a form analysis compares.
public enum Joint: UInt8, BitwiseCopyable, CaseIterable, Sendable {
  case leftShoulder = 0
  case rightShoulder = 1
  case leftElbow = 2
  case rightElbow = 3
  case leftHip = 4
  case rightHip = 5
  case leftKnee = 6
  case rightKnee = 7
  case leftAnkle = 8
  case rightAnkle = 9

  /// How far off an angle may be without counting, in tenths of a degree: the camera's error, which
  /// is larger for joints that are often hidden.
  public var toleranceTenths: Int {
    switch self {
    case .leftHip, .rightHip, .leftKnee, .rightKnee: 50
    case .leftShoulder, .rightShoulder, .leftElbow, .rightElbow: 70
    case .leftAnkle, .rightAnkle: 90
    }
  }
}

/// TRN-4: how far a joint's angle is from that of the reference, in tenths of a degree.
public struct JointDeviation: BitwiseCopyable, Hashable, Sendable {
  public var joint: Joint
  /// Of either sign.
  public var tenths: Int32

  public init(_ joint: Joint, tenths: Int32) {
    self.joint = joint
    self.tenths = tenths
  }

  /// The part that counts: the deviation beyond the tolerance, at most 90 degrees, in tenths.
  public var excessTenths: Int {
    min(max(abs(Int(tenths)) - joint.toleranceTenths, 0), 900)
  }
}

/// TRN-4: the result of a form analysis. The poses come from an external service, so it needs the
/// network: offline it is refused (`OfflineRequest.analyzeForm`).
public enum FormAnalysis {
  /// The score from 0 to 100: two points less for each degree of the mean excess of the joints,
  /// rounded half up; nil where no joint was seen.
  ///
  /// A larger deviation never raises the score. All in integers.
  public static func score(_ deviations: [JointDeviation]) -> Int? {
    guard !deviations.isEmpty else { return nil }
    let excess = deviations.reduce(0) { $0 + $1.excessTenths }
    // excess ÷ count tenths of a degree, at a fifth of a point each.
    let lost = (2 * excess + 5 * deviations.count) / (10 * deviations.count)
    return max(0, 100 - lost)
  }

  /// The joints that cost points, the worst first; equal ones in the order of the joints.
  public static func feedback(_ deviations: [JointDeviation]) -> [JointDeviation] {
    deviations.filter { $0.excessTenths > 0 }.sorted {
      ($1.excessTenths, $0.joint.rawValue, $0.tenths)
        < ($0.excessTenths, $1.joint.rawValue, $1.tenths)
    }
  }
}
