-- pc.dau: daily active people; target 70 % of enrolled people.
--
-- Days on which enrolled people did at least one core action, of all days on which they were
-- enrolled: from joining until leaving. Observers and coaches cannot do core actions and are not
-- counted.
WITH counts AS (
  SELECT
    CAST(COALESCE(SUM(CASE WHEN active THEN 1 ELSE 0 END), 0) AS BIGINT) AS truth_numerator,
    CAST(COALESCE(COUNT(*), 0) AS BIGINT) AS truth_denominator,
    CAST(COALESCE(SUM(CASE WHEN observed_active THEN 1 ELSE 0 END), 0) AS BIGINT) AS observed_numerator,
    CAST(COALESCE(COUNT(*), 0) AS BIGINT) AS observed_denominator
  FROM person_days
  JOIN people ON people.person = person_days.person
  WHERE enrolled AND role NOT IN ('observer', 'coach')
)
SELECT
  'pc.dau' AS metric,
  CAST(truth_numerator AS DOUBLE) / NULLIF(truth_denominator, 0) AS truth_value,
  truth_numerator,
  truth_denominator,
  CAST(observed_numerator AS DOUBLE) / NULLIF(observed_denominator, 0) AS observed_value,
  observed_numerator,
  observed_denominator
FROM counts;
