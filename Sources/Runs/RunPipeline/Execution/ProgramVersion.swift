/// The version of the program, which determines a dataset together with scenario and seed.
///
/// The same scenario, seed and version give the same bytes, so a change of bytes increases it.
public enum ProgramVersion {
  public static let text = "0.1.0"
}
