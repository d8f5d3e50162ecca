extension Mathematics {
  /// The number that a standard normal variable stays below with probability `p`.
  ///
  /// Three ratios of polynomials (Wichura, algorithm AS 241, 1988): one for the middle, one for
  /// each tail and one for each far tail. Error: at most 8 ulp.
  @inlinable
  public static func inverseNormal(_ p: Double) -> Double {
    let q = p - 0.5
    guard q.magnitude > 0.425 else { return q * centralRatio(0.180625 - q * q) }
    guard p > 0 && p < 1 else {
      return p == 0 ? -.infinity : p == 1 ? .infinity : .nan
    }
    let r = (-log(q < 0 ? p : 1 - p)).squareRoot()
    let magnitude = r <= 5 ? tailRatio(r - 1.6) : farTailRatio(r - 5)
    return q < 0 ? -magnitude : magnitude
  }

  @usableFromInline
  static func centralRatio(_ r: Double) -> Double {
    var top = 2.509_080_928_730_122_672_7e3
    top = top * r + 3.343_057_558_358_812_810_5e4
    top = top * r + 6.726_577_092_700_870_085_3e4
    top = top * r + 4.592_195_393_154_987_145_7e4
    top = top * r + 1.373_169_376_550_946_112_5e4
    top = top * r + 1.971_590_950_306_551_442_7e3
    top = top * r + 1.331_416_678_917_843_774_5e2
    top = top * r + 3.387_132_872_796_366_608
    var bottom = 5.226_495_278_852_854_561e3
    bottom = bottom * r + 2.872_908_573_572_194_267_4e4
    bottom = bottom * r + 3.930_789_580_009_271_061e4
    bottom = bottom * r + 2.121_379_430_158_659_586_7e4
    bottom = bottom * r + 5.394_196_021_424_751_107_7e3
    bottom = bottom * r + 6.871_870_074_920_579_083e2
    bottom = bottom * r + 4.231_333_070_160_091_125_2e1
    return top / (bottom * r + 1)
  }

  @usableFromInline
  static func tailRatio(_ r: Double) -> Double {
    var top = 7.745_450_142_783_414_076_4e-4
    top = top * r + 2.272_384_498_926_918_458_33e-2
    top = top * r + 2.417_807_251_774_506_117_7e-1
    top = top * r + 1.270_458_252_452_368_382_58
    top = top * r + 3.647_848_324_763_204_605_04
    top = top * r + 5.769_497_221_460_691_405_5
    top = top * r + 4.630_337_846_156_545_295_9
    top = top * r + 1.423_437_110_749_683_577_34
    var bottom = 1.050_750_071_644_416_843_24e-9
    bottom = bottom * r + 5.475_938_084_995_344_946e-4
    bottom = bottom * r + 1.519_866_656_361_645_719_66e-2
    bottom = bottom * r + 1.481_039_764_274_800_745_9e-1
    bottom = bottom * r + 6.897_673_349_851_000_045_5e-1
    bottom = bottom * r + 1.676_384_830_183_803_849_4
    bottom = bottom * r + 2.053_191_626_637_758_821_87
    return top / (bottom * r + 1)
  }

  @usableFromInline
  static func farTailRatio(_ r: Double) -> Double {
    var top = 2.010_334_399_292_288_132_65e-7
    top = top * r + 2.711_555_568_743_487_578_15e-5
    top = top * r + 1.242_660_947_388_078_438_6e-3
    top = top * r + 2.653_218_952_657_612_309_3e-2
    top = top * r + 2.965_605_718_285_048_912_3e-1
    top = top * r + 1.784_826_539_917_291_335_8
    top = top * r + 5.463_784_911_164_114_369_9
    top = top * r + 6.657_904_643_501_103_777_2
    var bottom = 2.044_263_103_389_939_785_64e-15
    bottom = bottom * r + 1.421_511_758_316_445_888_7e-7
    bottom = bottom * r + 1.846_318_317_510_054_681_8e-5
    bottom = bottom * r + 7.868_691_311_456_132_591e-4
    bottom = bottom * r + 1.487_536_129_085_061_485_25e-2
    bottom = bottom * r + 1.369_298_809_227_358_053_1e-1
    bottom = bottom * r + 5.998_322_065_558_879_376_9e-1
    return top / (bottom * r + 1)
  }
}
