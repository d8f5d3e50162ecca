import Testing

@testable import Base

/// A function of `Mathematics` with the points it is proven at.
///
/// Four families of points, used in turn, cover the usual arguments and the whole range; they
/// come from the generator, so that `scripts/vectors/base_reference.py` makes the same ones.
struct MathematicsPoints: Sendable, CustomTestStringConvertible {
  let name: String
  /// How many representable numbers a result may be away from the correctly rounded one.
  let bound: UInt64
  private let purpose: RandomPurpose
  private let evaluation: @Sendable (_ first: UInt64, _ second: UInt64, _ family: Int) -> Double

  var testDescription: String { name }

  /// The function's value at point number `index`.
  func value(at index: Int) -> Double {
    let draw = Randomness(seed: 0x5348_414B_454F_5554).draw(purpose, who: UInt64(index), day: 0)
    return evaluation(draw.first, draw.second, index % 4)
  }

  /// The bits of the function's values at these points.
  func bits(of indices: Range<Int>) -> [UInt64] {
    indices.map { value(at: $0).bitPattern.littleEndian }
  }

  static let all = [
    MathematicsPoints(name: "exp", bound: 1, purpose: RandomPurpose(0)) { a, b, family in
      Mathematics.exp(exponents(a, b, family, from: -746, to: 710.5))
    },
    MathematicsPoints(name: "log", bound: 1, purpose: RandomPurpose(1)) { a, b, family in
      switch family {
      case 0: Mathematics.log(Double(bitPattern: a % infinity))
      case 1: Mathematics.log(0.5 + unit(a) * 1.5)
      case 2: Mathematics.log(1 + wide(a, b, -52 ... -2))
      default: Mathematics.log(unit(a))
      }
    },
    MathematicsPoints(name: "log1p", bound: 1, purpose: RandomPurpose(2)) { a, b, family in
      switch family {
      case 0: Mathematics.log1p(wide(a, b, -64 ... -1))
      case 1: Mathematics.log1p(-1 + unit(a))
      case 2: Mathematics.log1p(unit(a) * 100)
      default: Mathematics.log1p(Double(bitPattern: a % infinity))
      }
    },
    MathematicsPoints(name: "logistic", bound: 1, purpose: RandomPurpose(3)) { a, b, family in
      Mathematics.logistic(exponents(a, b, family, from: -760, to: 760))
    },
    MathematicsPoints(name: "logit", bound: 1, purpose: RandomPurpose(4)) { a, b, family in
      switch family {
      case 0: Mathematics.logit(unit(a))
      case 1: Mathematics.logit(0.5 + wide(a, b, -52 ... -3))
      case 2: Mathematics.logit(0.25 + unit(a) * 0.5)
      default: Mathematics.logit(Double(bitPattern: a % one))
      }
    },
    MathematicsPoints(name: "power", bound: 1, purpose: RandomPurpose(5)) { a, b, family in
      switch family {
      case 0: Mathematics.power(unit(a) * 4, -10 + unit(b) * 20)
      case 1: Mathematics.power(Double(bitPattern: a % infinity), -2 + unit(b) * 4)
      case 2: Mathematics.power(0.5 + unit(a) * 1.5, -700 + unit(b) * 1400)
      default: Mathematics.power(unit(a) * 100, unit(b) * 5)
      }
    },
    MathematicsPoints(name: "inverseNormal", bound: 8, purpose: RandomPurpose(6)) { a, b, family in
      switch family {
      case 0: Mathematics.inverseNormal(unit(a))
      case 1: Mathematics.inverseNormal(Double(bitPattern: a % one))
      case 2: Mathematics.inverseNormal(0.5 + wide(a, b, -50 ... -2))
      default: Mathematics.inverseNormal(1 - wide(a, b, -52 ... -2).magnitude)
      }
    },
  ]

  private static let one = (1.0).bitPattern
  private static let infinity = Double.infinity.bitPattern

  private static func exponents(
    _ a: UInt64, _ b: UInt64, _ family: Int, from lowest: Double, to highest: Double
  ) -> Double {
    switch family {
    case 0: lowest + unit(a) * (highest - lowest)
    case 1: -1 + unit(a) * 2
    case 2: -40 + unit(a) * 80
    default: wide(a, b, -64...9)
    }
  }

  private static func unit(_ word: UInt64) -> Double {
    RandomBits(first: word, second: 0).unit
  }

  /// A number of either sign whose binary exponent lies anywhere in `range`.
  private static func wide(_ a: UInt64, _ b: UInt64, _ range: ClosedRange<Int>) -> Double {
    let exponent = 1023 + range.lowerBound + Int(b & 0xFFFF) % range.count
    return Double(bitPattern: (b >> 63) << 63 | UInt64(exponent) << 52 | a >> 12)
  }
}
