-- How attempts ended, on the whole host and by all processes, for the metrics.
CREATE TABLE delivery_outcome (
  outcome text PRIMARY KEY,
  count bigint NOT NULL
);

-- Every delivery passes through this table, so that most of what stands in it is dead soon.
ALTER TABLE delivery_due SET (
  autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000, autovacuum_vacuum_cost_delay = 0
);
