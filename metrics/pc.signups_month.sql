-- pc.signups_month: new people per month; reported, since the scenario sets it.
--
-- People who joined, per 30 days of the run.
WITH counts AS (
  SELECT
    CAST(COALESCE(COUNT(DISTINCT person), 0) AS BIGINT) AS truth_numerator,
    CAST(COALESCE(MAX(run.days), 0) AS BIGINT) AS truth_denominator,
    CAST(COALESCE(COUNT(DISTINCT person), 0) AS BIGINT) AS observed_numerator,
    CAST(COALESCE(MAX(run.days), 0) AS BIGINT) AS observed_denominator
  FROM run
  LEFT JOIN person_days ON enrolled
)
SELECT
  'pc.signups_month' AS metric,
  CAST(truth_numerator AS DOUBLE) * 30 / truth_denominator AS truth_value,
  truth_numerator,
  truth_denominator,
  CAST(observed_numerator AS DOUBLE) * 30 / observed_denominator AS observed_value,
  observed_numerator,
  observed_denominator
FROM counts;
