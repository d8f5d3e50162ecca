/// The counts of one person, or of the people of one household: two sums per counter.
///
/// The sums have 32 bits because there are many of them by segment; `add` checks for overflow.
struct HouseholdCounts: Hashable, Sendable, Codable {
  /// Numerators and denominators alternate.
  private(set) var sums: [UInt32]

  init(counters: Int) {
    sums = [UInt32](repeating: 0, count: 2 * counters)
  }

  init(sums: [UInt32]) { self.sums = sums }

  mutating func removeAll() {
    for index in sums.indices { sums[index] = 0 }
  }

  /// Replaces all sums by what each counter counts of a person.
  mutating func count(_ person: PersonView, by counters: [MetricCounter]) {
    sums.withUnsafeMutableBufferPointer { sums in
      for (place, counter) in counters.enumerated() {
        let tally = counter.count(person)
        guard let numerator = UInt32(exactly: tally.numerator),
          let denominator = UInt32(exactly: tally.denominator)
        else { preconditionFailure("the count of a person exceeds 32 bits") }
        sums[2 * place] = numerator
        sums[2 * place + 1] = denominator
      }
    }
  }

  /// Adds the sums of a person, of which these may be the first ones only.
  mutating func add(_ person: HouseholdCounts) {
    precondition(sums.count <= person.sums.count, "a person has all sums")
    // Without a branch a vector of sums is added at once; the highest bit reports a carry.
    let carries = sums.withUnsafeMutableBufferPointer { sums in
      person.sums.withUnsafeBufferPointer { other in
        var carries: UInt32 = 0
        for index in sums.indices {
          let (first, second) = (sums[index], other[index])
          let sum = first &+ second
          sums[index] = sum
          carries |= first & second | (first | second) & ~sum
        }
        return carries
      }
    }
    precondition(carries >> 31 == 0, "the count of a household exceeds 32 bits")
  }

  /// Adds the sums to those of a cluster, but those of some counters at most once.
  func add(to cluster: inout [Int64], once: [Int]) {
    cluster.withUnsafeMutableBufferPointer { cluster in
      sums.withUnsafeBufferPointer { sums in
        // No run has the 2^31 households that an overflow would need.
        for index in cluster.indices { cluster[index] &+= Int64(sums[index]) }
        for counter in once {
          for place in 2 * counter...2 * counter + 1 where sums[place] > 1 {
            cluster[place] -= Int64(sums[place]) - 1
          }
        }
      }
    }
  }
}
