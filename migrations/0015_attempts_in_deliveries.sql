-- What came of an attempt stands in the row of its delivery, oldest first: it is written by the statement that says where
-- the delivery stands, and a second table and its index need not be.
CREATE TYPE attempt AS (
  number integer,
  started_at timestamptz,
  finished_at timestamptz,
  status_code integer,
  error text
);
ALTER TABLE delivery ADD COLUMN attempt_log attempt[];
UPDATE delivery d SET attempt_log = a.log
FROM (
  SELECT company_id, delivery_id,
    array_agg(ROW(number, started_at, finished_at, status_code, error)::attempt ORDER BY number, id) AS log
  FROM delivery_attempt GROUP BY company_id, delivery_id
) a
WHERE d.company_id = a.company_id AND d.id = a.delivery_id;
DROP TABLE delivery_attempt;
DROP SEQUENCE delivery_attempt_seq;
