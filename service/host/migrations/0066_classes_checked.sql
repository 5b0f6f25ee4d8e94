-- no-transaction
-- Reads the rows that are there already while others write: their own rows hold to this law from 0065.
ALTER TABLE allocation VALIDATE CONSTRAINT allocation_company_id_session_id_fkey;
