-- no-transaction
-- A search reads a provider's time from the index alone, and has to see there which rows are of holds, and until when.
CREATE INDEX CONCURRENTLY IF NOT EXISTS allocation_taken ON allocation (company_id, resource_id, start_minute)
  INCLUDE (end_minute, appointment_id, hold_id, held_until) WHERE active;
