/// The version of the program: what made a dataset, beside scenario and seed.
///
/// Same scenario, same seed and same version give the same bytes; whatever changes bytes raises it.
public enum ProgramVersion {
  public static let text = "0.1.0"
}
