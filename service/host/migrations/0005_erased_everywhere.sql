ALTER TABLE idempotency ADD COLUMN of_many boolean NOT NULL DEFAULT false;
COMMENT ON COLUMN idempotency.of_many IS 'The answer holds data of several customers, as that of an import: the erasure of any of them erases it.';
COMMENT ON COLUMN idempotency.key IS 'As the client sent it; its hash once the answer is erased, since a client may have made it of a customer''s data.';
CREATE INDEX idempotency_of_many ON idempotency (company_id) WHERE of_many;

-- The words that say how a consent was given are the company's own, and may name the customer who is erased.
CREATE OR REPLACE FUNCTION refuse_change_of_history() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF NEW.source = 'erased' AND (NEW.company_id, NEW.id, NEW.channel, NEW.event, NEW.at)
      = (OLD.company_id, OLD.id, OLD.channel, OLD.event, OLD.at) THEN
      RETURN NEW;
    END IF;
  END IF;
  RAISE EXCEPTION 'rows of % are only ever added', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END
$$;
