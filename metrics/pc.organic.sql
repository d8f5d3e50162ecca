-- pc.organic: organic sign-ups; reported, since the scenario sets it.
--
-- People whose household signed up without a campaign, of all people ever enrolled. The server
-- does not learn how a household found the app.
WITH counts AS (
  SELECT
    CAST(COALESCE(SUM(CASE WHEN organic THEN 1 ELSE 0 END), 0) AS BIGINT) AS truth_numerator,
    CAST(COALESCE(COUNT(*), 0) AS BIGINT) AS truth_denominator
  FROM people
  WHERE person IN (SELECT person FROM person_days WHERE enrolled)
)
SELECT
  'pc.organic' AS metric,
  CAST(truth_numerator AS DOUBLE) / NULLIF(truth_denominator, 0) AS truth_value,
  truth_numerator,
  truth_denominator,
  CAST(NULL AS DOUBLE) AS observed_value,
  CAST(0 AS BIGINT) AS observed_numerator,
  CAST(0 AS BIGINT) AS observed_denominator
FROM counts;
