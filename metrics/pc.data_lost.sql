-- pc.data_lost: operations lost, of a million; target at most 0.
--
-- Operations that nobody has any more once everything has settled, though no rule refused them, of all
-- that a device said were saved. They were erased with an app that was taken away before it could
-- send them, or lost by a server that began anew. The product wants none.
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
