-- no-transaction
-- Reads the rows that are there already while others write: their own rows hold to these laws from 0041.
ALTER TABLE allocation VALIDATE CONSTRAINT allocation_of_hold_ends;
ALTER TABLE allocation VALIDATE CONSTRAINT allocation_company_id_hold_id_fkey;
