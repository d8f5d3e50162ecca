/// The two sizes a chart is drawn in, so that its letters stay readable on a telephone.
enum ChartSize: String, CaseIterable {
  case wide
  case narrow

  var isWide: Bool { self == .wide }

  var width: Double { isWide ? 880 : 360 }
}
