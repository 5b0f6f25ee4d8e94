-- Classes: types with seats, their sessions, and the seats that appointments take in them.
ALTER TABLE appointment_type ADD COLUMN seats integer CONSTRAINT appointment_type_seats_check CHECK (seats BETWEEN 1 AND 200);
COMMENT ON COLUMN appointment_type.seats IS 'Of a class: how many seats its sessions have unless they say otherwise. Null for all other types.';

CREATE SEQUENCE class_session_id_seq AS bigint MAXVALUE 9007199254740991;
CREATE SEQUENCE class_repeat_id_seq AS bigint MAXVALUE 9007199254740991;
CREATE TABLE class_session (
  company_id bigint NOT NULL,
  id bigint NOT NULL DEFAULT nextval('class_session_id_seq'),
  appointment_type_id bigint NOT NULL,
  provider_id bigint NOT NULL,
  crew bigint[],
  location_id bigint NOT NULL,
  start_at timestamptz NOT NULL,
  end_at timestamptz NOT NULL,
  timezone text NOT NULL,
  seats integer NOT NULL CHECK (seats BETWEEN 1 AND 200),
  seats_taken integer NOT NULL DEFAULT 0,
  status text NOT NULL CHECK (status IN ('scheduled', 'cancelled')),
  repeat_id bigint,
  cancel_reason text,
  cancelled_at timestamptz,
  version bigint NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (company_id, id),
  CHECK (end_at > start_at),
  CONSTRAINT never_oversold CHECK (seats_taken BETWEEN 0 AND seats)
);
COMMENT ON TABLE class_session IS 'One session of a class: a start with seats that staff put on the board. Its rows in allocation keep its providers and rooms from others.';
COMMENT ON COLUMN class_session.provider_id IS 'Who leads it: the provider of the appointments that take its seats.';
COMMENT ON COLUMN class_session.crew IS 'The providers beside. Null for none.';
COMMENT ON COLUMN class_session.seats_taken IS 'Those of its scheduled, pending and closed appointments. Changed by the statement that books or frees a seat, under the lock of the provider who leads it.';
COMMENT ON COLUMN class_session.repeat_id IS 'The same for sessions that were put on the board as one that repeats; null for a single one.';

-- distribute

ALTER TABLE class_session ADD FOREIGN KEY (company_id) REFERENCES company;
ALTER TABLE class_session ADD FOREIGN KEY (company_id, appointment_type_id) REFERENCES appointment_type;
ALTER TABLE class_session ADD FOREIGN KEY (company_id, provider_id) REFERENCES provider;
ALTER TABLE class_session ADD FOREIGN KEY (company_id, location_id) REFERENCES location;
CREATE INDEX class_session_by_type ON class_session (company_id, appointment_type_id, start_at) WHERE status = 'scheduled';
CREATE INDEX class_session_by_start ON class_session (company_id, start_at, id);

ALTER TABLE appointment
  ADD COLUMN session_id bigint,
  ADD COLUMN seats smallint,
  ADD CONSTRAINT appointment_takes_seats CHECK ((session_id IS NULL) = (seats IS NULL) AND (seats IS NULL OR seats > 0)),
  ADD FOREIGN KEY (company_id, session_id) REFERENCES class_session;
COMMENT ON COLUMN appointment.session_id IS 'The session of a class whose seats it takes: then it has no rows in allocation. Null for all others.';
CREATE INDEX appointment_by_session ON appointment (company_id, session_id) WHERE session_id IS NOT NULL;

ALTER TABLE allocation ADD FOREIGN KEY (company_id, session_id) REFERENCES class_session NOT VALID;
CREATE INDEX allocation_by_session ON allocation (company_id, session_id) WHERE session_id IS NOT NULL;
