-- at.integrity: days with exact completions; target 99.9 %.
--
-- Enrolled days on which the server knows exactly as many habits done as were done, of all
-- enrolled days with a habit done on either side. The truth always equals itself.
WITH counts AS (
  SELECT
    CAST(COALESCE(SUM(CASE WHEN habits_done > 0 THEN 1 ELSE 0 END), 0) AS BIGINT) AS truth_numerator,
    CAST(COALESCE(SUM(CASE WHEN habits_done > 0 THEN 1 ELSE 0 END), 0) AS BIGINT) AS truth_denominator,
    CAST(COALESCE(SUM(CASE WHEN observed_habits_done = habits_done THEN 1 ELSE 0 END), 0) AS BIGINT) AS observed_numerator,
    CAST(COALESCE(COUNT(*), 0) AS BIGINT) AS observed_denominator
  FROM person_days
  WHERE enrolled AND (habits_done > 0 OR observed_habits_done > 0)
)
SELECT
  'at.integrity' AS metric,
  CAST(truth_numerator AS DOUBLE) / NULLIF(truth_denominator, 0) AS truth_value,
  truth_numerator,
  truth_denominator,
  CAST(observed_numerator AS DOUBLE) / NULLIF(observed_denominator, 0) AS observed_value,
  observed_numerator,
  observed_denominator
FROM counts;
