import TestKit
import Testing

@testable import DomainCore

/// The same days as a list of booleans, read one by one.
private struct DayModel {
  var done: [Bool]

  func run(ending day: Int) -> Int {
    var length = 0
    while day - length >= 0 && done[day - length] { length += 1 }
    return length
  }

  func run(beginning day: Int) -> Int {
    var length = 0
    while day + length < done.count && done[day + length] { length += 1 }
    return length
  }

  var longest: Int { done.indices.map { run(ending: $0) }.max() ?? 0 }
}

@Suite("Done days and streaks")
struct DoneDaysTests {
  @Test("HAB-4: runs continue across word borders", arguments: [1, 2, 3])
  func wordBorders(words: Int) {
    let days = words * 64
    for first in 0..<days where first % 64 < 3 || first % 64 > 60 {
      for last in first..<days where last % 64 < 3 || last % 64 > 60 {
        var bits = DoneDays(dayCapacity: days)
        bits.addHabit()
        bits.addHabit()
        for day in first...last { bits.set(1, day, true) }
        #expect(bits.runEnding(1, at: last) == last - first + 1)
        #expect(bits.runBeginning(1, at: first) == last - first + 1)
        #expect(bits.runEnding(1, at: first - 1) == 0 && bits.runEnding(1, at: last + 1) == 0)
        #expect(bits.count(1, from: 0, through: days - 1) == last - first + 1)
        #expect(bits.count(1, from: first, through: first) == 1)
        #expect(bits.firstDone(1) == first && bits.lastDone(1, upTo: days - 1) == last)
        #expect(bits.longestRun(1) == last - first + 1)
        // The neighbor's days are separate.
        #expect(bits.firstDone(0) == nil && bits.longestRun(0) == 0)
      }
    }
  }

  @Test("HAB-4: a day outside the capacity is not done")
  func outside() {
    var bits = DoneDays(dayCapacity: 64)
    bits.addHabit()
    bits.set(0, 0, true)
    bits.set(0, 63, true)
    #expect(bits.runEnding(0, at: -1) == 0 && bits.runEnding(0, at: 64) == 0)
    #expect(bits.currentStreak(0, asOf: -1) == 0)
    #expect(bits.currentStreak(0, asOf: 0) == 1 && bits.currentStreak(0, asOf: 1) == 1)
    #expect(bits.currentStreak(0, asOf: 63) == 1 && bits.currentStreak(0, asOf: 64) == 1)
    #expect(bits.currentStreak(0, asOf: 65) == 0)
    #expect(bits.lastDone(0, upTo: -1) == nil && bits.lastDone(0, upTo: 500) == 63)
    #expect(bits.count(0, from: 3, through: 2) == 0)
  }

  @Test("HAB-4: the summary equals a recount after every change in any order", arguments: 0..<60)
  func summary(seed: Int) {
    var dice = Dice(seed: UInt64(seed))
    let capacity = 64 * (1 + dice.roll(3))
    var bits = DoneDays(dayCapacity: capacity)
    bits.addHabit()
    bits.addHabit()
    var plain = DayModel(done: Array(repeating: false, count: capacity))
    var summary = StreakSummary()
    // Few undone days make long runs, many make many runs.
    let marks = 1 + dice.roll(9)
    for _ in 0..<300 {
      let day = dice.chance(1, in: 4) ? dice.pick([0, 62, 63, capacity - 1]) : dice.roll(capacity)
      let done = dice.chance(marks, in: 10)
      if plain.done[day] == done { continue }
      plain.done[day] = done
      bits.set(1, day, done)
      if done {
        summary.add(day, habit: 1, in: bits)
      } else {
        summary.remove(day, habit: 1, in: bits)
      }
      let latest = plain.done.lastIndex(of: true)
      #expect(Int(summary.total) == plain.done.count { $0 })
      #expect(Int(summary.longest) == plain.longest)
      #expect(Int(summary.latestDay) == latest ?? -1)
      #expect(Int(summary.latestRun) == latest.map { plain.run(ending: $0) } ?? 0)
      let asked = dice.roll(capacity)
      #expect(bits.runEnding(1, at: asked) == plain.run(ending: asked))
      #expect(bits.runBeginning(1, at: asked) == plain.run(beginning: asked))
      let today = dice.roll(capacity + 3)
      let streak =
        today < capacity && plain.done[today]
        ? plain.run(ending: today)
        : today > 0 && today <= capacity ? plain.run(ending: today - 1) : 0
      #expect(summary.current(asOf: today, habit: 1, in: bits) == streak)
    }
  }

  @Test("HAB-4: a larger capacity moves no day")
  func widened() {
    var bits = DoneDays(dayCapacity: 64)
    for habit in 0..<3 {
      bits.addHabit()
      for day in [0, 5 + habit, 63] { bits.set(habit, day, true) }
    }
    let wider = bits.widened(dayCapacity: 256)
    #expect(wider.dayCapacity == 256)
    for habit in 0..<3 {
      for day in 0..<256 {
        #expect(wider.isDone(habit, day) == [0, 5 + habit, 63].contains(day))
      }
    }
  }
}
