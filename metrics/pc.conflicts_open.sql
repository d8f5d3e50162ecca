-- pc.conflicts_open: open conflicts per million operations; target at most 0.
--
-- Writes that overwrote one their author did not know of, after which replicas of the family or
-- group still differed after the run, when all devices had synced, per million operations that
-- devices reported as saved. Runs of more than 256 people check a sample of the logs. The product
-- wants every conflict resolved, so the target is 0.
WITH counts AS (
  SELECT
    CAST(COALESCE(SUM(conflicts_open), 0) AS BIGINT) AS truth_numerator,
    CAST(COALESCE(SUM(operations_saved), 0) AS BIGINT) AS truth_denominator
  FROM people
  WHERE person IN (SELECT person FROM person_days WHERE enrolled)
)
SELECT
  'pc.conflicts_open' AS metric,
  CAST(truth_numerator AS DOUBLE) * 1000000 / (NULLIF(truth_denominator, 0) * CAST(1 AS DOUBLE)) AS truth_value,
  truth_numerator,
  truth_denominator,
  CAST(NULL AS DOUBLE) AS observed_value,
  CAST(0 AS BIGINT) AS observed_numerator,
  CAST(0 AS BIGINT) AS observed_denominator
FROM counts;
