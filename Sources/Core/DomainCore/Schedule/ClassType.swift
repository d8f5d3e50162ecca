/// SCH-2: what a class is.
public enum ClassType: UInt8, BitwiseCopyable, CaseIterable, Sendable {
  case practice = 0
  case game = 1
  case tournament = 2
  case training = 3
}
