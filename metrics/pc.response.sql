-- pc.response: response time in milliseconds; target at most 500.
--
-- Milliseconds from sending a request to receiving its response, averaged over the responses that
-- arrived while the device still waited, of people ever enrolled. Requests that the device gave up
-- on are not counted.
WITH counts AS (
  SELECT
    CAST(COALESCE(SUM(response_centiseconds), 0) AS BIGINT) AS truth_numerator,
    CAST(COALESCE(SUM(responses), 0) AS BIGINT) AS truth_denominator
  FROM people
  WHERE person IN (SELECT person FROM person_days WHERE enrolled)
)
SELECT
  'pc.response' AS metric,
  CAST(truth_numerator AS DOUBLE) * 10 / (NULLIF(truth_denominator, 0) * CAST(1 AS DOUBLE)) AS truth_value,
  truth_numerator,
  truth_denominator,
  CAST(NULL AS DOUBLE) AS observed_value,
  CAST(0 AS BIGINT) AS observed_numerator,
  CAST(0 AS BIGINT) AS observed_denominator
FROM counts;
