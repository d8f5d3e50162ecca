extension FaultCatalog {
  // The network between devices and the server.
  static let network: [FaultKind] = [
    FaultKind(
      "smallPages", key: 0x60FF_2703_DEAC_7722,
      isAlways: true,
      what: "The server sends few rows a page and accepts few operations a request.",
      why: "Limits of hundreds of rows would hide every mistake in paging.",
      parameters: [
        .detail("sync.pageRowsMax", .whole(1...500), key: 0xA713_FAE0_08AE_7D46),
        .detail("sync.pushOperationsMax", .whole(1...100), key: 0x1957_0EC0_55DE_A9C7),
      ]),
    FaultKind(
      "messageLoss", key: 0x4CAE_E6A3_693C_6F01,
      cause: .messages,
      what: "A share of the messages is lost, in either direction.",
      parameters: [
        .amount("network.lossProbability", .real(0.02...0.6), key: 0xF5B0_5C9C_92AD_3140)
      ],
      seenBy: [.requestLost, .responseLost]),
    FaultKind(
      "responseLoss", key: 0x7402_C8D0_FF96_CFD3,
      cause: .messages,
      what:
        "A share of the responses is lost: the server has decided, and the device does not know "
        + "it.",
      parameters: [
        .amount("network.responseLossProbability", .real(0.02...0.6), key: 0x038D_A4E4_67B2_EF77)
      ],
      seenBy: [.responseLost]),
    FaultKind(
      "corruption", key: 0x68DF_0581_001B_8081,
      cause: .messages,
      what: "A share of the responses arrives truncated or unreadable.",
      parameters: [
        .amount("network.responseDamageProbability", .real(0.02...0.6), key: 0xBDBB_8C58_3991_B339)
      ],
      seenBy: [.corruption]),
    FaultKind(
      "duplicates", key: 0x2045_938F_D056_5520,
      cause: .messages,
      what: "A share of the messages arrives twice, the second copy late.",
      parameters: [
        .amount("network.duplicateProbability", .real(0.02...0.6), key: 0x49AB_6115_4B60_B879)
      ],
      seenBy: [.duplicate]),
    FaultKind(
      "reordering", key: 0xB1C1_C2C4_D66A_57BB,
      weight: 1.5,
      cause: .messages,
      what: "A share of the messages is held back, so that later ones overtake them.",
      parameters: [
        .amount("network.reorderProbability", .real(0.05...0.8), key: 0x46F3_5F6D_40B7_2E52),
        .detail(
          "network.reorderDelayMillisecondsMax", .whole(1000...3_600_000),
          key: 0x9AA2_F7AE_73A2_FC00),
      ],
      seenBy: [.reordering]),
    FaultKind(
      "latency", key: 0x610C_E2B2_6160_0C02,
      what: "Messages take long, and some of them very long.",
      parameters: [
        .detail(
          "network.latencyMillisecondsMedian", .real(200.0...20_000.0),
          key: 0xD615_7873_A1A0_B308),
        .detail("network.latencySigma", .real(0.3...2.0), key: 0x89C4_6E8C_C958_8C12),
      ],
      seenBy: [.latency, .reordering]),
    FaultKind(
      "shortTimeouts", key: 0xDBB1_F4F8_0A06_D5E4,
      what: "Devices wait only briefly for a response before they retry.",
      parameters: [
        .detail("sync.requestTimeoutMilliseconds", .whole(100...5000), key: 0xDF34_97AC_B14E_A46F),
        .detail("sync.retryBackoffMillisecondsMin", .whole(10...5000), key: 0xFF78_CD27_A7C7_DCC5),
      ],
      seenBy: [.retry]),
    FaultKind(
      "shortOffline", key: 0xDA07_5D37_1430_8236,
      weight: 1.5,
      cause: .offline,
      what: "Devices lose their network for minutes or hours.",
      parameters: [
        .amount("network.shortOfflinesPerDeviceWeek", .real(1.0...7.0), key: 0x566C_2E6B_0A4D_4CC5),
        .detail(
          "network.shortOfflineMinutesMedian", .real(10.0...2000.0),
          key: 0x7123_5E35_52FE_03F4),
      ],
      seenBy: [.shortOffline]),
    FaultKind(
      "longOffline", key: 0x3756_6416_40EE_A7CB,
      weight: 1.5,
      cause: .offline,
      what: "Devices are offline for days.",
      parameters: [
        .amount("network.longOfflineDeviceFraction", .real(0.1...1.0), key: 0x1468_1A05_89FA_A6AF),
        .detail("network.longOfflineDaysMax", .whole(2...30), key: 0xBC35_877E_1E5D_08D7),
      ],
      seenBy: [.longOffline]),
    FaultKind(
      "rareBackgroundSync", key: 0xAF5C_E878_DA11_8BDF,
      what: "Devices sync in the background hours or days apart.",
      parameters: [
        .detail("sync.backgroundRefreshHours", .whole(1...168), key: 0x471A_69B0_B6C4_FE64)
      ],
      seenBy: [.backgroundSync]),
  ]
}
