-- What a type asks at booking, and what was answered.

ALTER TABLE appointment_type
  ADD COLUMN questions jsonb NOT NULL DEFAULT '[]',
  ADD COLUMN questions_version integer NOT NULL DEFAULT 1;
COMMENT ON COLUMN appointment_type.questions IS 'What is asked at booking, in its order: [{key, label, kind, options?, required, shown_if?}].';
COMMENT ON COLUMN appointment_type.questions_version IS 'Raised by every change of the questions.';

ALTER TABLE appointment ADD COLUMN answers jsonb NOT NULL DEFAULT '[]';
COMMENT ON COLUMN appointment.answers IS 'Each with the question as it was asked, and the version of the questions: [{key, label, kind, version, value}].';

ALTER TABLE webhook_endpoint ADD COLUMN include_answers boolean NOT NULL DEFAULT false;
COMMENT ON COLUMN webhook_endpoint.include_answers IS 'Events that are sent to it carry the answers of their appointment.';
