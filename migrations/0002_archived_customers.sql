-- An archived customer's external_ref is free for a customer made anew; their own record keeps it, for the export.
ALTER TABLE customer DROP CONSTRAINT customer_external_ref;
CREATE UNIQUE INDEX customer_external_ref ON customer (company_id, external_ref) WHERE archived_at IS NULL;
