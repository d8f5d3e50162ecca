import Foundation

/// Runs numbered pieces of work on a number of threads and hands in their results in order.
///
/// The one place of the package that shares state between threads. A worker takes the next number
/// as soon as it is free; a result that comes early waits until its turn, and workers that are
/// too far ahead wait with it, so memory is bounded by the threads and not by the work.
public enum WorkerPool {
  /// Calls `work` for `0 ..< count` on `threads` threads, and `take` with the results in order on
  /// the calling one. The first error of either ends everything and is thrown.
  ///
  /// Each thread has one `Worker`, made by `makeWorker` on that thread: its scratch memory.
  public static func run<Worker: ~Copyable, Result: Sendable>(
    count: Int, threads: Int, makeWorker: @escaping @Sendable () -> Worker,
    work: @escaping @Sendable (inout Worker, Int) throws -> Result,
    take: (Int, Result) throws -> Void
  ) throws {
    let workers = max(1, min(threads, count))
    let line = Line<Result>(count: count, ahead: workers + 2, workers: workers)
    for _ in 0..<workers {
      let thread = Thread {
        var worker = makeWorker()
        while let index = line.next() {
          do {
            line.finish(index, try work(&worker, index))
          } catch {
            line.fail(error)
          }
        }
        line.leave()
      }
      thread.stackSize = 8 << 20
      thread.start()
    }
    do {
      while let (index, result) = line.nextResult() { try take(index, result) }
    } catch {
      line.fail(error)
    }
    try line.waitForAll()
  }
}

/// What the workers and the taker share, behind one lock.
private final class Line<Result: Sendable>: @unchecked Sendable {
  private let condition = NSCondition()
  private let count: Int
  private let ahead: Int
  private var started = 0
  private var taken = 0
  private var early: [Int: Result] = [:]
  private var failure: (any Error)?
  private var workers: Int

  init(count: Int, ahead: Int, workers: Int) {
    self.count = count
    self.ahead = ahead
    self.workers = workers
  }

  /// The next piece of work, or nil when there is none or something has failed.
  func next() -> Int? {
    condition.lock()
    defer { condition.unlock() }
    while failure == nil && started < count && started >= taken + ahead { condition.wait() }
    guard failure == nil, started < count else { return nil }
    started += 1
    return started - 1
  }

  func finish(_ index: Int, _ result: Result) {
    condition.lock()
    early[index] = result
    condition.broadcast()
    condition.unlock()
  }

  func fail(_ error: any Error) {
    condition.lock()
    failure = failure ?? error
    condition.broadcast()
    condition.unlock()
  }

  /// The result whose turn it is, or nil when all were taken or something has failed.
  func nextResult() -> (Int, Result)? {
    condition.lock()
    defer { condition.unlock() }
    while failure == nil && taken < count && early[taken] == nil { condition.wait() }
    guard failure == nil, taken < count, let result = early.removeValue(forKey: taken) else {
      return nil
    }
    taken += 1
    condition.broadcast()
    return (taken - 1, result)
  }

  func leave() {
    condition.lock()
    workers -= 1
    condition.broadcast()
    condition.unlock()
  }

  func waitForAll() throws {
    condition.lock()
    while workers > 0 { condition.wait() }
    let problem = failure
    condition.unlock()
    if let problem { throw problem }
  }
}
