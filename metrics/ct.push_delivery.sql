-- ct.push_delivery: pushes delivered; reported.
--
-- Pushes that arrived at a phone, of all pushes sent to phones of people ever enrolled.
WITH counts AS (
  SELECT
    CAST(COALESCE(SUM(pushes_delivered), 0) AS BIGINT) AS truth_numerator,
    CAST(COALESCE(SUM(pushes_sent), 0) AS BIGINT) AS truth_denominator
  FROM people
  WHERE person IN (SELECT person FROM person_days WHERE enrolled)
)
SELECT
  'ct.push_delivery' AS metric,
  CAST(truth_numerator AS DOUBLE) / NULLIF(truth_denominator, 0) AS truth_value,
  truth_numerator,
  truth_denominator,
  CAST(NULL AS DOUBLE) AS observed_value,
  CAST(0 AS BIGINT) AS observed_numerator,
  CAST(0 AS BIGINT) AS observed_denominator
FROM counts;
