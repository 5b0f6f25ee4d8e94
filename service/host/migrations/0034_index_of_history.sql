-- no-transaction
-- The index of customers' histories, one day's table after the other: bookings write audit rows, and wait only while the
-- table of the present day is read. Broken off, it goes on where it stood. Citus builds it on all its machines in one.
DO $$
DECLARE
  day text;
BEGIN
  IF EXISTS (SELECT FROM pg_extension WHERE extname = 'citus') THEN
    CREATE INDEX IF NOT EXISTS audit_by_customer ON audit (company_id, customer_id, at) WHERE customer_id IS NOT NULL;
    RETURN;
  END IF;
  CREATE INDEX IF NOT EXISTS audit_by_customer ON ONLY audit (company_id, customer_id, at) WHERE customer_id IS NOT NULL;
  COMMIT;
  FOR day IN
    SELECT table_of_day.relname FROM pg_inherits JOIN pg_class table_of_day ON table_of_day.oid = inhrelid
    WHERE inhparent = 'audit'::regclass AND NOT EXISTS (
      SELECT FROM pg_index i JOIN pg_inherits attached ON attached.inhrelid = i.indexrelid
      WHERE i.indrelid = table_of_day.oid AND attached.inhparent = 'audit_by_customer'::regclass)
  LOOP
    EXECUTE format(
      'CREATE INDEX IF NOT EXISTS %I ON %I (company_id, customer_id, at) WHERE customer_id IS NOT NULL',
      day || '_by_customer', day);
    EXECUTE format('ALTER INDEX audit_by_customer ATTACH PARTITION %I', day || '_by_customer');
    COMMIT;
  END LOOP;
END $$;
