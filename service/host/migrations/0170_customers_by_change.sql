-- no-transaction
DROP INDEX CONCURRENTLY IF EXISTS customer_by_change;
CREATE INDEX CONCURRENTLY customer_by_change ON customer (company_id, updated_at);
