extension FaultCatalog {
  // The app on a device.
  static let installs: [FaultKind] = [
    FaultKind(
      "reinstalls", key: 0x5F37_F324_E82E_B511,
      weight: 1.5,
      cause: .installs,
      what: "The app is deleted and reinstalled, empty.",
      parameters: [
        .amount("installs.reinstallsPerDeviceYear", .real(6.0...100.0), key: 0x0D1D_9DCE_2AE0_6045)
      ],
      seenBy: [.reinstall]),
    FaultKind(
      "mixedVersions", key: 0x45DC_560E_13DC_1475,
      weight: 1.5,
      what: "Devices run the previous, the current or the next version, and update one by one.",
      parameters: [
        .amount("installs.oldVersionFraction", .real(0.1...1.0), key: 0xC106_37BA_3AEA_872D),
        .detail("installs.updateDays", .whole(1...60), key: 0x86B0_396D_5206_D8CD),
        .amount("installs.newVersionFraction", .real(0.1...1.0), key: 0xC3BF_0DD6_7977_C879),
      ],
      seenBy: [.versionUpdate]),
    FaultKind(
      "crashes", key: 0x6D7A_D17F_F256_94F1,
      cause: .crashes,
      what: "The app is killed during a session, while it syncs or in the background.",
      parameters: [
        .amount("installs.crashProbability", .real(0.01...0.5), key: 0x412C_2138_BA72_9FA3)
      ],
      seenBy: [.crash]),
    FaultKind(
      "widgets", key: 0x7729_7C71_1330_3E2F,
      what: "A second process of the app reads the stored data and syncs on its own.",
      parameters: [
        .amount("installs.widgetsPerDeviceYear", .real(12.0...365.0), key: 0x2F41_A6AF_54A2_5636)
      ],
      seenBy: [.widget]),
    FaultKind(
      "restores", key: 0x0CDE_5877_FBBD_43C3,
      weight: 1.5,
      cause: .installs,
      what: "A device is restored from its last backup.",
      parameters: [
        .amount("installs.restoresPerDeviceYear", .real(6.0...100.0), key: 0x399D_A7BD_0EED_3B02),
        .detail("installs.backupDays", .whole(1...20), key: 0x35E8_125A_2641_137B),
      ],
      seenBy: [.restore]),
    FaultKind(
      "clones", key: 0x6A72_E1A7_96D5_F1C8,
      weight: 1.5,
      cause: .installs,
      what: "A device starts from the backup of another device of the same person.",
      parameters: [
        .amount("installs.clonesPerDeviceYear", .real(6.0...100.0), key: 0xEF48_136B_95FB_E7C2)
      ],
      seenBy: [.clone]),
    FaultKind(
      "sharedDeviceSignIn", key: 0x9D39_5982_58FD_1D33,
      weight: 1.5,
      cause: .installs,
      what: "Another member of the household signs in on a device.",
      parameters: [
        .amount(
          "installs.sharedSignInsPerDeviceYear", .real(12.0...365.0), key: 0xCAF8_04DA_29E4_4627)
      ],
      seenBy: [.sharedDeviceSignIn]),
  ]
}
