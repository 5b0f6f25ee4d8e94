-- How attempts ended, on the whole host and by all processes, for the metrics.
CREATE TABLE delivery_outcome (
  outcome text PRIMARY KEY,
  count bigint NOT NULL
);

-- Every delivery passes through this table: most of what stands in it is dead soon. A lease rewrites each row once, in
-- the half of the page that is left free, so that no index has to be written for it.
ALTER TABLE delivery_due SET (
  fillfactor = 45,
  autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000, autovacuum_vacuum_cost_delay = 0
);

-- Many rows are due at the same moment; the window that an endpoint shows has to be the same at every look.
DROP INDEX delivery_due_by_endpoint;
CREATE INDEX delivery_due_by_endpoint ON delivery_due (endpoint_id, due_at, delivery_id);
