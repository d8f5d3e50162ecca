import CMemory

// Memory as the C library gives it. `UnsafeMutablePointer.allocate` asks for the alignment that
// `malloc` has anyway, through a function that takes twice as long; a run allocates twice for each
// operation.
extension UnsafeMutablePointer where Pointee: ~Copyable {
  /// Room for so many values.
  @inlinable static func uninitialized(_ count: Int) -> UnsafeMutablePointer {
    guard MemoryLayout<Pointee>.alignment <= rawMemoryAlignment else {
      return .allocate(capacity: count)
    }
    return allocateRawMemory(count * MemoryLayout<Pointee>.stride)
      .bindMemory(to: Pointee.self, capacity: count)
  }

  /// Frees memory that `uninitialized` returned.
  @inlinable func freeMemory() {
    if MemoryLayout<Pointee>.alignment <= rawMemoryAlignment {
      freeRawMemory(self)
    } else {
      deallocate()
    }
  }
}

/// What `malloc` aligns to on every machine that this is built for.
@usableFromInline let rawMemoryAlignment = 16

@usableFromInline func allocateRawMemory(_ byteCount: Int) -> UnsafeMutableRawPointer {
  guard let memory = memory_take(UInt(max(1, byteCount))) else {
    fatalError("no memory for \(byteCount) bytes")
  }
  return memory
}

@usableFromInline func freeRawMemory(_ memory: UnsafeMutableRawPointer) {
  memory_give_back(memory)
}
