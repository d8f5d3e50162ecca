-- pc.saves: operations saved at the first attempt, a proxy; target 99.9 %.
--
-- Operations that were durable on the server before their device would have sent them again, of those
-- whose deadline has passed. A proxy, because it asks for the time and does not count attempts: what
-- was said without a connection is no failed attempt, and still misses it.
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
