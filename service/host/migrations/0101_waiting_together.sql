-- Several types at one coming, that a customer waits for together.
ALTER TABLE waiting_entry
  ADD COLUMN then_type_ids bigint[] NOT NULL DEFAULT '{}',
  ADD COLUMN same_provider boolean NOT NULL DEFAULT false;
COMMENT ON COLUMN waiting_entry.then_type_ids IS 'The types that follow the first at the same coming, in their order; empty where one type alone is waited for.';
COMMENT ON COLUMN waiting_entry.same_provider IS 'One provider leads all of them.';
DROP INDEX waiting_once;
CREATE UNIQUE INDEX waiting_once ON waiting_entry (company_id, customer_id, appointment_type_id, then_type_ids, earliest_date, latest_date)
  WHERE status = 'waiting';

ALTER TABLE waiting_offer ADD COLUMN parts jsonb;
COMMENT ON COLUMN waiting_offer.parts IS 'Of several types at one coming: each with who does it and when, in their order. The offer stands under the first and ends with the last. Null of one type.';
