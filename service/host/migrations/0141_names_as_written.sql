-- Names are compared as people write them, and customers are found by their street and postal code, and by a name that is one letter off.
ALTER TABLE customer DROP COLUMN search_text;
ALTER TABLE customer
  ADD COLUMN search_text text NOT NULL GENERATED ALWAYS AS (
    ' ' || regexp_replace(replace(replace(replace(replace(lower(translate(regexp_replace(normalize(first_name || ' ' || last_name, NFD), '[\u0300-\u036f''`´‘’ʻʼ′]', '', 'g'), 'ÆŒÞẞØøŁłĐđÐðı', 'æœþßoollddddi')), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'), '[-‐‑‒–—―−]', ' ', 'g')
    || ' ' || chr(31) || ' ' ||
    regexp_replace(replace(replace(replace(replace(lower(translate(regexp_replace(normalize(
      regexp_replace(first_name || last_name, '\s', '', 'g') || ' ' || coalesce(email, '') || ' ' || coalesce(external_ref, ''),
      NFD), '[\u0300-\u036f''`´‘’ʻʼ′]', '', 'g'), 'ÆŒÞẞØøŁłĐđÐðı', 'æœþßoollddddi')), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'), '[-‐‑‒–—―−]', '', 'g')
    || ' ') STORED,
  ADD COLUMN address_text text NOT NULL GENERATED ALWAYS AS (
    ' ' || regexp_replace(replace(replace(replace(replace(lower(translate(regexp_replace(normalize(
      coalesce(address ->> 'line1', '') || ' ' || coalesce(address ->> 'line2', '') || ' ' || regexp_replace(coalesce(address ->> 'postal_code', ''), '\s', '', 'g'),
      NFD), '[\u0300-\u036f''`´‘’ʻʼ′]', '', 'g'), 'ÆŒÞẞØøŁłĐđÐðı', 'æœþßoollddddi')), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'), '[-‐‑‒–—―−]', '', 'g')
    || ' ') STORED;
COMMENT ON COLUMN customer.search_text IS 'The name, a separator, the name in one piece, email and external_ref: in small letters without accents, apostrophes and hyphens, a space around each word.';
COMMENT ON COLUMN customer.address_text IS 'Street and postal code, in the same letters.';

CREATE FUNCTION name_likenesses(name text) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT coalesce(array_agg(DISTINCT piece), '{}')
  FROM (
    SELECT word AS piece FROM regexp_split_to_table(name, '\s+') AS word WHERE length(word) BETWEEN 3 AND 20
    UNION ALL
    SELECT left(word, at) || substr(word, at + 2)
    FROM regexp_split_to_table(name, '\s+') AS word CROSS JOIN generate_series(0, 19) AS at
    WHERE length(word) BETWEEN 4 AND 20 AND at < length(word)
  ) AS pieces
$$;
COMMENT ON FUNCTION name_likenesses(text) IS 'Each word of three letters or more, and what is left of it without one of them: words that share one are one letter apart, or two.';
