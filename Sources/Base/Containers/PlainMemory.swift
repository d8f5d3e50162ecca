import CMemory

// Memory as the C library gives it. `UnsafeMutablePointer.allocate` asks for the alignment that
// `malloc` has anyway, through a function that takes twice as long; a run asks two times for each
// operation that somebody makes.
extension UnsafeMutablePointer where Pointee: ~Copyable {
  /// Room for so many values.
  @inlinable static func plain(_ count: Int) -> UnsafeMutablePointer {
    guard MemoryLayout<Pointee>.alignment <= plainAlignment else {
      return .allocate(capacity: count)
    }
    return takePlainMemory(count * MemoryLayout<Pointee>.stride)
      .bindMemory(to: Pointee.self, capacity: count)
  }

  /// Gives back what `plain` gave.
  @inlinable func giveBack() {
    if MemoryLayout<Pointee>.alignment <= plainAlignment {
      givePlainMemoryBack(self)
    } else {
      deallocate()
    }
  }
}

/// What `malloc` aligns to on every machine that this is built for.
@usableFromInline let plainAlignment = 16

@usableFromInline func takePlainMemory(_ byteCount: Int) -> UnsafeMutableRawPointer {
  guard let memory = memory_take(UInt(max(1, byteCount))) else {
    fatalError("no memory for \(byteCount) bytes")
  }
  return memory
}

@usableFromInline func givePlainMemoryBack(_ memory: UnsafeMutableRawPointer) {
  memory_give_back(memory)
}
