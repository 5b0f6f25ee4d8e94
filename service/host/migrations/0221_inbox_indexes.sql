-- no-transaction
DROP INDEX CONCURRENTLY IF EXISTS appointment_to_answer;
CREATE INDEX CONCURRENTLY appointment_to_answer ON appointment (company_id, start_at, id)
  WHERE status = 'scheduled' AND (proposed_start_at IS NOT NULL OR attendance = 'not_coming');
DROP INDEX CONCURRENTLY IF EXISTS time_off_of_company_by_end;
CREATE INDEX CONCURRENTLY time_off_of_company_by_end ON time_off (company_id, end_minute);
DROP INDEX CONCURRENTLY IF EXISTS provider_calendar_failing;
CREATE INDEX CONCURRENTLY provider_calendar_failing ON provider_calendar (company_id, id)
  WHERE failing_since IS NOT NULL AND disconnected_at IS NULL;
