-- The face of an offer: headings, prices in words, pictures of types and people, and a company's own words after a booking.

ALTER TABLE appointment_type
  ADD COLUMN category text,
  ADD COLUMN price_text text,
  ADD COLUMN image_hash text;
COMMENT ON COLUMN appointment_type.category IS 'The heading under which pages list it; null for none.';
COMMENT ON COLUMN appointment_type.price_text IS 'The price as the company writes it, such as from $60; never charged.';
COMMENT ON COLUMN appointment_type.image_hash IS 'Names its picture; null for none.';

ALTER TABLE provider
  ADD COLUMN about text,
  ADD COLUMN image_hash text;
COMMENT ON COLUMN provider.about IS 'What customers read of the person, such as what they studied.';
COMMENT ON COLUMN provider.image_hash IS 'Names their picture; null for none.';

ALTER TABLE company
  ADD COLUMN thank_you_url text,
  ADD COLUMN thank_you_text text,
  ADD CONSTRAINT company_thanks_once CHECK (thank_you_url IS NULL OR thank_you_text IS NULL);
COMMENT ON COLUMN company.thank_you_url IS 'The https address that pages link to after a booking.';
COMMENT ON COLUMN company.thank_you_text IS 'The words that pages say after a booking instead.';

CREATE TABLE picture (
  company_id bigint NOT NULL REFERENCES company(company_id),
  hash text NOT NULL,
  content_type text NOT NULL,
  bytes bytea NOT NULL,
  PRIMARY KEY (company_id, hash)
);
-- distribute
COMMENT ON TABLE picture IS 'The picture of a type or of a provider, which pages show.';
