ALTER TABLE webhook_endpoint ADD COLUMN description text, ADD COLUMN header_names text[] NOT NULL DEFAULT '{}', ADD COLUMN headers_sealed text;
COMMENT ON COLUMN webhook_endpoint.description IS 'For the company''s people: what it is for.';
COMMENT ON COLUMN webhook_endpoint.header_names IS 'Of the headers of the company''s own, in their order.';
COMMENT ON COLUMN webhook_endpoint.headers_sealed IS 'These headers with their values, as JSON; encrypted. Null for none.';
