-- pc.data_lost: lost operations per million; target at most 0.
--
-- Operations that no replica and no server had after the run, when all devices had synced,
-- although no rule rejected them, per million operations that devices reported as saved. They were
-- erased with an app that was removed before it could send them, or lost in a failover to a stale
-- replica. The product wants none.
WITH counts AS (
  SELECT
    CAST(COALESCE(SUM(operations_lost), 0) AS BIGINT) AS truth_numerator,
    CAST(COALESCE(SUM(operations_saved), 0) AS BIGINT) AS truth_denominator
  FROM people
  WHERE person IN (SELECT person FROM person_days WHERE enrolled)
)
SELECT
  'pc.data_lost' AS metric,
  CAST(truth_numerator AS DOUBLE) * 1000000 / (NULLIF(truth_denominator, 0) * CAST(1 AS DOUBLE)) AS truth_value,
  truth_numerator,
  truth_denominator,
  CAST(NULL AS DOUBLE) AS observed_value,
  CAST(0 AS BIGINT) AS observed_numerator,
  CAST(0 AS BIGINT) AS observed_denominator
FROM counts;
