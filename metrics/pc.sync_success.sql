-- pc.sync_success: operations synced in time; target 99.9 %.
--
-- Operations that were durable on the server within their deadline, of all operations whose
-- deadline has passed. Operations that a rule rejected count as synced. Operations of people who
-- have left count too, since these still have to arrive.
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
