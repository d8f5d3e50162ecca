-- pc.conflicts_open: conflicts that were not resolved, for a million operations; target at most 0.
--
-- Writes that replaced one of which their author did not know, after which copies of that family or
-- group were still not alike when everything had settled, for all operations that a device said were
-- saved. In runs of more than 256 people only some logs are read for it. The product wants every
-- conflict resolved, so none is left.
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
