-- Appointments that repeat.
CREATE SEQUENCE series_id_seq AS bigint MAXVALUE 9007199254740991;
CREATE TABLE series (
  company_id bigint NOT NULL,
  id bigint NOT NULL DEFAULT nextval('series_id_seq'),
  customer_id bigint NOT NULL,
  appointment_type_id bigint NOT NULL,
  timezone text NOT NULL,
  every_unit text NOT NULL CHECK (every_unit IN ('days', 'weeks', 'months')),
  every_number integer NOT NULL CHECK (every_number > 0),
  walls integer[] NOT NULL CHECK (cardinality(walls) BETWEEN 1 AND 104),
  as_set boolean NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (company_id, id)
);
COMMENT ON TABLE series IS 'One series of appointments of one customer, booked at once.';
COMMENT ON COLUMN series.walls IS 'By index, the place of each occurrence: what the clock of timezone shows, as minutes since 1970-01-01T00:00 local. Left-out ones keep their place.';
COMMENT ON COLUMN series.as_set IS 'Calendars got one repeating event for all; else one event each.';

-- distribute

ALTER TABLE series ADD FOREIGN KEY (company_id) REFERENCES company;
ALTER TABLE series ADD FOREIGN KEY (company_id, customer_id) REFERENCES customer;
ALTER TABLE series ADD FOREIGN KEY (company_id, appointment_type_id) REFERENCES appointment_type;
CREATE INDEX series_by_customer ON series (company_id, customer_id);

ALTER TABLE appointment
  ADD COLUMN series_id bigint,
  ADD COLUMN series_index integer,
  ADD CONSTRAINT appointment_in_series CHECK ((series_id IS NULL) = (series_index IS NULL)),
  ADD FOREIGN KEY (company_id, series_id) REFERENCES series;
COMMENT ON COLUMN appointment.series_index IS 'The place in the series, from 0. It stays when the appointment is moved.';
CREATE UNIQUE INDEX appointment_by_series ON appointment (company_id, series_id, series_index) WHERE series_id IS NOT NULL;

ALTER TABLE text_message DROP CONSTRAINT text_message_question_check;
ALTER TABLE text_message
  ADD CONSTRAINT text_message_question_check CHECK (question IN ('unanswered', 'declined', 'series'));
COMMENT ON COLUMN text_message.question IS 'unanswered: a reminder that goes only as long as the customer has not said whether they come. declined: a change mail that asks whether to cancel, since the customer''s calendar declined the invitation. series: it is about all appointments of the series that were booked or changed with this one.';
