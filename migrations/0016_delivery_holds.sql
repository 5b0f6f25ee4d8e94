-- A worker holds an endpoint while it sends to it: nobody else does meanwhile. What it has taken is a position in the
-- endpoint's queue: everything up to it is in its hand, so that taking many deliveries writes one row.
CREATE TABLE delivery_hold (
  endpoint_id bigint NOT NULL PRIMARY KEY,
  token text NOT NULL,
  lease_until timestamptz NOT NULL,
  to_due_at timestamptz NOT NULL DEFAULT '-infinity',
  to_delivery_id bigint NOT NULL DEFAULT 0
) WITH (
  fillfactor = 50,
  autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000, autovacuum_vacuum_cost_delay = 0
);
ALTER TABLE delivery_due DROP COLUMN lease_until, DROP COLUMN lease_token;
ALTER TABLE delivery_due RESET (fillfactor);
