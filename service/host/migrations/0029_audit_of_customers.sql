-- A customer's history is read out of the audit trail.

ALTER TABLE audit ADD COLUMN customer_id bigint;
COMMENT ON COLUMN audit.customer_id IS 'The customer whom the write is about, for their history. Null for every other write, and for all before this column was there.';
