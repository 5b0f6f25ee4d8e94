-- A visitor has one hold in whatever browser and at whatever address: it counts by the code or the number that made it.

ALTER TABLE hold ADD COLUMN visitor text;
CREATE UNIQUE INDEX hold_of_visitor ON hold (company_id, visitor) WHERE visitor IS NOT NULL;
COMMENT ON COLUMN hold.visitor IS 'Which visitor of the public page made it: the code that was texted to them, or a hash of the number that they have verified. Null of all other holds.';
