import SystemLibrary

/// Runs numbered tasks on a number of threads and delivers their results in order.
///
/// This is the only place of the package that shares state between threads. A worker takes the next
/// number as soon as it is free; an early result waits for its turn, and workers that are too far
/// ahead wait with it, so memory is bounded by the threads and not by the work.
public enum WorkerPool {
  /// Calls `work` for `first ..< count` on `threads` threads, and `take` with the results in order
  /// on the calling one. The first error of either ends everything and is thrown.
  ///
  /// Each thread has one `Worker`, made by `makeWorker` on that thread: its scratch memory.
  public static func run<Worker: ~Copyable, Result: Sendable>(
    from first: Int = 0, count: Int, threads: Int, makeWorker: @escaping @Sendable () -> Worker,
    work: @escaping @Sendable (inout Worker, Int) throws -> Result,
    take: (Int, Result) throws -> Void
  ) throws {
    let workers = max(1, min(threads, count - first))
    let line = OrderedResults<Result>(
      from: first, count: count, ahead: workers + 2, workers: workers)
    for _ in 0..<workers {
      WorkThread.start {
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
    }
    do {
      while let (index, result) = line.nextResult() { try take(index, result) }
    } catch {
      line.fail(error)
    }
    try line.waitForAll()
  }
}

/// What the workers and the calling thread share, behind one lock.
private final class OrderedResults<Result: Sendable>: @unchecked Sendable {
  private let monitor = Monitor()
  private let count: Int
  private let ahead: Int
  private var started: Int
  private var taken: Int
  private var early: [Int: Result] = [:]
  private var failure: (any Error)?
  private var workers: Int

  init(from first: Int, count: Int, ahead: Int, workers: Int) {
    started = first
    taken = first
    self.count = count
    self.ahead = ahead
    self.workers = workers
  }

  /// The next task, or nil if there is none or an error has occurred.
  func next() -> Int? {
    monitor.locked {
      while failure == nil && started < count && started >= taken + ahead { monitor.wait() }
      guard failure == nil, started < count else { return nil }
      started += 1
      return started - 1
    }
  }

  func finish(_ index: Int, _ result: Result) {
    monitor.locked {
      early[index] = result
      monitor.changed()
    }
  }

  func fail(_ error: any Error) {
    monitor.locked {
      failure = failure ?? error
      monitor.changed()
    }
  }

  /// The next result in order, or nil if all were taken or an error has occurred.
  func nextResult() -> (Int, Result)? {
    monitor.locked {
      while failure == nil && taken < count && early[taken] == nil { monitor.wait() }
      guard failure == nil, taken < count, let result = early.removeValue(forKey: taken) else {
        return nil
      }
      taken += 1
      monitor.changed()
      return (taken - 1, result)
    }
  }

  func leave() {
    monitor.locked {
      workers -= 1
      monitor.changed()
    }
  }

  func waitForAll() throws {
    let problem = monitor.locked {
      while workers > 0 { monitor.wait() }
      return failure
    }
    if let problem { throw problem }
  }
}

/// A lock with a condition that threads can wait for.
private final class Monitor: @unchecked Sendable {
  private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

  init() {
    pthread_mutex_init(lock, nil)
    pthread_cond_init(condition, nil)
  }

  deinit {
    pthread_cond_destroy(condition)
    pthread_mutex_destroy(lock)
    condition.deallocate()
    lock.deallocate()
  }

  /// Runs a closure while holding the lock.
  func locked<Value>(_ body: () throws -> Value) rethrows -> Value {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    return try body()
  }

  /// Releases the lock until another thread reports a change; the lock must be held.
  func wait() { pthread_cond_wait(condition, lock) }

  /// Wakes all waiting threads after a change.
  func changed() { pthread_cond_broadcast(condition) }
}
