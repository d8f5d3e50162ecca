-- pc.tickets: people who ever found something taken back, a proxy for support; target at most 2 %.
--
-- People of whom the server ever refused what their device had shown as done, on days on which they
-- were enrolled, of all people ever enrolled. A proxy, because no rule says who writes to support.
WITH counts AS (
  SELECT
    CAST(COALESCE(COUNT(DISTINCT CASE WHEN rejected_after_ack > 0 THEN person END), 0) AS BIGINT) AS truth_numerator,
    CAST(COALESCE(COUNT(DISTINCT person), 0) AS BIGINT) AS truth_denominator
  FROM person_days
  WHERE enrolled
)
SELECT
  'pc.tickets' AS metric,
  CAST(truth_numerator AS DOUBLE) / NULLIF(truth_denominator, 0) AS truth_value,
  truth_numerator,
  truth_denominator,
  CAST(NULL AS DOUBLE) AS observed_value,
  CAST(0 AS BIGINT) AS observed_numerator,
  CAST(0 AS BIGINT) AS observed_denominator
FROM counts;
