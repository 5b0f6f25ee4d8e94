ALTER TABLE customer ADD COLUMN metadata jsonb;
ALTER TABLE scheduling_request ADD COLUMN metadata jsonb;
ALTER TABLE appointment ADD COLUMN external_ref text, ADD COLUMN metadata jsonb;
ALTER TABLE appointment_type ADD COLUMN external_ref text, ADD COLUMN metadata jsonb;
ALTER TABLE provider ADD COLUMN external_ref text, ADD COLUMN metadata jsonb;
ALTER TABLE location ADD COLUMN external_ref text, ADD COLUMN metadata jsonb;
COMMENT ON COLUMN appointment.external_ref IS 'Its id in another system of the company''s.';
COMMENT ON COLUMN appointment.metadata IS 'Pairs that the company''s other systems keep on it; null for none, so that a plain booking is in no index of them.';
