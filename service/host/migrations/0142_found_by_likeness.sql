-- no-transaction
DROP INDEX CONCURRENTLY IF EXISTS customer_by_words;
CREATE INDEX CONCURRENTLY customer_by_words ON customer USING gin (company_id, search_text gin_trgm_ops)
  WHERE archived_at IS NULL;
DROP INDEX CONCURRENTLY IF EXISTS customer_by_street;
CREATE INDEX CONCURRENTLY customer_by_street ON customer USING gin (company_id, address_text gin_trgm_ops)
  WHERE archived_at IS NULL AND address IS NOT NULL;
DROP INDEX CONCURRENTLY IF EXISTS customer_by_postal_code;
CREATE INDEX CONCURRENTLY customer_by_postal_code ON customer (company_id, lower(regexp_replace(address ->> 'postal_code', '[\s-]', '', 'g')) COLLATE "C")
  WHERE archived_at IS NULL AND address IS NOT NULL;
DROP INDEX CONCURRENTLY IF EXISTS customer_by_likeness;
CREATE INDEX CONCURRENTLY customer_by_likeness ON customer USING gin (company_id, name_likenesses(split_part(search_text, chr(31), 1)))
  WHERE archived_at IS NULL;
