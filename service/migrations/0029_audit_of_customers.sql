-- A customer's history is read out of the audit trail.

ALTER TABLE audit ADD COLUMN customer_id bigint;
COMMENT ON COLUMN audit.customer_id IS 'The customer whom the write is about, for their history. Null for every other write, and for all before this column was there.';
CREATE INDEX audit_by_customer ON audit (company_id, customer_id, at) WHERE customer_id IS NOT NULL;
