-- Days that break: a provider who cannot come, or a location that closes.
CREATE SEQUENCE disruption_id_seq AS bigint MAXVALUE 9007199254740991;
CREATE TABLE disruption (
  company_id bigint NOT NULL,
  id bigint NOT NULL DEFAULT nextval('disruption_id_seq'),
  provider_id bigint,
  location_id bigint,
  start_at timestamptz NOT NULL,
  end_at timestamptz NOT NULL,
  reason text,
  version integer NOT NULL DEFAULT 1,
  choices jsonb NOT NULL DEFAULT '[]',
  proposals jsonb NOT NULL,
  plans jsonb NOT NULL,
  worked_out_at timestamptz NOT NULL,
  applied_at timestamptz,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (company_id, id),
  CONSTRAINT disruption_of_one CHECK ((provider_id IS NULL) <> (location_id IS NULL)),
  CONSTRAINT disruption_span CHECK (start_at < end_at)
);
COMMENT ON TABLE disruption IS 'One stretch in which a provider cannot come or a location is closed, with what is proposed for each appointment that it hits.';
COMMENT ON COLUMN disruption.reason IS 'For staff alone: customers never read it.';
COMMENT ON COLUMN disruption.choices IS 'What staff have set themselves, by appointment: [{appointment_id, action, provider_id?, location_id?, start?, silent}].';
COMMENT ON COLUMN disruption.proposals IS 'By appointment, ids and minutes only: no personal data.';
COMMENT ON COLUMN disruption.plans IS 'Where windows are kept: the plan of each location and date.';
COMMENT ON COLUMN disruption.applied_at IS 'When it was applied, in the transaction that moved the appointments and queued what their customers hear; null before.';

-- distribute

ALTER TABLE disruption ADD FOREIGN KEY (company_id) REFERENCES company;
ALTER TABLE disruption ADD FOREIGN KEY (company_id, provider_id) REFERENCES provider;
ALTER TABLE disruption ADD FOREIGN KEY (company_id, location_id) REFERENCES location;

ALTER TABLE appointment ADD COLUMN notice_waived boolean NOT NULL DEFAULT false;
COMMENT ON COLUMN appointment.notice_waived IS 'A disruption took its time: its customer may move or cancel it until its start, whatever the notice is.';

-- The words that are asked for are a closed list in the code; a pattern lets later migrations add to it in any order.
ALTER TABLE text_message DROP CONSTRAINT text_message_question_check;
ALTER TABLE text_message ADD CONSTRAINT text_message_question_check CHECK (question ~ '^[a-z_]{1,40}$');
COMMENT ON COLUMN text_message.question IS 'unanswered: a reminder that goes only as long as the customer has not said whether they come. declined: a change mail that asks whether to cancel, since the customer''s calendar declined the invitation. series: it is about all appointments of the series that were booked or changed with this one. group: the same of the appointments that were booked together. cannot_keep: a disruption took the time, and the customer is asked to choose another. other_provider: somebody else comes at the same time.';
