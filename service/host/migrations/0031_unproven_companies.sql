-- Companies that strangers make themselves, whose email still has to be proved.

ALTER TABLE company ADD COLUMN unproven_since timestamptz;
COMMENT ON COLUMN company.unproven_since IS 'Made by open sign-up, and nobody has opened the mail to its admin yet: it is deleted after some days. Null for every other company.';
CREATE INDEX company_unproven ON company (unproven_since) WHERE unproven_since IS NOT NULL;
