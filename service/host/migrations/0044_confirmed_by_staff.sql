-- Types whose bookings staff confirm: a booking occupies its time and waits for an answer.

ALTER TABLE appointment_type
  ADD COLUMN confirmation text NOT NULL DEFAULT 'none',
  ADD COLUMN answer_within_minutes integer NOT NULL DEFAULT 1440,
  ADD COLUMN unanswered text NOT NULL DEFAULT 'decline';
ALTER TABLE appointment_type ADD CONSTRAINT appointment_type_confirmation_check CHECK (confirmation IN ('none', 'staff'));
ALTER TABLE appointment_type ADD CONSTRAINT appointment_type_answer_within_minutes_check CHECK (answer_within_minutes > 0);
ALTER TABLE appointment_type ADD CONSTRAINT appointment_type_unanswered_check CHECK (unanswered IN ('decline', 'confirm'));
COMMENT ON COLUMN appointment_type.confirmation IS 'staff: what is booked of it is pending until staff answer.';
COMMENT ON COLUMN appointment_type.answer_within_minutes IS 'Until when after the booking staff answer, at the latest at its start.';
COMMENT ON COLUMN appointment_type.unanswered IS 'What becomes of a pending appointment that staff have not answered in time.';

ALTER TABLE appointment
  ADD COLUMN answer_by timestamptz,
  ADD COLUMN proposals jsonb NOT NULL DEFAULT '[]',
  ADD COLUMN asked_time jsonb;
ALTER TABLE appointment DROP CONSTRAINT appointment_status_check;
ALTER TABLE appointment ADD CONSTRAINT appointment_status_check CHECK (status IN ('scheduled', 'completed', 'no_show', 'cancelled', 'pending'));
ALTER TABLE appointment ADD CONSTRAINT appointment_pending CHECK (status <> 'pending' OR (answer_by IS NOT NULL AND answer_by <= start_at));
CREATE INDEX appointment_pending_by_answer ON appointment (company_id, answer_by, id) WHERE status = 'pending';
COMMENT ON COLUMN appointment.answer_by IS 'Of a pending one: until when it is answered; its row is in answer_due. Of a cancelled one: it was never confirmed. Null of all others.';
COMMENT ON COLUMN appointment.proposals IS 'The times that staff propose instead, each with the minutes that it occupies. The appointment occupies all of them.';
COMMENT ON COLUMN appointment.asked_time IS 'What the time that was asked for occupies, while other times are proposed; null otherwise.';

CREATE TABLE answer_due (
  company_id bigint NOT NULL,
  appointment_id bigint NOT NULL,
  due_at timestamptz NOT NULL,
  failures integer NOT NULL DEFAULT 0,
  lease_token text,
  lease_until timestamptz,
  PRIMARY KEY (company_id, appointment_id)
);
CREATE INDEX answer_due_by_time ON answer_due (due_at) WHERE company_id < 1000000000;
COMMENT ON TABLE answer_due IS 'One pending appointment that ends by itself at this time when it has not been answered.';
