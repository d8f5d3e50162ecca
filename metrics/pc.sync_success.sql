-- pc.sync_success: operations synced in time; target 99.9 %.
--
-- Operations that were durable on the server within their deadline, of those whose deadline has
-- passed. A command that a rule rejected was synced all the same. People who have left count too:
-- what they did last still has to arrive.
WITH counts AS (
  SELECT
    CAST(COALESCE(SUM(operations_within_deadline), 0) AS BIGINT) AS truth_numerator,
    CAST(COALESCE(SUM(operations_due), 0) AS BIGINT) AS truth_denominator,
    CAST(COALESCE(SUM(observed_operations_within_deadline), 0) AS BIGINT) AS observed_numerator,
    CAST(COALESCE(SUM(observed_operations_due), 0) AS BIGINT) AS observed_denominator
  FROM person_days
)
SELECT
  'pc.sync_success' AS metric,
  CAST(truth_numerator AS DOUBLE) / NULLIF(truth_denominator, 0) AS truth_value,
  truth_numerator,
  truth_denominator,
  CAST(observed_numerator AS DOUBLE) / NULLIF(observed_denominator, 0) AS observed_value,
  observed_numerator,
  observed_denominator
FROM counts;
