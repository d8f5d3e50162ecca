/// SCH-2: the type of a class.
public enum ClassType: UInt8, BitwiseCopyable, CaseIterable, Sendable {
  case practice = 0
  case game = 1
  case tournament = 2
  case training = 3
}
