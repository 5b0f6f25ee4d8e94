-- Photos and documents that answer questions at booking. Their bytes lie in the host's file store.
CREATE SEQUENCE uploaded_file_id_seq AS bigint MAXVALUE 9007199254740991;
CREATE TABLE uploaded_file (
  company_id bigint NOT NULL,
  id bigint NOT NULL DEFAULT nextval('uploaded_file_id_seq'),
  reference text NOT NULL,
  uploader text NOT NULL,
  name text NOT NULL,
  media_type text,
  bytes integer,
  customer_id bigint,
  appointment_id bigint,
  created_at timestamptz NOT NULL,
  storing_until timestamptz,
  uploaded_at timestamptz,
  ended_at timestamptz,
  PRIMARY KEY (company_id, id),
  UNIQUE (company_id, reference)
);
CREATE INDEX uploaded_file_by_customer ON uploaded_file (company_id, customer_id);
CREATE INDEX uploaded_file_by_appointment ON uploaded_file (company_id, appointment_id);
CREATE INDEX uploaded_file_by_uploader ON uploaded_file (company_id, uploader);
CREATE INDEX uploaded_file_unclaimed ON uploaded_file (company_id, created_at) WHERE appointment_id IS NULL OR ended_at IS NOT NULL;
COMMENT ON TABLE uploaded_file IS 'One file that was asked for, uploaded, or taken by a booking.';
COMMENT ON COLUMN uploaded_file.reference IS 'By which a booking names it. Random, since it proves that the file is the caller''s.';
COMMENT ON COLUMN uploaded_file.uploader IS 'Who asked to upload it, such as visit:7: limits count by it.';
COMMENT ON COLUMN uploaded_file.storing_until IS 'While one upload stores its bytes, no other does.';
COMMENT ON COLUMN uploaded_file.ended_at IS 'It is no longer shown; the worker deletes its bytes, then the row.';

-- distribute

ALTER TABLE uploaded_file ADD FOREIGN KEY (company_id) REFERENCES company;
