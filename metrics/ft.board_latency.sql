-- ft.board_latency: seconds until a board shows what is new; target at most 5.
--
-- Seconds from the server's having news of a group to a phone's showing it, of phones that had a
-- network then and people ever enrolled; the way from the phone of who trained to the server is
-- not in it.
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
