import TestKit
import Testing

@testable import DomainCore

@Suite("A form analysis")
struct FormAnalysisTests {
  @Test("TRN-4: the score is that of exact fractions, rounded half up")
  func vectors() throws {
    let lines = try TrainingVectors.lines(of: "form-scores.txt")
    #expect(lines.count == 600)
    for line in lines {
      let numbers = line.map { Int($0)! }
      let deviations = stride(from: 1, to: numbers.count, by: 2).map {
        JointDeviation(
          Joint(rawValue: UInt8(numbers[$0]))!, tenths: Int32(numbers[$0 + 1]))
      }
      #expect(FormAnalysis.score(deviations) == numbers[0], "\(line)")
    }
  }

  @Test("TRN-4: a perfect attempt scores 100, a hopeless one 0, and one without joints nil")
  func ends() {
    #expect(FormAnalysis.score(Joint.allCases.map { JointDeviation($0, tenths: 0) }) == 100)
    #expect(FormAnalysis.score([]) == nil)
    for extreme in [Int32.min, .max, -1_800, 1_800] {
      #expect(
        FormAnalysis.score(Joint.allCases.map { JointDeviation($0, tenths: extreme) }) == 0)
    }
    // A deviation within the tolerance costs nothing, and a little more costs.
    #expect(FormAnalysis.score([JointDeviation(.leftKnee, tenths: -50)]) == 100)
    #expect(FormAnalysis.score([JointDeviation(.leftKnee, tenths: -53)]) == 99)
  }

  @Test("TRN-4: a larger deviation never raises the score", arguments: 0..<60)
  func monotone(seed: Int) {
    var dice = Dice(seed: UInt64(seed))
    var deviations = Joint.allCases.prefix(1 + dice.roll(10)).map {
      JointDeviation($0, tenths: Int32(dice.roll(400) - 200))
    }
    var last = FormAnalysis.score(deviations)!
    for _ in 0..<80 {
      let index = dice.roll(deviations.count)
      let further = Int32(1 + dice.roll(60))
      deviations[index].tenths += deviations[index].tenths < 0 ? -further : further
      let score = FormAnalysis.score(deviations)!
      #expect(score <= last && (0...100).contains(score))
      last = score
    }
  }

  @Test("TRN-4: feedback names the joints that cost points, the worst first")
  func feedback() {
    let deviations = [
      JointDeviation(.leftAnkle, tenths: 90), JointDeviation(.rightKnee, tenths: -90),
      JointDeviation(.leftHip, tenths: 200), JointDeviation(.leftKnee, tenths: 90),
    ]
    #expect(FormAnalysis.feedback(deviations).map(\.joint) == [.leftHip, .leftKnee, .rightKnee])
  }
}
