-- What staff know of a customer.

ALTER TABLE customer
  ADD COLUMN warning text,
  ADD COLUMN notes text;
COMMENT ON COLUMN customer.warning IS 'What everybody must know who goes there or calls. Shown to staff only.';
COMMENT ON COLUMN customer.notes IS 'What staff have written down. Shown to staff only.';
