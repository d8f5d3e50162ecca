-- lk.dau: daily active athletes; target 80 % of enrolled athletes.
--
-- Days on which enrolled people who train did at least one core action, of all days on which they
-- were enrolled: from joining until leaving. People who train are the children of families and the
-- athletes of rosters.
WITH counts AS (
  SELECT
    CAST(COALESCE(SUM(CASE WHEN active THEN 1 ELSE 0 END), 0) AS BIGINT) AS truth_numerator,
    CAST(COALESCE(COUNT(*), 0) AS BIGINT) AS truth_denominator,
    CAST(COALESCE(SUM(CASE WHEN observed_active THEN 1 ELSE 0 END), 0) AS BIGINT) AS observed_numerator,
    CAST(COALESCE(COUNT(*), 0) AS BIGINT) AS observed_denominator
  FROM person_days
  JOIN people ON people.person = person_days.person
  WHERE enrolled AND role IN ('child', 'athlete')
)
SELECT
  'lk.dau' AS metric,
  CAST(truth_numerator AS DOUBLE) / NULLIF(truth_denominator, 0) AS truth_value,
  truth_numerator,
  truth_denominator,
  CAST(observed_numerator AS DOUBLE) / NULLIF(observed_denominator, 0) AS observed_value,
  observed_numerator,
  observed_denominator
FROM counts;
