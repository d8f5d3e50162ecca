/// The two sizes of every chart, so that labels stay readable on a phone.
enum ChartSize: String, CaseIterable {
  case wide
  case narrow

  var isWide: Bool { self == .wide }

  var width: Double { isWide ? 880 : 360 }
}
