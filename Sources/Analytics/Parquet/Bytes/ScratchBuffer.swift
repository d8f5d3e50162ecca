/// Flat memory that is grown when needed and reused from one use to the next.
///
/// Contents are not kept when it grows: whoever needs `count` elements asks first, writes them,
/// then reads them.
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
