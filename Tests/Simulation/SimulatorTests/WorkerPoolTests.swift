import Foundation
import Synchronization
import Testing

@testable import Simulator
@testable import SimulatedWorld

@Suite("The worker pool")
struct WorkerPoolTests {
  private struct Broken: Error, Equatable {
    var at: Int
  }

  /// Collects everything that a pool delivers, in order.
  private func taken(
    count: Int, threads: Int, work: @escaping @Sendable (Int) throws -> Int = { $0 * $0 }
  ) throws -> [Int] {
    var results: [Int] = []
    try WorkerPool.run(
      count: count, threads: threads, makeWorker: { 0 }, work: { _, index in try work(index) },
      take: { index, result in
        #expect(index == results.count)
        results.append(result)
      })
    return results
  }

  @Test("delivers every result once and in order", arguments: [1, 2, 3, 16], [0, 1, 2, 7, 300])
  func order(threads: Int, count: Int) throws {
    let results = try taken(count: count, threads: threads) { index in
      // Early tasks are late now and then.
      if index % 7 == 0 { usleep(500) }
      return index * index
    }
    #expect(results == (0..<count).map { $0 * $0 })
  }

  @Test("gives every thread a worker of its own, and has no more threads than tasks")
  func workers() throws {
    let made = Atomic(0)
    let used = Atomic(0)
    try WorkerPool.run(
      count: 3, threads: 200,
      makeWorker: {
        made.add(1, ordering: .relaxed)
        return 0
      },
      work: { (worker: inout Int, _) in
        worker += 1
        used.add(1, ordering: .relaxed)
        usleep(2000)
        return worker
      },
      take: { _, _ in })
    #expect(made.load(ordering: .relaxed) == 3)
    #expect(used.load(ordering: .relaxed) == 3)
  }

  @Test("ends with the error of a task", arguments: [1, 2, 5])
  func brokenWork(threads: Int) {
    let started = Atomic(0)
    #expect(throws: Broken(at: 40)) {
      _ = try taken(count: 100_000, threads: threads) { index in
        started.add(1, ordering: .relaxed)
        if index == 40 { throw Broken(at: index) }
        return index
      }
    }
    #expect(started.load(ordering: .relaxed) < 41 + threads + 2)
  }

  @Test("ends with the error of the caller, and waits for the started tasks", arguments: [1, 2, 5])
  func brokenTaking(threads: Int) {
    let running = Atomic(0)
    let taken = Atomic(0)
    #expect(throws: Broken(at: 10)) {
      try WorkerPool.run(
        count: 100_000, threads: threads, makeWorker: { 0 },
        work: { (_: inout Int, index) in
          running.add(1, ordering: .relaxed)
          defer { running.subtract(1, ordering: .relaxed) }
          usleep(200)
          return index
        },
        take: { index, _ in
          taken.add(1, ordering: .relaxed)
          if index == 10 { throw Broken(at: index) }
        })
    }
    #expect(running.load(ordering: .relaxed) == 0)
    #expect(taken.load(ordering: .relaxed) == 11)
  }

  @Test("holds at most two results more than threads, however slowly they are read")
  func bounded() throws {
    let threads = 3
    let finished = Atomic(0)
    var waitingMax = 0
    try WorkerPool.run(
      count: 60, threads: threads, makeWorker: { 0 },
      work: { (_: inout Int, index) in
        finished.add(1, ordering: .sequentiallyConsistent)
        return index
      },
      take: { index, _ in
        usleep(1000)
        // All up to this one are delivered.
        waitingMax = max(waitingMax, finished.load(ordering: .sequentiallyConsistent) - index - 1)
      })
    #expect(waitingMax <= threads + 2)
    #expect(waitingMax > 1, "the workers never got ahead: this checks nothing")
  }
}
