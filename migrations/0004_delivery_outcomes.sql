-- How attempts ended, on the whole host and by all processes, for the metrics.
CREATE TABLE delivery_outcome (
  outcome text PRIMARY KEY,
  count bigint NOT NULL
);
