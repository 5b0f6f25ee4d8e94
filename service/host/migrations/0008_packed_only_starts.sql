-- A type may show customers only its packed starts.
ALTER TABLE appointment_type DROP CONSTRAINT appointment_type_starts_check;
ALTER TABLE appointment_type ADD CONSTRAINT appointment_type_starts_check CHECK (starts IN ('grid', 'packed', 'packed_only'));
COMMENT ON COLUMN appointment_type.starts IS 'packed: besides the grid, the starts that leave no gap beside busy time; packed_only: customers are shown these alone.';
