-- lk.checkin: days with a check-in of athletes; target 70 %.
--
-- Enrolled days of athletes with a check-in, of all their enrolled days.
WITH counts AS (
  SELECT
    CAST(COALESCE(SUM(CASE WHEN mental_score >= 1 THEN 1 ELSE 0 END), 0) AS BIGINT) AS truth_numerator,
    CAST(COALESCE(COUNT(*), 0) AS BIGINT) AS truth_denominator,
    CAST(COALESCE(SUM(CASE WHEN observed_mental_score >= 1 THEN 1 ELSE 0 END), 0) AS BIGINT) AS observed_numerator,
    CAST(COALESCE(COUNT(*), 0) AS BIGINT) AS observed_denominator
  FROM person_days
  JOIN people ON people.person = person_days.person
  WHERE enrolled AND role IN ('child', 'athlete')
)
SELECT
  'lk.checkin' AS metric,
  CAST(truth_numerator AS DOUBLE) / NULLIF(truth_denominator, 0) AS truth_value,
  truth_numerator,
  truth_denominator,
  CAST(observed_numerator AS DOUBLE) / NULLIF(observed_denominator, 0) AS observed_value,
  observed_numerator,
  observed_denominator
FROM counts;
