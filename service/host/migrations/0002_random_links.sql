ALTER TABLE scheduling_request ADD COLUMN link_random text;
COMMENT ON COLUMN scheduling_request.link_random IS 'What the token of the booking link is made of, with link_key_id; changed by each rotation. Null for a link from before: its token is made of id and link_version.';
COMMENT ON COLUMN scheduling_request.link_version IS 'Raised to replace the booking link.';

ALTER TABLE appointment ADD COLUMN link_random text;
COMMENT ON COLUMN appointment.link_random IS 'What the token of its own link is made of, with link_key_id; changed by each rotation. Null for a link from before, whose token is made of id and link_version, and for an appointment with a request.';
COMMENT ON COLUMN appointment.link_version IS 'Raised to replace the appointment''s own link.';
