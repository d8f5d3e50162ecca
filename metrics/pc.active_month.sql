-- pc.active_month: people active in the last 30 days; reported, since the scenario sets it.
--
-- People with a core action on an enrolled day among the last 30 days of the run.
WITH counts AS (
  SELECT
    CAST(COALESCE(COUNT(DISTINCT CASE WHEN active THEN person END), 0) AS BIGINT) AS truth_numerator,
    CAST(COALESCE(1, 0) AS BIGINT) AS truth_denominator,
    CAST(COALESCE(COUNT(DISTINCT CASE WHEN observed_active THEN person END), 0) AS BIGINT) AS observed_numerator,
    CAST(COALESCE(1, 0) AS BIGINT) AS observed_denominator
  FROM person_days
  CROSS JOIN run
  WHERE enrolled AND run_day >= run.days - 30
)
SELECT
  'pc.active_month' AS metric,
  CAST(truth_numerator AS DOUBLE) AS truth_value,
  truth_numerator,
  truth_denominator,
  CAST(observed_numerator AS DOUBLE) AS observed_value,
  observed_numerator,
  observed_denominator
FROM counts;
