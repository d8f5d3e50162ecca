/// One person's local day: one cache line, so that an operation touches one.
public struct PersonDay: BitwiseCopyable, Hashable, Sendable {
  /// NUT-5: the sums of everything eaten and drunk.
  public var nutrients: Nutrients = .zero
  /// TRN-6: the check-in, if the stamp is not zero.
  public var wellnessStamp: UInt64 = 0
  public var wellnessSite: UInt32 = 0
  public var mental: UInt8 = 0
  public var physical: UInt8 = 0
  /// NUT-6: whether energy, protein and water are all green.
  public var isNutritionMet = false
  /// NUT-7: how many food photos this person had analyzed on this day.
  public var photos: UInt8 = 0
  /// NUT-5: meals by kind.
  public var meals: SIMD4<UInt16> = .zero
  public var waters: UInt16 = 0
  /// How many core actions this person authored on this local day, for any member.
  public var actions: UInt16 = 0
  // Pads the row to 64 bytes, so that equal days have equal bytes.
  var unused: UInt32 = 0

  @inlinable public init() {}

  @inlinable public var hasCheckIn: Bool { wellnessStamp != 0 }
  @inlinable public var mealCount: Int {
    Int(meals[0]) + Int(meals[1]) + Int(meals[2]) + Int(meals[3])
  }
}
