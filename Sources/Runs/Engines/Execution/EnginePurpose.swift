import Base

/// The questions that randomness answers in tests of engines.
enum EnginePurpose {
  static let replicas = RandomPurpose(0x7101)
  static let faults = RandomPurpose(0x7102)
  static let network = RandomPurpose(0x7103)
  static let types = RandomPurpose(0x7104)
  static let writes = RandomPurpose(0x7105)
  static let time = RandomPurpose(0x7106)
  static let author = RandomPurpose(0x7107)
  static let intent = RandomPurpose(0x7108)
  static let other = RandomPurpose(0x7109)
  static let otherTime = RandomPurpose(0x710A)
  static let skew = RandomPurpose(0x710B)
  static let delivery = RandomPurpose(0x710C)
  static let copy = RandomPurpose(0x710D)
  static let place = RandomPurpose(0x710E)
  static let opening = RandomPurpose(0x710F)
}
