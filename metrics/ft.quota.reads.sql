-- ft.quota.reads: documents read a day for 1,000 people; target at most 50,000.
--
-- Documents that the store reads for each enrolled day, of people ever enrolled. The size that a
-- first version is planned for is assumed to be 1,000 people. The meter is the server's own, so
-- both sides are one.
WITH counts AS (
  SELECT
    CAST(COALESCE(SUM(documents_read), 0) AS BIGINT) AS truth_numerator,
    CAST(COALESCE(SUM(days), 0) AS BIGINT) AS truth_denominator,
    CAST(COALESCE(SUM(documents_read), 0) AS BIGINT) AS observed_numerator,
    CAST(COALESCE(SUM(days), 0) AS BIGINT) AS observed_denominator
  FROM (
    SELECT people.person, documents_read, COUNT(*) AS days
    FROM person_days
    JOIN people ON people.person = person_days.person
    WHERE enrolled
    GROUP BY people.person, documents_read
  ) AS lived
)
SELECT
  'ft.quota.reads' AS metric,
  CAST(truth_numerator AS DOUBLE) * 1000 / (NULLIF(truth_denominator, 0) * CAST(1 AS DOUBLE)) AS truth_value,
  truth_numerator,
  truth_denominator,
  CAST(observed_numerator AS DOUBLE) * 1000 / (NULLIF(observed_denominator, 0) * CAST(1 AS DOUBLE)) AS observed_value,
  observed_numerator,
  observed_denominator
FROM counts;
