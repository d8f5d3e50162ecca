-- ct.uptime: server uptime; target 99.9 %.
--
-- Minutes in which the server of the person's community was up, of all minutes of the run, for
-- each person ever enrolled. The server monitors its own uptime, so both sides are equal.
WITH counts AS (
  SELECT
    CAST(COALESCE(SUM(run.days * 1440 - server_down_minutes), 0) AS BIGINT) AS truth_numerator,
    CAST(COALESCE(SUM(run.days * 1440), 0) AS BIGINT) AS truth_denominator,
    CAST(COALESCE(SUM(run.days * 1440 - server_down_minutes), 0) AS BIGINT) AS observed_numerator,
    CAST(COALESCE(SUM(run.days * 1440), 0) AS BIGINT) AS observed_denominator
  FROM people
  CROSS JOIN run
  WHERE person IN (SELECT person FROM person_days WHERE enrolled)
)
SELECT
  'ct.uptime' AS metric,
  CAST(truth_numerator AS DOUBLE) / NULLIF(truth_denominator, 0) AS truth_value,
  truth_numerator,
  truth_denominator,
  CAST(observed_numerator AS DOUBLE) / NULLIF(observed_denominator, 0) AS observed_value,
  observed_numerator,
  observed_denominator
FROM counts;
