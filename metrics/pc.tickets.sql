-- pc.tickets: people with an operation rejected after ack, a proxy for support tickets; target at most 2 %.
--
-- People who ever had an operation rejected by the server after their device had shown it as done,
-- on an enrolled day, of all people ever enrolled. A proxy for support tickets, because no rule
-- says who contacts support.
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
