-- no-transaction
-- Reads what is there already while others write: their own rows hold to these laws from the migration before.
ALTER TABLE provider VALIDATE CONSTRAINT provider_is_a_resource;
ALTER TABLE allocation VALIDATE CONSTRAINT allocation_company_id_resource_id_fkey;
ALTER TABLE allocation VALIDATE CONSTRAINT one_owner;
