extension RandomBits {
  /// An index of `table`, each as likely as its weight says.
  ///
  /// Complexity: constant on average, whatever the table's size.
  @inlinable
  public func index(in table: DiscreteTable) -> Int {
    let bits = first &>> 1
    var index = Int(table.guide[Int(truncatingIfNeeded: bits &>> table.shift)])
    while table.thresholds[index] <= bits { index &+= 1 }
    return index
  }
}
