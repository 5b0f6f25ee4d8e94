-- no-transaction
DROP INDEX CONCURRENTLY IF EXISTS customer_by_metadata;
CREATE INDEX CONCURRENTLY customer_by_metadata ON customer USING gin (company_id, metadata jsonb_path_ops)
  WHERE metadata IS NOT NULL;
DROP INDEX CONCURRENTLY IF EXISTS scheduling_request_by_metadata;
CREATE INDEX CONCURRENTLY scheduling_request_by_metadata ON scheduling_request USING gin (company_id, metadata jsonb_path_ops)
  WHERE metadata IS NOT NULL;
DROP INDEX CONCURRENTLY IF EXISTS appointment_by_metadata;
CREATE INDEX CONCURRENTLY appointment_by_metadata ON appointment USING gin (company_id, metadata jsonb_path_ops)
  WHERE metadata IS NOT NULL;
DROP INDEX CONCURRENTLY IF EXISTS appointment_by_external_ref;
CREATE INDEX CONCURRENTLY appointment_by_external_ref ON appointment (company_id, external_ref)
  WHERE external_ref IS NOT NULL;
