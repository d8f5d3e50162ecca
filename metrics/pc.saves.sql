-- pc.saves: operations saved at the first attempt, a proxy; target 99.9 %.
--
-- Operations that were durable on the server before their device would have retried, of all
-- operations whose deadline has passed. A proxy, because it compares times and does not count
-- attempts: an operation submitted offline misses it without a failed attempt.
WITH counts AS (
  SELECT
    CAST(COALESCE(SUM(operations_first_attempt), 0) AS BIGINT) AS truth_numerator,
    CAST(COALESCE(SUM(operations_due), 0) AS BIGINT) AS truth_denominator,
    CAST(COALESCE(SUM(observed_operations_first_attempt), 0) AS BIGINT) AS observed_numerator,
    CAST(COALESCE(SUM(observed_operations_due), 0) AS BIGINT) AS observed_denominator
  FROM person_days
)
SELECT
  'pc.saves' AS metric,
  CAST(truth_numerator AS DOUBLE) / NULLIF(truth_denominator, 0) AS truth_value,
  truth_numerator,
  truth_denominator,
  CAST(observed_numerator AS DOUBLE) / NULLIF(observed_denominator, 0) AS observed_value,
  observed_numerator,
  observed_denominator
FROM counts;
