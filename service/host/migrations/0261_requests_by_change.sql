-- no-transaction
DROP INDEX CONCURRENTLY IF EXISTS scheduling_request_by_change;
CREATE INDEX CONCURRENTLY scheduling_request_by_change ON scheduling_request (company_id, updated_at);
