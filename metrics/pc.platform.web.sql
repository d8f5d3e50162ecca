-- pc.platform.web: people on the web; reported, since the scenario sets it.
--
-- People whose app runs on the web, of all people ever enrolled. The app reports its platform, so
-- both sides are equal.
WITH counts AS (
  SELECT
    CAST(COALESCE(SUM(CASE WHEN platform = 'web' THEN 1 ELSE 0 END), 0) AS BIGINT) AS truth_numerator,
    CAST(COALESCE(COUNT(*), 0) AS BIGINT) AS truth_denominator,
    CAST(COALESCE(SUM(CASE WHEN platform = 'web' THEN 1 ELSE 0 END), 0) AS BIGINT) AS observed_numerator,
    CAST(COALESCE(COUNT(*), 0) AS BIGINT) AS observed_denominator
  FROM people
  WHERE person IN (SELECT person FROM person_days WHERE enrolled)
)
SELECT
  'pc.platform.web' AS metric,
  CAST(truth_numerator AS DOUBLE) / NULLIF(truth_denominator, 0) AS truth_value,
  truth_numerator,
  truth_denominator,
  CAST(observed_numerator AS DOUBLE) / NULLIF(observed_denominator, 0) AS observed_value,
  observed_numerator,
  observed_denominator
FROM counts;
