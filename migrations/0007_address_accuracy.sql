-- How exact an address's point is. Null beside a point: it came with the address. Null without one: nobody has been asked
-- yet, and the worker will; `unknown`: somebody was asked, and did not know.
ALTER TABLE customer ADD COLUMN address_accuracy text
  CHECK (address_accuracy IN ('rooftop', 'street', 'city', 'postal', 'unknown'));

CREATE INDEX customer_to_locate ON customer (company_id, id)
  WHERE address IS NOT NULL AND address_latitude IS NULL AND address_accuracy IS NULL AND archived_at IS NULL;
