/// Flat memory that grows when needed and is reused.
///
/// It does not keep its contents when it grows: first request `count` elements, then write them,
/// then read them.
struct ScratchBuffer<Element: BitwiseCopyable>: ~Copyable {
  private(set) var base: UnsafeMutablePointer<Element>
  private var capacity: Int

  init(capacity: Int = 64) {
    self.capacity = capacity
    base = .allocate(capacity: capacity)
  }

  deinit {
    base.deallocate()
  }

  /// Memory for `count` elements, whose values are arbitrary.
  @discardableResult
  mutating func reserve(_ count: Int) -> UnsafeMutablePointer<Element> {
    if count > capacity {
      base.deallocate()
      capacity = max(count, capacity &* 2)
      base = .allocate(capacity: capacity)
    }
    return base
  }
}
