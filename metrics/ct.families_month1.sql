-- ct.families_month1: families in the first month; reported, since the scenario sets it.
--
-- Households with a person enrolled in the first 30 days of the run.
WITH counts AS (
  SELECT
    CAST(COALESCE(COUNT(DISTINCT household), 0) AS BIGINT) AS truth_numerator,
    CAST(COALESCE(1, 0) AS BIGINT) AS truth_denominator,
    CAST(COALESCE(COUNT(DISTINCT household), 0) AS BIGINT) AS observed_numerator,
    CAST(COALESCE(1, 0) AS BIGINT) AS observed_denominator
  FROM person_days
  WHERE enrolled AND run_day < 30
)
SELECT
  'ct.families_month1' AS metric,
  CAST(truth_numerator AS DOUBLE) AS truth_value,
  truth_numerator,
  truth_denominator,
  CAST(observed_numerator AS DOUBLE) AS observed_value,
  observed_numerator,
  observed_denominator
FROM counts;
