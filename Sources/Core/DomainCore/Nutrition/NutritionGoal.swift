/// NUT-8: what a nutrition goal is about; each is met or not on each day.
public enum NutritionGoal: UInt8, BitwiseCopyable, CaseIterable, Sendable {
  case protein = 0
  case energy = 1
  case water = 2
  case vegetables = 3
  case lessSugar = 4
}
