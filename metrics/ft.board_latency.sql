-- ft.board_latency: seconds until a board shows an update; target at most 5.
--
-- Seconds from the server receiving an update of a group to a phone showing it, averaged over the
-- updates shown on phones that had a network then, of people ever enrolled. The way from the
-- author's phone to the server is not included.
WITH counts AS (
  SELECT
    CAST(COALESCE(SUM(feed_update_deciseconds), 0) AS BIGINT) AS truth_numerator,
    CAST(COALESCE(SUM(feed_updates), 0) AS BIGINT) AS truth_denominator
  FROM people
  WHERE person IN (SELECT person FROM person_days WHERE enrolled)
)
SELECT
  'ft.board_latency' AS metric,
  CAST(truth_numerator AS DOUBLE) * 1 / (NULLIF(truth_denominator, 0) * CAST(10 AS DOUBLE)) AS truth_value,
  truth_numerator,
  truth_denominator,
  CAST(NULL AS DOUBLE) AS observed_value,
  CAST(0 AS BIGINT) AS observed_numerator,
  CAST(0 AS BIGINT) AS observed_denominator
FROM counts;
