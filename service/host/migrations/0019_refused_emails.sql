-- The owner of an address says that the mails are not meant for them.

ALTER TABLE customer
  DROP CONSTRAINT customer_email_state_check,
  ADD CONSTRAINT customer_email_state_check CHECK (email_state IN ('unproven', 'unreachable', 'refused'));
COMMENT ON COLUMN customer.email_state IS 'What holds mails to the email back. unproven: a visitor or a caller gave it, and nothing proves yet that it is theirs, so a few mails go, without the link that cancels. unreachable: its mail server refused it. refused: its owner said that it is not the customer''s. Null for one that may be written to.';
