import Base
import Chronology
import JSONText
import Plans
import Scenarios
import SimulatedWorld

// A plan is a text: the shrinker removes people, commands and values from its lines. It reads the
// result like any other plan, and drops a candidate that cannot be read.
extension Shrinker {
  /// Removes people one by one, the last first, and unneeded devices.
  mutating func takeOutPeople() {
    for household in community.setup.households.indices.reversed() {
      let count = community.setup.households[household].people.count
      for person in (0..<count).reversed() where mayContinue() {
        if takeOut(person: person, of: household) { continue }
        for devices in 0..<community.setup.households[household].people[person].deviceCount {
          var candidate = community
          candidate.setup.households[household].people[person].deviceCount = devices
          if keepRead(with(candidate)) { break }
        }
      }
    }
  }

  /// Later people move up: plans name founders by their places.
  private mutating func takeOut(person: Int, of household: Int) -> Bool {
    guard community.setup.households[household].people.count > 1 else { return false }
    var candidate = community
    candidate.setup.households[household].people.remove(at: person)
    var text = PlanText(with(candidate))
    text.renumberMembers { $0 > person ? $0 - 1 : $0 }
    return keep(text)
  }

  /// Reads a plan again after its people or devices have changed, since steps name them.
  private mutating func keepRead(_ candidate: Plan) -> Bool { keep(PlanText(candidate)) }

  private mutating func keep(_ text: PlanText) -> Bool {
    guard mayContinue(), let candidate = text.plan else { return false }
    return keep(candidate)
  }

  /// Simplifies the steps: fewer commands, smaller numbers, shorter texts, round times.
  mutating func simplify() {
    let text = PlanText(plan)
    var bare = text
    bare.takeOutTexts()
    _ = keep(bare)
    var round = PlanText(plan)
    round.roundTimes()
    _ = keep(round)
    var line = 0
    while line < PlanText(plan).steps.count && mayContinue() {
      let now = PlanText(plan)
      for simpler in now.steps[line].simpler() where mayContinue() {
        var candidate = PlanText(plan)
        candidate.steps[line] = simpler
        if keep(candidate) { break }
      }
      line += 1
    }
  }
}

/// A plan of one community as lines that can be changed.
struct PlanText {
  var head: [JSONNode] = []
  var steps: [JSONNode] = []

  init(_ plan: Plan) {
    let reader = JSONReader()
    for line in Self.text(of: plan).split(separator: 10) {
      guard let node = try? reader.read(Array(line)) else { continue }
      if node["step"] == nil { head.append(node) } else { steps.append(node) }
    }
  }

  private static func text(of plan: Plan) -> [UInt8] {
    PlanWriter(texts: plan.texts).text(of: plan, program: .unstated)
  }

  /// The plan that the lines form, if they can be read.
  var plan: Plan? {
    let writer = JSONWriter(.compact)
    var text: [UInt8] = []
    for node in head + steps {
      text += writer.bytes(node)
      text.append(10)
    }
    var reader = PlanReader(text)
    return try? reader.read()
  }

  mutating func takeOutTexts() {
    head.removeAll { $0["texts"] != nil }
  }

  /// Founders are called "m0", "m1" … in the order of the household.
  mutating func renumberMembers(_ renumber: (Int) -> Int) {
    for index in steps.indices {
      steps[index] = steps[index].mapped { text in
        guard text.hasPrefix("m"), let number = Int(text.dropFirst()) else { return text }
        return "m\(renumber(number))"
      }
    }
  }

  /// Rounds every step's time down to a full minute, keeping the order.
  mutating func roundTimes() {
    var last = Instant(milliseconds: .min)
    for index in steps.indices {
      guard let time = steps[index]["at"]?.string.flatMap({ Instant($0) }) else { continue }
      let minute = Instant(milliseconds: time.milliseconds / 60_000 * 60_000)
      last = max(last, minute)
      steps[index] = steps[index].setting("at", to: .string(last.description))
    }
  }
}
