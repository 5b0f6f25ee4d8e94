-- Dates on which the company, or some of its locations, is closed: nothing begins or goes on there.
CREATE SEQUENCE company_time_off_id_seq AS bigint MAXVALUE 9007199254740991;
CREATE TABLE company_time_off (
  company_id bigint NOT NULL,
  id bigint NOT NULL DEFAULT nextval('company_time_off_id_seq'),
  start_day integer NOT NULL,
  end_day integer NOT NULL,
  location_ids bigint[],
  reason text,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (company_id, id),
  CHECK (end_day >= start_day),
  CHECK (cardinality(location_ids) > 0)
);
CREATE INDEX company_time_off_by_end ON company_time_off (company_id, end_day);
COMMENT ON TABLE company_time_off IS 'Dates on which the company, or some of its locations, is closed.';
COMMENT ON COLUMN company_time_off.start_day IS 'The first date, in days since 1970-01-01 on each location''s own calendar.';
COMMENT ON COLUMN company_time_off.end_day IS 'The last date, itself closed.';
COMMENT ON COLUMN company_time_off.location_ids IS 'Null for all locations.';

-- distribute

ALTER TABLE company_time_off ADD FOREIGN KEY (company_id) REFERENCES company;
