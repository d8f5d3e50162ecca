-- ft.quota.writes: documents written per day for 1,000 people; target at most 20,000.
--
-- Documents that the backend writes per enrolled day, of people ever enrolled, times 1,000: the
-- first version is assumed to serve 1,000 people. The server meters itself, so both sides are
-- equal.
WITH counts AS (
  SELECT
    CAST(COALESCE(SUM(documents_written), 0) AS BIGINT) AS truth_numerator,
    CAST(COALESCE(SUM(days), 0) AS BIGINT) AS truth_denominator,
    CAST(COALESCE(SUM(documents_written), 0) AS BIGINT) AS observed_numerator,
    CAST(COALESCE(SUM(days), 0) AS BIGINT) AS observed_denominator
  FROM (
    SELECT people.person, documents_written, COUNT(*) AS days
    FROM person_days
    JOIN people ON people.person = person_days.person
    WHERE enrolled
    GROUP BY people.person, documents_written
  ) AS simulated
)
SELECT
  'ft.quota.writes' AS metric,
  CAST(truth_numerator AS DOUBLE) * 1000 / (NULLIF(truth_denominator, 0) * CAST(1 AS DOUBLE)) AS truth_value,
  truth_numerator,
  truth_denominator,
  CAST(observed_numerator AS DOUBLE) * 1000 / (NULLIF(observed_denominator, 0) * CAST(1 AS DOUBLE)) AS observed_value,
  observed_numerator,
  observed_denominator
FROM counts;
