-- All statements of the program by kind, written from its sources by `npm run generate`. docs/scale.md explains the kinds.

-- routable: 792. Rows of one company: one machine answers.

-- service/board/board.sql.ts
SELECT l.id, l.name, l.timezone, l.active AND l.archived_at IS NULL AS active FROM location l WHERE l.company_id = $1 AND (l.active AND l.archived_at IS NULL OR EXISTS ( SELECT FROM appointment a WHERE a.company_id = $1 AND a.location_id = l.id AND a.start_at >= $2 AND a.start_at < $4 AND a.end_at > $3) OR EXISTS ( SELECT FROM class_session s WHERE s.company_id = $1 AND s.location_id = l.id AND s.start_at >= $2 AND s.start_at < $4 AND s.end_at > $3)) ORDER BY active DESC, l.id;
SELECT p.id, p.name, p.active, coalesce((SELECT json_agg(o.appointment_type_id ORDER BY o.appointment_type_id) FROM provider_type o WHERE o.company_id = $1 AND o.provider_id = p.id), '[]') AS appointment_type_ids, coalesce((SELECT json_agg(json_build_array(h.location_id, h.weekday, h.start_minute, h.end_minute)) FROM weekly_hours h WHERE h.company_id = $1 AND h.provider_id = p.id), '[]') AS hours, coalesce((SELECT json_agg(json_build_array(o.location_id, o.day, o.intervals)) FROM date_override o WHERE o.company_id = $1 AND o.provider_id = p.id AND o.day BETWEEN $2::int / ? - 10 AND $3::int / ? + 1), '[]') AS overrides, coalesce((SELECT json_agg(json_build_object('id', f.id, 'start_at', f.start_at, 'end_at', f.end_at, 'reason', f.reason) ORDER BY f.start_minute, f.id) FROM time_off f WHERE f.company_id = $1 AND f.provider_id = p.id AND f.end_minute > $2 AND f.start_minute < $3), '[]') AS time_off, (SELECT string_agg(y.busy, '') FROM calendar_busy y WHERE y.company_id = $1 AND y.provider_id = p.id AND y.month BETWEEN $2::int / ? AND $3::int / ?) AS busy, coalesce(p.travel, (SELECT c.travel FROM company c WHERE c.company_id = $1)) AS travel FROM provider p WHERE p.company_id = $1 AND ($4::bigint IS NULL OR p.id = $4) AND (p.active AND p.archived_at IS NULL OR EXISTS ( SELECT 1 FROM allocation k WHERE k.company_id = $1 AND k.resource_id = p.id AND k.active AND k.start_minute >= $2 - 4320 AND k.start_minute < $3 AND k.end_minute > $2)) ORDER BY p.name, p.id;
SELECT a.id, a.status, a.provider_id, a.location_id, CASE WHEN a.crew IS NOT NULL THEN (SELECT p.name FROM provider p WHERE p.company_id = $1 AND p.id = a.provider_id) END AS provider_name, ?, CASE WHEN $7::boolean THEN ( SELECT coalesce(json_agg(DISTINCT jsonb_build_object('id', d.id, 'name', d.name)), '[]') FROM allocation k JOIN resource_detail d ON d.company_id = $1 AND d.id = k.resource_id WHERE k.company_id = $1 AND k.appointment_id = a.id AND k.active) END AS resources, a.customer_id, trim(c.first_name || ' ' || c.last_name) AS customer_name, c.warning AS customer_warning, a.appointment_type_id, a.scheduling_request_id, a.series_id, a.group_id, a.start_at, a.end_at, a.blocks, a.work_minutes, a.planned_start_at, a.pinned, a.pinned OR a.narrowed_start_at IS NOT NULL OR a.on_the_way_at IS NOT NULL AS is_fixed, coalesce((SELECT json_agg(json_build_array(k.start_minute, k.end_minute) ORDER BY k.start_minute) FROM allocation k WHERE k.company_id = $1 AND k.appointment_id = a.id AND k.active AND k.lead), '[]') AS occupied, a.address ->> 'postal_code' AS postal_code, a.latitude, a.longitude, a.notes IS NOT NULL AS has_notes, a.attendance, a.proposed_start_at IS NOT NULL AS wants_other_time, a.booked_by, a.cancels_at, a.answer_by, a.proposals, a.version FROM appointment a JOIN customer c ON c.company_id = $1 AND c.id = a.customer_id WHERE a.company_id = $1 AND a.id IN ( SELECT k.appointment_id FROM allocation k WHERE k.company_id = $1 AND k.resource_id = ANY($2::bigint[]) AND k.active AND k.start_minute >= $3::int - 4320 AND k.start_minute < $4::int AND k.end_minute > $3::int UNION ALL SELECT b.id FROM appointment b WHERE b.company_id = $1 AND b.provider_id = ANY($2::bigint[]) AND b.status = 'cancelled' AND b.session_id IS NULL AND b.start_at >= $5 AND b.start_at < $6) ORDER BY a.start_at, a.id;
SELECT d.id, d.name, d.kind, d.group_name AS "group", d.location_id, d.active AND d.archived_at IS NULL AS active, d.hours, coalesce((SELECT json_agg(json_build_object('id', f.id, 'start_at', f.start_at, 'end_at', f.end_at, 'reason', f.reason) ORDER BY f.start_at, f.id) FROM resource_time_off f WHERE f.company_id = $1 AND f.resource_id = d.id AND f.start_minute < $3::int AND f.end_minute > $2::int), '[]') AS time_off FROM resource_detail d WHERE d.company_id = $1 AND (d.active AND d.archived_at IS NULL OR EXISTS ( SELECT FROM allocation k WHERE k.company_id = $1 AND k.resource_id = d.id AND k.active AND k.start_minute >= $2::int - 4320 AND k.start_minute < $3::int AND k.end_minute > $2::int)) ORDER BY d.group_name, d.name, d.id;
SELECT h.id, k.resource_id AS provider_id, h.location_id, k.appointment_type_id, h.expires_at, to_timestamp(min(k.job_start_minute) * 60) AS start_at, to_timestamp(max(k.job_end_minute) * 60) AS end_at FROM hold h JOIN allocation k ON k.company_id = $1 AND k.hold_id = h.id AND k.active AND k.lead WHERE h.company_id = $1 AND h.kind = 'start' AND k.resource_id = ANY ($2::bigint[]) AND h.start_at < $4 AND h.end_at > $3 AND h.expires_at > $5 GROUP BY h.id, k.resource_id, h.location_id, k.appointment_type_id, h.expires_at ORDER BY start_at, h.id, k.appointment_type_id;
SELECT s.id, s.status, s.appointment_type_id, t.name AS type_name, s.provider_id, p.name AS provider_name, CASE WHEN s.crew IS NOT NULL THEN ( SELECT json_agg(json_build_object('id', q.id, 'name', q.name) ORDER BY array_position(s.crew, q.id)) FROM provider q WHERE q.company_id = $1 AND q.id = ANY (s.crew)) END AS crew, s.location_id, s.start_at, s.end_at, s.seats, s.seats_taken, CASE WHEN $6::boolean THEN ( SELECT coalesce(json_agg(json_build_object('id', d.id, 'name', d.name) ORDER BY d.id), '[]') FROM allocation k JOIN resource_detail d ON d.company_id = $1 AND d.id = k.resource_id WHERE k.company_id = $1 AND k.session_id = s.id AND k.active AND NOT k.lead) END AS resources FROM class_session s JOIN appointment_type t ON t.company_id = $1 AND t.id = s.appointment_type_id JOIN provider p ON p.company_id = $1 AND p.id = s.provider_id WHERE s.company_id = $1 AND s.start_at >= $3 AND s.start_at < $5 AND s.end_at > $4 AND (s.provider_id = ANY ($2::bigint[]) OR s.crew && $2::bigint[]) ORDER BY s.start_at, s.id;

-- service/board/own-day.sql.ts
SELECT c.id, concat_ws(' ', c.first_name, c.last_name) AS name, p.phone, c.warning FROM customer c LEFT JOIN contact p ON p.company_id = c.company_id AND p.customer_id = c.id AND p.is_primary WHERE c.company_id = $1 AND c.id = ANY ($2::bigint[]);

-- service/calendars/feeds.sql.ts
SELECT f.id, f.customer, f.last_four, f.created_at, f.last_read_at, CASE WHEN p.id IS NOT NULL THEN json_build_object('id', p.id, 'name', p.name) END AS provider, CASE WHEN l.id IS NOT NULL THEN json_build_object('id', l.id, 'name', l.name) END AS location FROM calendar_feed f LEFT JOIN provider p ON p.company_id = f.company_id AND p.id = f.provider_id LEFT JOIN location l ON l.company_id = f.company_id AND l.id = f.location_id WHERE f.company_id = $1 AND f.id > $2 ORDER BY f.id LIMIT $3;
SELECT f.id, f.customer, f.last_four, f.created_at, f.last_read_at, CASE WHEN p.id IS NOT NULL THEN json_build_object('id', p.id, 'name', p.name) END AS provider, CASE WHEN l.id IS NOT NULL THEN json_build_object('id', l.id, 'name', l.name) END AS location FROM calendar_feed f LEFT JOIN provider p ON p.company_id = f.company_id AND p.id = f.provider_id LEFT JOIN location l ON l.company_id = f.company_id AND l.id = f.location_id WHERE f.company_id = $1 AND f.id = $2;
SELECT name FROM location WHERE company_id = $1 AND id = $2 AND active;
SELECT name FROM provider WHERE company_id = $1 AND id = $2 AND active;
INSERT INTO calendar_feed (company_id, provider_id, location_id, customer, last_four, created_at) VALUES ($1, $2, $3, $4, $5, $6) RETURNING id;
DELETE FROM calendar_feed WHERE company_id = $1 AND id = $2 RETURNING 1;
SELECT id FROM calendar_feed WHERE company_id = $1 AND location_id = $2;
SELECT id FROM calendar_feed WHERE company_id = $1 AND provider_id = $2;
UPDATE calendar_feed SET last_read_at = $3 WHERE company_id = $1 AND id = $2 AND (last_read_at IS NULL OR last_read_at < $3::timestamptz - interval '1 hour');
SELECT s.id, s.timezone, s.walls, a.id AS "firstId" FROM series s JOIN appointment a ON a.company_id = s.company_id AND a.series_id = s.id AND a.series_index = 0 WHERE s.company_id = $1 AND s.id = ANY ($2::bigint[]) AND s.as_set;
SELECT id, first_name, last_name FROM customer WHERE company_id = $1 AND id = ANY ($2::bigint[]);

-- service/company/appointment-types.sql.ts
SELECT id, version, name, description, category, price_text, image_hash, active, kind, block_minutes, duration_options, buffer_before_minutes, buffer_after_minutes, slot_interval_minutes, starts, min_notice_minutes, booking_window_days, cancel_notice_minutes, daily_limit, place, public_booking, provider_choice, skip_short_days, customer_overlap, location_ids, questions, questions_version, needs, steps, confirmation, answer_within_minutes, unanswered, window_minutes, seats, external_ref, metadata, updated_at, archived_at FROM appointment_type WHERE company_id = $1 AND id = $2 AND archived_at IS NULL;
SELECT id, version, name, description, category, price_text, image_hash, active, kind, block_minutes, duration_options, buffer_before_minutes, buffer_after_minutes, slot_interval_minutes, starts, min_notice_minutes, booking_window_days, cancel_notice_minutes, daily_limit, place, public_booking, provider_choice, skip_short_days, customer_overlap, location_ids, questions, questions_version, needs, steps, confirmation, answer_within_minutes, unanswered, window_minutes, seats, external_ref, metadata, updated_at, archived_at FROM appointment_type WHERE company_id = $1 AND id = $2 AND archived_at IS NULL FOR UPDATE;
SELECT id, version, name, description, category, price_text, image_hash, active, kind, block_minutes, duration_options, buffer_before_minutes, buffer_after_minutes, slot_interval_minutes, starts, min_notice_minutes, booking_window_days, cancel_notice_minutes, daily_limit, place, public_booking, provider_choice, skip_short_days, customer_overlap, location_ids, questions, questions_version, needs, steps, confirmation, answer_within_minutes, unanswered, window_minutes, seats, external_ref, metadata, updated_at, archived_at FROM appointment_type WHERE company_id = $1 AND ?unlessArchived(?) AND ($4::boolean IS NULL OR active = $4)? ? LIMIT $3;
SELECT id FROM appointment_type WHERE company_id = $1 AND id = ANY($2::bigint[]) AND archived_at IS NULL;
INSERT INTO appointment_type (company_id, name, description, active, kind, block_minutes, duration_options, buffer_before_minutes, buffer_after_minutes, slot_interval_minutes, starts, min_notice_minutes, booking_window_days, cancel_notice_minutes, daily_limit, place, public_booking, provider_choice, skip_short_days, customer_overlap, location_ids, questions, questions_version, needs, steps, confirmation, answer_within_minutes, unanswered, window_minutes, seats, external_ref, metadata, category, price_text, created_at, updated_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25, $26, $27, $28, $29, $30, $31, $32, $33, $34, $35, $35) RETURNING id, version, name, description, category, price_text, image_hash, active, kind, block_minutes, duration_options, buffer_before_minutes, buffer_after_minutes, slot_interval_minutes, starts, min_notice_minutes, booking_window_days, cancel_notice_minutes, daily_limit, place, public_booking, provider_choice, skip_short_days, customer_overlap, location_ids, questions, questions_version, needs, steps, confirmation, answer_within_minutes, unanswered, window_minutes, seats, external_ref, metadata, updated_at, archived_at;
UPDATE appointment_type SET name = $3, description = $4, active = $5, kind = $6, block_minutes = $7, duration_options = $8, buffer_before_minutes = $9, buffer_after_minutes = $10, slot_interval_minutes = $11, starts = $12, min_notice_minutes = $13, booking_window_days = $14, cancel_notice_minutes = $15, daily_limit = $16, place = $17, public_booking = $18, provider_choice = $19, skip_short_days = $20, customer_overlap = $21, location_ids = $22, questions = $23, questions_version = $24, needs = $25, steps = $26, confirmation = $27, answer_within_minutes = $28, unanswered = $29, window_minutes = $30, seats = $31, external_ref = $32, metadata = $33, category = $34, price_text = $35, updated_at = greatest($36, updated_at + interval '1 ms') WHERE company_id = $1 AND id = $2 RETURNING updated_at;
UPDATE appointment_type SET archived_at = $3, active = false, public_booking = false, updated_at = greatest($3, updated_at + interval '1 ms') WHERE company_id = $1 AND id = $2 RETURNING id, version, name, description, category, price_text, image_hash, active, kind, block_minutes, duration_options, buffer_before_minutes, buffer_after_minutes, slot_interval_minutes, starts, min_notice_minutes, booking_window_days, cancel_notice_minutes, daily_limit, place, public_booking, provider_choice, skip_short_days, customer_overlap, location_ids, questions, questions_version, needs, steps, confirmation, answer_within_minutes, unanswered, window_minutes, seats, external_ref, metadata, updated_at, archived_at;
SELECT cancel_notice_minutes AS minutes FROM appointment_type WHERE company_id = $1 AND id = $2;
SELECT unanswered FROM appointment_type WHERE company_id = $1 AND id = $2;
SELECT id, cancel_notice_minutes AS minutes FROM appointment_type WHERE company_id = $1 AND id = ANY($2::bigint[]);
SELECT t.id, t.name, t.description, t.price_text, t.kind, t.place, t.provider_choice, t.block_minutes, t.duration_options, t.questions, t.seats, t.window_minutes, t.confirmation, t.answer_within_minutes, CASE WHEN r.id IS NOT NULL THEN json_build_object('id', r.id, 'block_minutes', r.block_minutes, 'duration_label', r.duration_label, 'earliest_date', r.earliest_date, 'latest_date', r.latest_date) END AS request, CASE WHEN r.id IS NULL THEN '{}' ELSE ARRAY(zonesWhereOffered(?)) END AS zones FROM appointment_type t LEFT JOIN scheduling_request r ON r.company_id = t.company_id AND r.customer_id = coalesce($2::bigint, 0) AND r.appointment_type_id = t.id AND r.status = 'open' WHERE t.company_id = $1 AND t.active AND t.archived_at IS NULL AND (t.kind = 'open' OR r.id IS NOT NULL) AND EXISTS (SELECT 1 FROM provider_type y JOIN provider p ON p.company_id = y.company_id AND p.id = y.provider_id WHERE y.company_id = $1 AND y.appointment_type_id = t.id AND p.active) ORDER BY t.name, t.id;

-- service/company/channels.sql.ts
SELECT id, kind, phone, created_at FROM channel WHERE company_id = $1 AND id > $2 ORDER BY id LIMIT $3;
INSERT INTO channel (company_id, kind, phone, created_at) VALUES ($1, $2, $3, $4) RETURNING id, kind, phone, created_at;
DELETE FROM channel WHERE company_id = $1 AND id = $2 RETURNING id, kind, phone, created_at;
DELETE FROM channel WHERE company_id = $1 AND phone = $2;
SELECT 1 FROM channel WHERE company_id = $1 AND phone = $2 LIMIT 1;
SELECT phone FROM channel WHERE company_id = $1 AND kind = 'sms' ORDER BY id LIMIT 1;

-- service/company/companies.sql.ts
INSERT INTO company (company_id, name, timezone, public_slug, phone, created_at, updated_at, unproven_since) VALUES ($1, $2, $3, $4, $5, $6, $6, CASE WHEN $7::boolean THEN $6::timestamptz END);
SELECT company_id AS id, version, updated_at, name, phone, timezone, locale, accent_color, logo_hash, logo_width, logo_height, public_slug, public_booking_enabled, public_daily_code_cap, embed_origins, booking_links_enabled, new_customers, provider_assignment, sms_confirmations, reminder_hours, unanswered_reminder_hours, quiet_start_minute, quiet_end_minute, travel, require_second_factor, admin_idle_minutes, admin_longest_hours, agent_refusals_as_200, agent_transfer_phone, agent_takes_texts, distance_unit, mail_enabled, mail_reply_to, mail_from, linked_gap_minutes, waiting_order, waiting_automatic, waiting_per_minute, plan_freeze_minute, planner, thank_you_url, thank_you_text, agent_languages FROM company WHERE company_id = $1;
SELECT company_id AS id, version, updated_at, name, phone, timezone, locale, accent_color, logo_hash, logo_width, logo_height, public_slug, public_booking_enabled, public_daily_code_cap, embed_origins, booking_links_enabled, new_customers, provider_assignment, sms_confirmations, reminder_hours, unanswered_reminder_hours, quiet_start_minute, quiet_end_minute, travel, require_second_factor, admin_idle_minutes, admin_longest_hours, agent_refusals_as_200, agent_transfer_phone, agent_takes_texts, distance_unit, mail_enabled, mail_reply_to, mail_from, linked_gap_minutes, waiting_order, waiting_automatic, waiting_per_minute, plan_freeze_minute, planner, thank_you_url, thank_you_text, agent_languages FROM company WHERE company_id = $1 FOR NO KEY UPDATE;
UPDATE company SET name = $2, phone = $3, timezone = $4, locale = $5, accent_color = $6, logo_hash = $7, logo_width = $8, logo_height = $9, public_slug = $10, public_booking_enabled = $11, public_daily_code_cap = $12, embed_origins = $13, booking_links_enabled = $14, new_customers = $15, provider_assignment = $16, sms_confirmations = $17, reminder_hours = $18, quiet_start_minute = $19, quiet_end_minute = $20, travel = $21, require_second_factor = $22, agent_refusals_as_200 = $23, agent_transfer_phone = $24, updated_at = $25, admin_idle_minutes = $26, admin_longest_hours = $27, distance_unit = $28, mail_enabled = $29, mail_reply_to = $30, unanswered_reminder_hours = $31, agent_takes_texts = $32, linked_gap_minutes = $33, waiting_order = $34, waiting_automatic = $35, waiting_per_minute = $36, plan_freeze_minute = $37, mail_from = $38, planner = $39, thank_you_url = $40, thank_you_text = $41, agent_languages = $42 WHERE company_id = $1;
UPDATE company SET mail_from = NULL, version = version + 1, updated_at = $2 WHERE company_id = $1;
SELECT 1 FROM company WHERE company_id = $1;
SELECT 1 FROM company WHERE company_id = $1 AND agent_refusals_as_200;
SELECT booking_links_enabled AS enabled FROM company WHERE company_id = $1;
SELECT mail_reply_to AS "replyTo" FROM company WHERE company_id = $1 AND mail_enabled;
SELECT hash, content_type AS "contentType", bytes FROM company_logo WHERE company_id = $1 AND hash = $2;
INSERT INTO company_logo (company_id, hash, content_type, bytes) VALUES ($1, $2, $3, $4);
DELETE FROM company_logo WHERE company_id = $1;

-- service/company/company-time-off.sql.ts
SELECT closedBetween(?) AS closed FROM company WHERE company_id = $1;
SELECT id, start_day, end_day, location_ids, reason FROM company_time_off WHERE company_id = $1 AND end_day >= $2 AND id > $3 ORDER BY id LIMIT $4;
SELECT id, start_day, end_day, location_ids, reason FROM company_time_off WHERE company_id = $1 AND end_day >= $2 AND start_day <= $3 ORDER BY start_day, id;
SELECT id, start_day, end_day, location_ids, reason FROM company_time_off WHERE company_id = $1 AND id = $2;
INSERT INTO company_time_off (company_id, start_day, end_day, location_ids, reason, created_at) VALUES ($1, $2, $3, $4, $5, $6) RETURNING id, start_day, end_day, location_ids, reason;
DELETE FROM company_time_off WHERE company_id = $1 AND id = $2 RETURNING id, start_day, end_day, location_ids, reason;

-- service/company/identity-providers.sql.ts
SELECT issuer, client_id AS "clientId", client_secret_sealed AS "clientSecretSealed" FROM identity_provider WHERE company_id = $1;
INSERT INTO identity_provider (company_id, issuer, client_id, client_secret_sealed, created_at, updated_at) VALUES ($1, $2, $3, $4, $5, $5) ON CONFLICT (company_id) DO UPDATE SET issuer = $2, client_id = $3, client_secret_sealed = $4, updated_at = $5;
DELETE FROM identity_provider WHERE company_id = $1;

-- service/company/locations.sql.ts
SELECT id, version, name, address, latitude, longitude, address_accuracy, directions, opening_hours, timezone, service_area, active, external_ref, metadata, updated_at, archived_at FROM location WHERE company_id = $1 AND id = $2 AND archived_at IS NULL;
SELECT coalesce(sum(length(service_area::text)), 0)::int AS bytes FROM location WHERE company_id = $1 AND id <> $2 AND archived_at IS NULL;
SELECT id, version, name, address, latitude, longitude, address_accuracy, directions, opening_hours, timezone, service_area, active, external_ref, metadata, updated_at, archived_at FROM location WHERE company_id = $1 AND ?unlessArchived(?) AND ($4::boolean IS NULL OR active = $4)? ? LIMIT $3;
SELECT id FROM location WHERE company_id = $1 AND id = ANY($2::bigint[]) AND archived_at IS NULL;
SELECT id, address, directions, opening_hours FROM location WHERE company_id = $1 AND id = ANY($2::bigint[]) AND archived_at IS NULL;
SELECT id, timezone FROM location WHERE company_id = $1 AND id = ANY($2::bigint[]);
SELECT id, timezone FROM location WHERE company_id = $1;
INSERT INTO location (company_id, name, address, latitude, longitude, address_accuracy, directions, opening_hours, timezone, service_area, active, external_ref, metadata, created_at, updated_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $14) RETURNING id, version, name, address, latitude, longitude, address_accuracy, directions, opening_hours, timezone, service_area, active, external_ref, metadata, updated_at, archived_at;
UPDATE location SET name = $3, address = $4, latitude = $5, longitude = $6, address_accuracy = $7, directions = $8, opening_hours = $9, timezone = $10, service_area = $11, active = $12, external_ref = $13, metadata = $14, updated_at = greatest($15, updated_at + interval '1 ms') WHERE company_id = $1 AND id = $2 RETURNING updated_at;
SELECT id, version, name, address, latitude, longitude, address_accuracy, directions, opening_hours, timezone, service_area, active, external_ref, metadata, updated_at, archived_at FROM location WHERE company_id = $1 AND id = $2 AND archived_at IS NULL FOR UPDATE;
UPDATE location SET archived_at = $3, active = false, updated_at = greatest($3, updated_at + interval '1 ms') WHERE company_id = $1 AND id = $2 RETURNING id, version, name, address, latitude, longitude, address_accuracy, directions, opening_hours, timezone, service_area, active, external_ref, metadata, updated_at, archived_at;
SELECT timezone FROM location WHERE company_id = $1 AND id = $2;
SELECT timezone FROM company WHERE company_id = $1 UNION SELECT timezone FROM location WHERE company_id = $1 ORDER BY timezone;

-- service/company/mail-domains.sql.ts
SELECT id, domain, token, proven_by, proven_at, missing_since, checked_at, created_at FROM mail_domain WHERE company_id = $1 AND id > $2 ORDER BY id LIMIT $3;
SELECT id, domain, token, proven_by, proven_at, missing_since, checked_at, created_at FROM mail_domain WHERE company_id = $1 AND id = $2;
INSERT INTO mail_domain (company_id, domain, token, created_at) VALUES ($1, $2, $3, $4) RETURNING id, domain, token, proven_by, proven_at, missing_since, checked_at, created_at;
UPDATE mail_domain SET proven_by = $3, proven_at = $4, missing_since = $5, checked_at = $6 WHERE company_id = $1 AND id = $2;
DELETE FROM mail_domain WHERE company_id = $1 AND id = $2;

-- service/company/mail-servers.sql.ts
SELECT host, port, username, password_sealed, failures, last_error, failing_since, retry_at FROM mail_server WHERE company_id = $1;
INSERT INTO mail_server (company_id, host, port, username, password_sealed, updated_at) VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (company_id) DO UPDATE SET host = $2, port = $3, username = $4, password_sealed = $5, updated_at = $6, failures = 0, last_error = NULL, failing_since = NULL, retry_at = NULL;
DELETE FROM mail_server WHERE company_id = $1;
UPDATE mail_server SET failures = failures + 1, last_error = $4, failing_since = coalesce(failing_since, $5), retry_at = $6 WHERE company_id = $1 AND host = $2 AND failures = $3;
UPDATE mail_server SET failures = 0, last_error = NULL, failing_since = NULL, retry_at = NULL WHERE company_id = $1 AND host = $2;

-- service/company/pictures.sql.ts
SELECT hash, content_type AS "contentType", bytes FROM picture WHERE company_id = $1 AND hash = $2;
DELETE FROM picture WHERE company_id = $1 AND hash = $2;
INSERT INTO picture (company_id, hash, content_type, bytes) VALUES ($1, $2, $3, $4);
UPDATE appointment_type SET image_hash = $3, updated_at = greatest($4, updated_at + interval '1 ms') WHERE company_id = $1 AND id = $2 RETURNING updated_at;
UPDATE provider SET image_hash = $3, updated_at = greatest($4, updated_at + interval '1 ms') WHERE company_id = $1 AND id = $2 RETURNING updated_at;

-- service/company/provider-hours.sql.ts
SELECT location_id AS "locationId", weekday, start_minute AS "startMinute", end_minute AS "endMinute" FROM weekly_hours WHERE company_id = $1 AND provider_id = $2 ORDER BY weekday, start_minute, location_id;
SELECT hours_version AS version FROM provider WHERE company_id = $1 AND id = $2;
SELECT location_id AS "locationId", day, intervals FROM date_override WHERE company_id = $1 AND provider_id = $2 ORDER BY day, location_id;
DELETE FROM weekly_hours WHERE company_id = $1 AND provider_id = $2;
INSERT INTO weekly_hours (company_id, provider_id, location_id, weekday, start_minute, end_minute) SELECT $1, $2, e."locationId", e.weekday, e."startMinute", e."endMinute" FROM jsonb_to_recordset($3::jsonb) AS e("locationId" bigint, weekday int, "startMinute" int, "endMinute" int);
DELETE FROM date_override WHERE company_id = $1 AND provider_id = $2;
INSERT INTO date_override (company_id, provider_id, location_id, day, intervals) SELECT $1, $2, e."locationId", e.day, e.intervals FROM jsonb_to_recordset($3::jsonb) AS e("locationId" bigint, day int, intervals jsonb);
SELECT id, start_at, end_at, reason FROM time_off WHERE company_id = $1 AND provider_id = $2 AND id > $3 ORDER BY id LIMIT $4;
SELECT provider_id, id, start_at, end_at, reason FROM time_off WHERE company_id = $1 AND id = $2;
INSERT INTO time_off (company_id, provider_id, start_at, end_at, start_minute, end_minute, reason, created_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING id, start_at, end_at, reason;
DELETE FROM time_off WHERE company_id = $1 AND provider_id = $2 AND id = $3 RETURNING id, start_at, end_at, reason;

-- service/company/providers.sql.ts
SELECT p.id, p.settings_version AS version, p.name, p.active, p.start_address, p.start_latitude, p.start_longitude, p.start_accuracy, p.max_travel_km, p.travel, p.digest_email, p.about, p.image_hash, p.external_ref, p.metadata, p.updated_at, p.archived_at, coalesce((SELECT array_agg(o.appointment_type_id ORDER BY o.appointment_type_id) FROM provider_type o WHERE o.company_id = $1 AND o.provider_id = p.id), '{}') AS appointment_type_ids FROM provider p WHERE p.company_id = $1 AND p.id = $2 AND p.archived_at IS NULL;
SELECT 1 FROM provider WHERE company_id = $1 AND id = $2 AND archived_at IS NULL;
SELECT p.id, p.settings_version AS version, p.name, p.active, p.start_address, p.start_latitude, p.start_longitude, p.start_accuracy, p.max_travel_km, p.travel, p.digest_email, p.about, p.image_hash, p.external_ref, p.metadata, p.updated_at, p.archived_at, coalesce((SELECT array_agg(o.appointment_type_id ORDER BY o.appointment_type_id) FROM provider_type o WHERE o.company_id = $1 AND o.provider_id = p.id), '{}') AS appointment_type_ids FROM provider p WHERE p.company_id = $1 AND ?unlessArchived(?) AND ($4::boolean IS NULL OR p.active = $4)? ? LIMIT $3;
INSERT INTO provider (company_id, id, name, active, start_address, start_latitude, start_longitude, start_accuracy, max_travel_km, travel, digest_email, external_ref, metadata, about, created_at, updated_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $15);
UPDATE provider SET name = $3, active = $4, start_address = $5, start_latitude = $6, start_longitude = $7, start_accuracy = $8, max_travel_km = $9, travel = $10, digest_email = $11, external_ref = $12, metadata = $13, about = $14, updated_at = greatest($15, updated_at + interval '1 ms') WHERE company_id = $1 AND id = $2 RETURNING updated_at;
UPDATE provider SET archived_at = $3, active = false, updated_at = greatest($3, updated_at + interval '1 ms') WHERE company_id = $1 AND id = $2 RETURNING updated_at, archived_at;
DELETE FROM provider_type WHERE company_id = $1 AND provider_id = $2 AND appointment_type_id <> ALL($3::bigint[]);
INSERT INTO provider_type (company_id, provider_id, appointment_type_id) SELECT $1, $2, unnest($3::bigint[]) ON CONFLICT DO NOTHING;

-- service/company/resource-details.sql.ts
SELECT id, settings_version AS version, name, kind, group_name AS "group", location_id, hours, turnover_minutes, active, updated_at, archived_at FROM resource_detail WHERE company_id = $1 AND id = $2 AND archived_at IS NULL;
SELECT o.id FROM resource_detail d JOIN resource_detail o ON o.company_id = $1 AND o.location_id = d.location_id AND o.group_name = d.group_name AND o.archived_at IS NULL WHERE d.company_id = $1 AND d.id = $2 ORDER BY o.id;
SELECT id, settings_version AS version, name, kind, group_name AS "group", location_id, hours, turnover_minutes, active, updated_at, archived_at FROM resource_detail WHERE company_id = $1 AND ?unlessArchived(?) AND ($4::boolean IS NULL OR active = $4) AND ($5::bigint IS NULL OR location_id = $5)? ? LIMIT $3;
INSERT INTO resource_detail (company_id, id, name, group_name, hours, turnover_minutes, active, updated_at, kind, location_id, created_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $8);
UPDATE resource_detail SET name = $3, group_name = $4, hours = $5, turnover_minutes = $6, active = $7, updated_at = greatest($8, updated_at + interval '1 ms') WHERE company_id = $1 AND id = $2 RETURNING updated_at;
UPDATE resource_detail SET archived_at = $3, active = false, updated_at = greatest($3, updated_at + interval '1 ms') WHERE company_id = $1 AND id = $2 RETURNING updated_at, archived_at;
SELECT count(DISTINCT (appointment_id, hold_id, session_id))::int AS count FROM allocation WHERE company_id = $1 AND resource_id = $2 AND active AND end_minute > $3;
SELECT ? FROM resource_time_off WHERE company_id = $1 AND resource_id = $2 AND id > $3 ORDER BY id LIMIT $4;
INSERT INTO resource_time_off (company_id, resource_id, start_at, end_at, start_minute, end_minute, reason, created_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING ?;
DELETE FROM resource_time_off WHERE company_id = $1 AND resource_id = $2 AND id = $3 RETURNING ?;

-- service/company/resources.sql.ts
INSERT INTO resource (company_id, kind) VALUES ($1, $2) RETURNING id;

-- service/company/retell.sql.ts
SELECT path_token AS "pathToken", api_key_sealed AS "apiKeySealed" FROM retell_account WHERE company_id = $1;
INSERT INTO retell_account (company_id, path_token, api_key_sealed, created_at, updated_at) VALUES ($1, $2, $3, $4, $4) ON CONFLICT (company_id) DO UPDATE SET api_key_sealed = $3, updated_at = $4;
DELETE FROM retell_account WHERE company_id = $1;
INSERT INTO retell_post (company_id, signature, taken_at) VALUES ($1, $2, $3) ON CONFLICT (company_id, signature) DO NOTHING RETURNING 1;
DELETE FROM retell_post WHERE company_id = $1 AND taken_at < $2;

-- service/company/still-needed.sql.ts
SELECT (SELECT count(*)::int FROM appointment WHERE company_id = $1 AND ? = $2 AND status IN ('scheduled', 'pending') AND end_at > $3) AS "futureAppointments", (SELECT count(*)::int FROM scheduling_request WHERE company_id = $1 AND ? = $2 AND status = 'open') AS "openRequests";
SELECT count(*)::int AS count FROM class_session WHERE company_id = $1 AND status = 'scheduled' AND end_at > $4 AND CASE $2::text WHEN 'provider' THEN provider_id = $3 OR $3 = ANY (crew) WHEN 'location' THEN location_id = $3 ELSE appointment_type_id = $3 END;

-- service/company/unlocated.sql.ts
SELECT id, address FROM customer WHERE company_id = $1 AND address IS NOT NULL AND address_latitude IS NULL AND address_accuracy IS NULL AND archived_at IS NULL ORDER BY id LIMIT $2;
UPDATE customer SET address_latitude = $4, address_longitude = $5, address_accuracy = $6, address_city_codes = $7 WHERE company_id = $1 AND id = $2 AND address = $3::jsonb AND address_latitude IS NULL RETURNING id;
SELECT id, address FROM location WHERE company_id = $1 AND address IS NOT NULL AND latitude IS NULL AND address_accuracy IS NULL AND archived_at IS NULL ORDER BY id LIMIT $2;
UPDATE location SET latitude = $4, longitude = $5, address_accuracy = $6 WHERE company_id = $1 AND id = $2 AND address = $3::jsonb AND latitude IS NULL RETURNING id;
SELECT id, start_address AS address FROM provider WHERE company_id = $1 AND start_address IS NOT NULL AND start_latitude IS NULL AND start_accuracy IS NULL AND archived_at IS NULL ORDER BY id LIMIT $2;
UPDATE provider SET start_latitude = $4, start_longitude = $5, start_accuracy = $6 WHERE company_id = $1 AND id = $2 AND start_address = $3::jsonb AND start_latitude IS NULL RETURNING id;

-- service/company/where-offered.sql.ts
SELECT l.timezone FROM location l WHERE l.company_id = $1 AND l.active AND isLocationOfType(?) AND (? IS NULL OR l.id = ?) AND EXISTS ( SELECT 1 FROM provider_type y JOIN provider p ON p.company_id = $1 AND p.id = y.provider_id WHERE y.company_id = $1 AND y.appointment_type_id = ? AND p.active AND (? IS NULL OR p.id = ?) AND (EXISTS (SELECT 1 FROM weekly_hours h WHERE h.company_id = $1 AND h.provider_id = p.id AND h.location_id = l.id) OR EXISTS (SELECT 1 FROM date_override o WHERE o.company_id = $1 AND o.provider_id = p.id AND o.location_id = l.id AND o.intervals <> '[]' AND o.day >= ? - DATE '1970-01-01')));
SELECT timezone FROM company WHERE company_id = $1 UNION SELECT z.timezone FROM appointment_type t CROSS JOIN LATERAL (?) z WHERE t.company_id = $1 AND t.id = $2;
SELECT appointment_type_id AS id, count(*)::int AS providers FROM provider_type WHERE company_id = $1 AND appointment_type_id = ANY ($2::bigint[]) GROUP BY appointment_type_id;

-- service/customers/bulk-customers.sql.ts
SELECT ? FROM customer WHERE company_id = $1 AND external_ref = ANY ($2::text[]) AND archived_at IS NULL ORDER BY id;
SELECT customer_id, phone, is_primary, identifies FROM contact WHERE company_id = $1 AND (customer_id = ANY ($2::bigint[]) OR (identifies AND phone = ANY ($3::text[])));
SELECT e.data -> 'customer' ->> 'external_ref' AS ref FROM customer c JOIN event e ON e.company_id = $1 AND e.customer_id = c.id AND e.type = 'customer.erased' WHERE c.company_id = $1 AND c.updated_at >= $3 AND c.erased_at IS NOT NULL AND e.data -> 'customer' ->> 'external_ref' = ANY ($2::text[]);

-- service/customers/contacts.sql.ts
SELECT id, version, customer_id, phone, label, is_primary, identifies, verified_at, coalesce(updated_at, created_at) AS updated_at FROM contact WHERE company_id = $1 AND customer_id = ANY($2) ORDER BY customer_id, id;
SELECT id, version, customer_id, phone, label, is_primary, identifies, verified_at, coalesce(updated_at, created_at) AS updated_at FROM contact WHERE company_id = $1 AND customer_id = $2 AND id = $3 AND EXISTS (SELECT 1 FROM customer WHERE company_id = $1 AND id = $2 AND archived_at IS NULL);
SELECT id, version, customer_id, phone, label, is_primary, identifies, verified_at, coalesce(updated_at, created_at) AS updated_at FROM contact WHERE company_id = $1 AND customer_id = $2 AND is_primary;
SELECT id, version, customer_id, phone, label, is_primary, identifies, verified_at, coalesce(updated_at, created_at) AS updated_at FROM contact WHERE company_id = $1 AND customer_id = $2 AND phone = $3;
INSERT INTO contact (company_id, customer_id, phone, label, is_primary, identifies, verified_at, created_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING id, version, customer_id, phone, label, is_primary, identifies, verified_at, coalesce(updated_at, created_at) AS updated_at;
UPDATE contact SET phone = $3, label = $4, is_primary = $5, identifies = $6, verified_at = $7, updated_at = $8 WHERE company_id = $1 AND id = $2;
UPDATE contact SET is_primary = false, updated_at = $3 WHERE company_id = $1 AND customer_id = $2 AND is_primary;
UPDATE contact SET identifies = false, updated_at = $3 WHERE company_id = $1 AND customer_id = $2 AND identifies;
DELETE FROM contact WHERE company_id = $1 AND id = $2;
DELETE FROM contact WHERE company_id = $1 AND customer_id = $2;
INSERT INTO number_lock (company_id, slot) VALUES ($1, $2) ON CONFLICT (company_id, slot) DO UPDATE SET slot = EXCLUDED.slot;
SELECT k.customer_id FROM contact k JOIN customer u ON u.company_id = k.company_id AND u.id = k.customer_id AND u.archived_at IS NULL WHERE k.company_id = $1 AND k.phone = $2 AND k.identifies;
SELECT phone_hash, channel, event, source, at FROM consent WHERE company_id = $1 AND phone_hash = ANY($2) ORDER BY id;
SELECT channel, event, source, at FROM consent WHERE company_id = $1 AND phone_hash = ANY ($2) AND channel = $3 ORDER BY id DESC LIMIT 1;
INSERT INTO consent (company_id, phone_hash, phone_sealed, channel, event, source, at) VALUES ($1, $2, $3, $4, $5, $6, $7);

-- service/customers/customer-history.sql.ts
SELECT id, at, actor, operation, target_id, fields FROM audit WHERE company_id = $1 AND customer_id = $2 AND id >= $3 AND ($4::timestamptz IS NULL OR (at, id) < ($4::timestamptz, $5::bigint)) ORDER BY at DESC, id DESC LIMIT $6;
SELECT id, purpose, channel, outcome, last_error AS reason, delivery, appointment_id, appointment_version, run_id, step_position, phone_sealed, email_sealed, created_at, sent_at FROM text_message WHERE company_id = $1 AND customer_id = $2 AND ($3::timestamptz IS NULL OR (created_at, id) < ($3::timestamptz, $4::bigint)) ORDER BY created_at DESC, id DESC LIMIT $5;
SELECT id, purpose, channel, outcome, last_error AS reason, delivery, appointment_id, appointment_version, run_id, step_position, phone_sealed, email_sealed, created_at, sent_at FROM text_message WHERE company_id = $1 AND customer_id = $2 AND outcome = 'sent' AND (appointment_id = ANY ($3::bigint[]) OR run_id = ANY ($4::bigint[])) ORDER BY created_at, id LIMIT ?;
SELECT a.id, t.id AS type_id, t.name AS type_name, p.id AS provider_id, p.name AS provider_name, a.timezone, utc(?) AS start_time FROM appointment a JOIN appointment_type t ON t.company_id = $1 AND t.id = a.appointment_type_id JOIN provider p ON p.company_id = $1 AND p.id = a.provider_id WHERE a.company_id = $1 AND a.id = ANY ($2::bigint[]);
SELECT type, appointment_id, occurred_at, positionIn(?) AS place, positionIn(?) AS before FROM event WHERE company_id = $1 AND customer_id = $2 AND id >= $3 AND appointment_id IS NOT NULL AND occurred_at >= $4 AND occurred_at <= $5 ORDER BY occurred_at, id LIMIT ?;
SELECT id, name FROM app_user WHERE company_id = $1 AND id = ANY ($2::bigint[]);
SELECT id, name FROM api_key WHERE company_id = $1 AND id = ANY ($2::bigint[]);

-- service/customers/customer-search.sql.ts
WITH part AS ( SELECT id FROM customer WHERE company_id = $1 AND archived_at IS NULL AND search_text LIKE $8 AND search_text LIKE $9 AND search_text LIKE $10 AND search_text LIKE $11 AND afterTheIndex(?) LIKE ALL ($12::text[]) LIMIT 200 ), whole AS ( SELECT id FROM customer WHERE EXISTS (SELECT FROM part) AND company_id = $1 AND archived_at IS NULL AND search_text LIKE $3 AND search_text LIKE $4 AND search_text LIKE $5 AND search_text LIKE $6 AND afterTheIndex(?) LIKE ALL ($7::text[]) LIMIT 100 ), one_piece AS ( SELECT id FROM customer WHERE company_id = $1 AND archived_at IS NULL AND search_text LIKE $17 LIMIT 100 ), called AS ( (calledBy(?)) UNION ALL (calledBy(?)) UNION ALL (calledBy(?)) ), street AS ( SELECT id FROM customer WHERE (SELECT count(*) FROM part) < $2 AND company_id = $1 AND archived_at IS NULL AND address IS NOT NULL AND address_text LIKE $18 AND address_text LIKE $19 AND address_text LIKE $20 AND address_text LIKE $21 AND afterTheIndex(?) LIKE ALL ($22::text[]) LIMIT 100 ), postal AS ( SELECT id FROM customer WHERE (SELECT count(*) FROM part) < $2 AND company_id = $1 AND archived_at IS NULL AND address IS NOT NULL AND lower(regexp_replace(address ->> 'postal_code', '[\s-]', '', 'g')) COLLATE "C" >= $23 AND lower(regexp_replace(address ->> 'postal_code', '[\s-]', '', 'g')) COLLATE "C" < $23 || '~' LIMIT 100 ), near AS ( SELECT id, search_text FROM customer WHERE (SELECT count(*) FROM part) < $2 AND company_id = $1 AND archived_at IS NULL AND name_likenesses(split_part(search_text, chr(31), 1)) && $24::text[] AND ? LIMIT 5000 ), alike AS ( SELECT id FROM near WHERE split_part(search_text, chr(31), 1) LIKE ALL ($28::text[]) AND split_part(search_text, chr(31), 1) LIKE ANY ($26::text[]) AND split_part(search_text, chr(31), 1) LIKE ANY ($27::text[]) LIMIT 100 ), found AS ( SELECT id, min(rank) AS rank FROM (SELECT id, 1 AS rank FROM whole UNION ALL SELECT id, 2 FROM called UNION ALL SELECT id, 3 FROM part UNION ALL SELECT id, 3 FROM one_piece UNION ALL SELECT id, 4 FROM postal UNION ALL SELECT id, 4 FROM street UNION ALL SELECT id, 5 FROM alike) ranked GROUP BY id ) SELECT ? FROM found JOIN customer USING (id) WHERE company_id = $1 AND archived_at IS NULL ORDER BY rank, split_part(search_text, chr(31), 1) LIKE ALL ($16::text[]) DESC, first_name, last_name, id LIMIT $2;
SELECT customer_id AS id FROM contact WHERE company_id = $1 AND ? COLLATE "C" >= ? AND ? COLLATE "C" < ? || ':' LIMIT 200;

-- service/customers/customers.sql.ts
SELECT id, version, first_name, last_name, email, address, address_latitude, address_longitude, address_accuracy, address_source, external_ref, metadata, assigned_provider_id, locale, timezone, warning, notes, source, archived_at, erased_at, created_at, updated_at FROM customer WHERE company_id = $1 AND id = $2 AND archived_at IS NULL;
SELECT id, version, first_name, last_name, email, address, address_latitude, address_longitude, address_accuracy, address_source, external_ref, metadata, assigned_provider_id, locale, timezone, warning, notes, source, archived_at, erased_at, created_at, updated_at FROM customer WHERE company_id = $1 AND id = $2;
SELECT trim(first_name || ' ' || last_name) AS name FROM customer WHERE company_id = $1 AND id = $2;
SELECT c.id, c.external_ref, c.metadata, c.first_name, c.last_name, c.email, c.address, p.phone FROM customer c LEFT JOIN contact p ON p.company_id = c.company_id AND p.customer_id = c.id AND p.is_primary WHERE c.company_id = $1 AND c.id = $2;
SELECT id, version, first_name, last_name, email, address, address_latitude, address_longitude, address_accuracy, address_source, external_ref, metadata, assigned_provider_id, locale, timezone, warning, notes, source, archived_at, erased_at, created_at, updated_at FROM customer WHERE company_id = $1 AND ?unlessArchived(?) AND ($4::text IS NULL OR lower(email) = lower($4)) AND ($5::text IS NULL OR id IN (SELECT customer_id FROM contact WHERE company_id = $1 AND phone = $5))? ? LIMIT $3;
INSERT INTO customer (company_id, first_name, last_name, email, address, address_latitude, address_longitude, address_accuracy, address_source, external_ref, metadata, assigned_provider_id, locale, timezone, warning, notes, source, created_at, updated_at, email_state) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $18, CASE WHEN $17 <> 'company' AND $4::text IS NOT NULL THEN 'unproven' END) RETURNING id, version, first_name, last_name, email, address, address_latitude, address_longitude, address_accuracy, address_source, external_ref, metadata, assigned_provider_id, locale, timezone, warning, notes, source, archived_at, erased_at, created_at, updated_at;
UPDATE customer SET updated_at = greatest($3, updated_at + interval '1 ms') WHERE company_id = $1 AND id = $2 RETURNING updated_at;
UPDATE customer SET first_name = $2, last_name = $3, email = $4, address = $5, address_latitude = $6, address_longitude = $7, address_accuracy = $8, address_source = $9, external_ref = $10, metadata = $11, assigned_provider_id = $12, locale = $13, timezone = $14, warning = $15, notes = $16, address_city_codes = CASE WHEN address IS NOT DISTINCT FROM $5::jsonb THEN address_city_codes END, email_state = CASE WHEN email IS NOT DISTINCT FROM $4 THEN email_state END WHERE company_id = $1 AND id = $17;
UPDATE customer SET address = $3, address_latitude = $4, address_longitude = $5, address_accuracy = $6, address_source = 'public_page', version = version + 1 WHERE company_id = $1 AND id = $2 AND address IS NULL RETURNING 1;
UPDATE customer SET address = $3, address_latitude = $4, address_longitude = $5, address_accuracy = $6, address_city_codes = $7, address_source = 'agent', version = version + 1 WHERE company_id = $1 AND id = $2 AND address_source IS DISTINCT FROM 'company' RETURNING 1;
SELECT 1 FROM customer WHERE company_id = $1 AND lower(email) = lower($2) AND archived_at IS NULL LIMIT 1;
UPDATE customer SET archived_at = coalesce(archived_at, $3) WHERE company_id = $1 AND id = $2;
SELECT p.id, p.name FROM customer u JOIN provider p ON p.company_id = u.company_id AND p.id = u.assigned_provider_id WHERE u.company_id = $1 AND u.id = $2;
UPDATE customer SET email_state = $4 WHERE company_id = $1 AND id = $2 AND email = $3;
SELECT email, email_state, locale FROM customer WHERE company_id = $1 AND id = $2 AND email IS NOT NULL AND archived_at IS NULL;
UPDATE customer SET email_state = $4 WHERE company_id = $1 AND id = $2 AND email = $3 AND CASE WHEN $4::text IS NULL THEN email_state = 'unproven' ELSE coalesce(email_state, '') <> 'refused' END RETURNING 1;

-- service/customers/opt-outs.sql.ts
SELECT k.id, k.phone_hash, k.phone_sealed, k.channel, k.source, k.at FROM consent k WHERE k.company_id = $1 AND k.event = 'revoked' AND k.channel <> 'email' AND k.id < $2 AND ($4::text IS NULL OR k.channel = $4) AND NOT EXISTS (SELECT 1 FROM consent later WHERE later.company_id = $1 AND later.phone_hash = k.phone_hash AND later.channel = k.channel AND later.id > k.id) ORDER BY k.id DESC LIMIT $3;
SELECT k.phone, u.id, trim(u.first_name || ' ' || u.last_name) AS name, k.id AS contact_id FROM contact k JOIN customer u ON u.company_id = k.company_id AND u.id = k.customer_id AND u.archived_at IS NULL WHERE k.company_id = $1 AND k.phone COLLATE "C" = ANY ($2) ORDER BY u.id;
SELECT id, channel, event, source, at FROM consent WHERE company_id = $1 AND phone_hash = ANY ($2) AND id < $3 ORDER BY id DESC LIMIT $4;

-- service/customers/recipients.sql.ts
SELECT ARRAY(SELECT k.phone FROM contact k WHERE k.company_id = $1 AND k.customer_id = $2 ORDER BY k.is_primary DESC, k.identifies DESC, k.id DESC) AS phones, u.first_name, u.last_name, u.email, u.email_state, coalesce(u.locale, c.locale) AS locale, u.source, u.archived_at IS NOT NULL AS archived, u.timezone, u.address_latitude AS latitude, u.address_longitude AS longitude, jsonb_build_object('name', c.name, 'call_phone', coalesce(v.phone, c.phone), 'voice_phone', v.phone, 'sms_phone', (SELECT s.phone FROM channel s WHERE s.company_id = $1 AND s.kind = 'sms' ORDER BY s.id LIMIT 1), 'timezone', c.timezone, 'booking_links_enabled', c.booking_links_enabled, 'sms_confirmations', c.sms_confirmations, 'mail_enabled', c.mail_enabled, 'mail_reply_to', c.mail_reply_to, 'mail_from', c.mail_from, 'agent_takes_texts', c.agent_takes_texts, 'accent_color', c.accent_color, 'page_slug', CASE WHEN c.public_booking_enabled THEN c.public_slug END, 'quiet_start_minute', c.quiet_start_minute, 'quiet_end_minute', c.quiet_end_minute) AS company FROM customer u JOIN company c ON c.company_id = $1 LEFT JOIN LATERAL (SELECT phone FROM channel WHERE company_id = $1 AND kind = 'voice' ORDER BY id LIMIT 1) v ON true WHERE u.company_id = $1 AND u.id = $2;

-- service/disruptions/disruptions.sql.ts
INSERT INTO disruption (company_id, provider_id, location_id, start_at, end_at, reason, choices, proposals, plans, worked_out_at, created_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10) RETURNING id;
SELECT d.id, d.provider_id, p.name AS provider_name, d.location_id, l.name AS location_name, coalesce(l.timezone, c.timezone) AS timezone, d.start_at, d.end_at, d.reason, d.version, d.choices, d.proposals, d.plans, d.worked_out_at, d.applied_at, d.created_at FROM disruption d JOIN company c ON c.company_id = d.company_id LEFT JOIN provider p ON p.company_id = d.company_id AND p.id = d.provider_id LEFT JOIN location l ON l.company_id = d.company_id AND l.id = d.location_id WHERE d.company_id = $1 AND d.id = $2;
SELECT d.id, d.provider_id, p.name AS provider_name, d.location_id, l.name AS location_name, coalesce(l.timezone, c.timezone) AS timezone, d.start_at, d.end_at, d.reason, d.version, d.choices, d.proposals, d.plans, d.worked_out_at, d.applied_at, d.created_at FROM disruption d JOIN company c ON c.company_id = d.company_id LEFT JOIN provider p ON p.company_id = d.company_id AND p.id = d.provider_id LEFT JOIN location l ON l.company_id = d.company_id AND l.id = d.location_id WHERE d.company_id = $1 AND d.id < $2 AND (NOT $3::boolean OR d.applied_at IS NULL) ORDER BY d.id DESC LIMIT $4;
SELECT 1 FROM disruption WHERE company_id = $1 AND id = $2 FOR UPDATE;
UPDATE disruption SET choices = $3, proposals = $4, plans = $5, worked_out_at = $6, version = version + 1 WHERE company_id = $1 AND id = $2;
UPDATE disruption SET proposals = $3, applied_at = $4, version = version + 1 WHERE company_id = $1 AND id = $2;
DELETE FROM disruption WHERE company_id = $1 AND created_at < $2;
SELECT a.id, a.customer_id, trim(u.first_name || ' ' || u.last_name) AS customer_name, a.appointment_type_id, t.name AS type_name, a.timezone FROM appointment a JOIN customer u ON u.company_id = a.company_id AND u.id = a.customer_id JOIN appointment_type t ON t.company_id = a.company_id AND t.id = a.appointment_type_id WHERE a.company_id = $1 AND a.id = ANY ($2::bigint[]);
SELECT 'provider' AS kind, id, name FROM provider WHERE company_id = $1 AND id = ANY ($2::bigint[]) UNION ALL SELECT 'location', id, name FROM location WHERE company_id = $1 AND id = ANY ($3::bigint[]);
UPDATE appointment SET notice_waived = true WHERE company_id = $1 AND id = ANY ($2::bigint[]);
SELECT p.id, (SELECT json_agg(json_build_array(h.location_id, h.weekday, h.start_minute, h.end_minute)) FROM weekly_hours h WHERE h.company_id = $1 AND h.provider_id = p.id AND h.location_id = $2) AS hours, (SELECT json_agg(json_build_array(o.location_id, o.day, o.intervals)) FROM date_override o WHERE o.company_id = $1 AND o.provider_id = p.id AND o.location_id = $2 AND o.day BETWEEN $3 AND $4) AS overrides, (SELECT string_agg(int8send((f.start_minute::bigint << 32) | f.end_minute), '' ORDER BY f.start_minute) FROM time_off f WHERE f.company_id = $1 AND f.provider_id = p.id AND f.end_minute > $5 AND f.start_minute < $6) AS time_off FROM provider p WHERE p.company_id = $1 AND p.active ORDER BY p.id;
SELECT id, timezone AS zone FROM location WHERE company_id = $1 AND id = $2;
SELECT string_agg(int8send((f.start_minute::bigint << 32) | f.end_minute), '' ORDER BY f.start_minute) AS time_off FROM time_off f WHERE f.company_id = $1 AND f.provider_id = $2 AND f.end_minute > $3 AND f.start_minute < $4;
SELECT 1 FROM customer WHERE company_id = $1 AND id = ANY ($2::bigint[]) ORDER BY id FOR UPDATE;
SELECT 1 FROM scheduling_request WHERE company_id = $1 AND id = ANY ($2::bigint[]) ORDER BY id FOR UPDATE;

-- service/imports/imports.sql.ts
SELECT 1 FROM company WHERE company_id = $1 FOR NO KEY UPDATE;
SELECT c.* FROM unnest($2::bigint[]) AS wanted (id) CROSS JOIN LATERAL ( SELECT id, first_name, last_name, email, external_ref, address, locale, timezone, warning, notes, (SELECT coalesce(json_agg(json_build_object('phone', k.phone, 'identifies', k.identifies)), '[]') FROM contact k WHERE k.company_id = $1 AND k.customer_id = customer.id) AS phones FROM customer WHERE company_id = $1 AND id = wanted.id AND archived_at IS NULL OFFSET 0) c ORDER BY c.id;
SELECT id FROM customer WHERE company_id = $1 AND external_ref = wanted.mark AND archived_at IS NULL;
SELECT customer_id AS id FROM contact WHERE company_id = $1 AND phone = wanted.mark AND identifies;
SELECT customer_id AS id FROM contact WHERE company_id = $1 AND phone = wanted.mark AND NOT identifies;
SELECT id FROM customer WHERE company_id = $1 AND lower(email) = wanted.mark;
INSERT INTO customer (company_id, id, first_name, last_name, email, address, address_latitude, address_longitude, address_accuracy, address_source, external_ref, assigned_provider_id, locale, timezone, warning, notes, source, created_at, updated_at) SELECT $1, r.id, r.first_name, r.last_name, r.email, r.address, r.address_latitude, r.address_longitude, r.address_accuracy, r.address_source, r.external_ref, r.assigned_provider_id, r.locale, r.timezone, r.warning, r.notes, r.source, $3, $3 FROM jsonb_to_recordset($2::jsonb) AS r (id bigint, first_name text, last_name text, email text, address jsonb, address_latitude float8, address_longitude float8, address_accuracy text, address_source text, external_ref text, assigned_provider_id bigint, locale text, timezone text, warning text, notes text, source text);
INSERT INTO contact (company_id, customer_id, phone, is_primary, identifies, created_at) SELECT $1, r.customer_id, r.phone, true, r.identifies, $3 FROM jsonb_to_recordset($2::jsonb) AS r (customer_id bigint, phone text, identifies boolean);
SELECT id, name FROM provider WHERE company_id = $1 AND archived_at IS NULL ORDER BY id;
SELECT id, name, coalesce((needs ->> 'providers')::int, 1) AS crew FROM appointment_type WHERE company_id = $1 AND archived_at IS NULL ORDER BY id;
SELECT id, name, timezone, active FROM location WHERE company_id = $1 AND archived_at IS NULL ORDER BY id;
SELECT DISTINCT provider_id AS "providerId", location_id AS "locationId" FROM weekly_hours WHERE company_id = $1;
SELECT id, start_at, provider_id FROM appointment WHERE company_id = $1 AND import_key = $2;
SELECT a.id, a.start_at, a.provider_id, a.customer_id, k.written_at FROM allocation k JOIN appointment a ON a.company_id = k.company_id AND a.id = k.appointment_id WHERE k.company_id = $1 AND k.resource_id = $2 AND k.active AND k.start_minute >= $3::int - 4320 AND k.start_minute < $4::int AND k.end_minute > $3::int ORDER BY k.start_minute LIMIT 1;
UPDATE appointment SET import_key = $3 WHERE company_id = $1 AND id = $2;

-- service/inbox/inbox.sql.ts
SELECT a.created_at AS since, a.answer_by, y.unanswered, a.id AS appointment_id, a.version, a.start_at, a.end_at, a.timezone, a.customer_id, trim(u.first_name || ' ' || u.last_name) AS customer_name, y.id AS type_id, y.name AS type_name, p.id AS provider_id, p.name AS provider_name FROM appointment a JOIN customer u ON u.company_id = $1 AND u.id = a.customer_id JOIN appointment_type y ON y.company_id = $1 AND y.id = a.appointment_type_id JOIN provider p ON p.company_id = $1 AND p.id = a.provider_id WHERE a.company_id = $1 AND a.status = 'pending' AND a.proposals = '[]' AND a.cancels_at IS NULL AND shown(?) ORDER BY a.answer_by, a.id LIMIT ?;
SELECT (CASE WHEN a.proposed_start_at IS NULL THEN 'declined' ELSE 'counter_proposal' END) AS kind, a.updated_at AS since, a.proposed_start_at, a.proposed_end_at, a.id AS appointment_id, a.version, a.start_at, a.end_at, a.timezone, a.customer_id, trim(u.first_name || ' ' || u.last_name) AS customer_name, y.id AS type_id, y.name AS type_name, p.id AS provider_id, p.name AS provider_name FROM appointment a JOIN customer u ON u.company_id = $1 AND u.id = a.customer_id JOIN appointment_type y ON y.company_id = $1 AND y.id = a.appointment_type_id JOIN provider p ON p.company_id = $1 AND p.id = a.provider_id WHERE a.company_id = $1 AND a.status = 'scheduled' AND a.start_at > $2 AND a.cancels_at IS NULL AND (a.proposed_start_at IS NOT NULL OR a.attendance = 'not_coming') AND shown(?) ORDER BY a.start_at, a.id LIMIT ?;
SELECT (CASE WHEN k.session_id IS NULL THEN 'not_understood' ELSE 'callback' END) AS kind, k.id, k.created_at AS since, k.customer_id, k.caller_name, k.phone_sealed, k.message, k.best_time, trim(u.first_name || ' ' || u.last_name) AS customer_name FROM callback k LEFT JOIN customer u ON u.company_id = $1 AND u.id = k.customer_id WHERE k.company_id = $1 AND k.done_at IS NULL AND shown(?) ORDER BY k.id LIMIT ?;
SELECT (CASE WHEN m.last_error = 'unknown_outcome' THEN 'message_uncertain' ELSE 'message_failed' END) AS kind, m.id, m.created_at AS since, m.purpose, m.channel, m.last_error AS reason, a.id AS appointment_id, a.version, a.start_at, a.end_at, a.timezone, a.customer_id, trim(u.first_name || ' ' || u.last_name) AS customer_name, y.id AS type_id, y.name AS type_name, p.id AS provider_id, p.name AS provider_name FROM text_message m JOIN appointment a ON a.company_id = $1 AND a.id = m.appointment_id JOIN customer u ON u.company_id = $1 AND u.id = a.customer_id JOIN appointment_type y ON y.company_id = $1 AND y.id = a.appointment_type_id JOIN provider p ON p.company_id = $1 AND p.id = a.provider_id WHERE m.company_id = $1 AND m.outcome = 'failed' AND m.created_at > $2::timestamptz - make_interval(days => ?) AND m.user_id IS NULL AND a.status IN ('scheduled', 'pending') AND a.start_at > $2 AND a.cancels_at IS NULL AND NOT EXISTS ( SELECT 1 FROM text_message n WHERE n.company_id = $1 AND n.customer_id = m.customer_id AND n.appointment_id = m.appointment_id AND n.id > m.id AND n.outcome IN ('sent', 'waiting')) AND shown(?) ORDER BY a.start_at, m.id LIMIT ?;
SELECT max(t.created_at) AS since, string_agg(DISTINCT o.name, ', ' ORDER BY o.name) AS away, a.id AS appointment_id, a.version, a.start_at, a.end_at, a.timezone, a.customer_id, trim(u.first_name || ' ' || u.last_name) AS customer_name, y.id AS type_id, y.name AS type_name, p.id AS provider_id, p.name AS provider_name FROM time_off t JOIN provider o ON o.company_id = $1 AND o.id = t.provider_id JOIN allocation b ON b.company_id = $1 AND b.resource_id = t.provider_id AND b.start_minute < t.end_minute AND b.end_minute > t.start_minute AND b.appointment_id IS NOT NULL JOIN appointment a ON a.company_id = $1 AND a.id = b.appointment_id JOIN customer u ON u.company_id = $1 AND u.id = a.customer_id JOIN appointment_type y ON y.company_id = $1 AND y.id = a.appointment_type_id JOIN provider p ON p.company_id = $1 AND p.id = a.provider_id WHERE t.company_id = $1 AND t.end_minute > $5 AND a.status IN ('scheduled', 'pending') AND a.start_at > $2 AND a.cancels_at IS NULL AND shown(?) GROUP BY a.company_id, a.id, u.company_id, u.id, y.company_id, y.id, p.company_id, p.id ORDER BY a.start_at, a.id LIMIT ?;
SELECT w.id, coalesce(w.first_failure_at, w.updated_at) AS since, w.url, w.enabled, w.disabled_reason, w.first_failure_at FROM webhook_endpoint w WHERE w.company_id = $1 AND (w.disabled_reason IS NOT NULL OR w.enabled AND w.first_failure_at IS NOT NULL) AND shown(?) ORDER BY w.id;
SELECT k.id, k.failing_since AS since, p.id AS provider_id, p.name AS provider_name, k.problem FROM provider_calendar k JOIN provider p ON p.company_id = $1 AND p.id = k.provider_id WHERE k.company_id = $1 AND k.failing_since IS NOT NULL AND k.disconnected_at IS NULL AND p.archived_at IS NULL AND shown(?) ORDER BY k.id LIMIT ?;
DELETE FROM inbox_later WHERE company_id = $1 AND (until <= $2 OR kind = $3 AND ref_id = $4);
INSERT INTO inbox_later (company_id, kind, ref_id, until, set_at) VALUES ($1, $2, $3, $4, $5) ON CONFLICT (company_id, kind, ref_id) DO UPDATE SET until = EXCLUDED.until, set_at = EXCLUDED.set_at;

-- service/ledger/allocations.sql.ts
SELECT resource_id AS "resourceId", start_minute AS start, end_minute AS "end" FROM allocation WHERE company_id = $1 AND session_id = $2 AND active ORDER BY resource_id;
SELECT s.resource_id AS "resourceId", s.start_minute AS start, s.end_minute AS "end", k.appointment_id AS "appointmentId", r.kind = 'provider' AS "isProvider" FROM unnest($2::bigint[], $3::int[], $4::int[]) AS s (resource_id, start_minute, end_minute) JOIN resource r ON r.company_id = $1 AND r.id = s.resource_id JOIN allocation k ON k.company_id = $1 AND k.resource_id = s.resource_id AND k.active AND k.start_minute < s.end_minute AND k.end_minute > s.start_minute AND k.start_minute >= s.start_minute - 4320 AND k.session_id IS DISTINCT FROM $5 AND k.appointment_id IS DISTINCT FROM $7 AND k.hold_id IS DISTINCT FROM $8 AND (k.held_until IS NULL OR k.held_until > $6) ORDER BY s.start_minute, s.resource_id, k.id LIMIT 20;
SELECT job_start_minute AS start, job_end_minute AS "end" FROM allocation WHERE company_id = $1 AND appointment_id = $2 AND resource_id = $3 AND active ORDER BY job_start_minute;
SELECT start_minute AS start, end_minute AS "end", job_start_minute AS "jobStart", job_end_minute AS "jobEnd", part FROM allocation WHERE company_id = $1 AND hold_id = $2 AND active AND lead ORDER BY job_start_minute;
SELECT DISTINCT resource_id AS id FROM allocation WHERE company_id = $1 AND hold_id = $2 AND active AND lead;
SELECT id, appointment_id AS "appointmentId", resource_id AS "resourceId", lead AS "isLead", pinned AS "isPinned", start_minute AS start, end_minute AS "end", job_start_minute AS "jobStart", job_end_minute AS "jobEnd", part FROM allocation WHERE company_id = $1 AND appointment_id = ANY ($2::bigint[]) AND active ORDER BY id;

-- service/ledger/appointments.sql.ts
SELECT a.id, a.customer_id, a.appointment_type_id, t.name AS type_name, t.place, a.scheduling_request_id, a.provider_id, p.name AS provider_name, CASE WHEN a.crew IS NOT NULL THEN ( SELECT json_agg(json_build_object('id', q.id, 'name', q.name) ORDER BY array_position(a.crew, q.id)) FROM provider q WHERE q.company_id = $1 AND q.id = ANY (a.crew)) END AS crew, CASE WHEN a.crew IS NOT NULL AND a.status IN ('scheduled', 'pending') THEN EXISTS ( SELECT 1 FROM allocation k JOIN provider q ON q.company_id = k.company_id AND q.id = k.resource_id WHERE k.company_id = $1 AND k.appointment_id = a.id AND k.active AND (NOT q.active OR EXISTS ( SELECT 1 FROM time_off f WHERE f.company_id = $1 AND f.provider_id = q.id AND f.start_minute < k.job_end_minute AND f.end_minute > k.job_start_minute))) ELSE false END AS understaffed, a.location_id, l.name AS location_name, a.status, a.start_at, a.end_at, a.blocks, a.timezone, a.clock_offsets, a.duration_option, a.work_minutes, a.planned_start_at, a.pinned, a.keeps_provider, a.narrowed_start_at, a.narrowed_end_at, a.on_the_way_at, a.expected_at, a.arrived_at, a.no_show_reason, a.notice_waived, a.texts_declined, a.booked_by, a.notes, a.external_ref, a.metadata, a.notes_version, a.answers, a.address, a.latitude, a.longitude, a.cancel_reason, a.cancelled_by, a.cancelled_at, a.cancels_at, a.undo_hold_id, a.closed_at, a.attendance, a.proposed_start_at, a.proposed_end_at, a.answer_by, a.proposals, a.asked_time, a.link_version, a.link_key_id, a.link_random, a.version, a.last_event_at, a.created_at, a.updated_at, a.series_id, a.series_index, a.group_id, a.group_index, a.session_id, a.seats, CASE WHEN a.session_id IS NULL THEN ( SELECT json_agg(DISTINCT jsonb_build_object('id', d.id, 'name', d.name, 'kind', d.kind)) FROM allocation k JOIN resource_detail d ON d.company_id = $1 AND d.id = k.resource_id WHERE k.company_id = $1 AND k.appointment_id = a.id AND k.active AND NOT k.lead) WHEN a.status <> 'cancelled' THEN ( SELECT json_agg(DISTINCT jsonb_build_object('id', d.id, 'name', d.name, 'kind', d.kind)) FROM allocation k JOIN resource_detail d ON d.company_id = $1 AND d.id = k.resource_id WHERE k.company_id = $1 AND k.session_id = a.session_id AND k.active AND NOT k.lead) END AS resources FROM appointment a JOIN appointment_type t ON t.company_id = a.company_id AND t.id = a.appointment_type_id JOIN provider p ON p.company_id = a.company_id AND p.id = a.provider_id JOIN location l ON l.company_id = a.company_id AND l.id = a.location_id WHERE a.company_id = $1 AND a.id = $2;
SELECT a.id, a.customer_id, a.appointment_type_id, t.name AS type_name, t.place, a.scheduling_request_id, a.provider_id, p.name AS provider_name, CASE WHEN a.crew IS NOT NULL THEN ( SELECT json_agg(json_build_object('id', q.id, 'name', q.name) ORDER BY array_position(a.crew, q.id)) FROM provider q WHERE q.company_id = $1 AND q.id = ANY (a.crew)) END AS crew, CASE WHEN a.crew IS NOT NULL AND a.status IN ('scheduled', 'pending') THEN EXISTS ( SELECT 1 FROM allocation k JOIN provider q ON q.company_id = k.company_id AND q.id = k.resource_id WHERE k.company_id = $1 AND k.appointment_id = a.id AND k.active AND (NOT q.active OR EXISTS ( SELECT 1 FROM time_off f WHERE f.company_id = $1 AND f.provider_id = q.id AND f.start_minute < k.job_end_minute AND f.end_minute > k.job_start_minute))) ELSE false END AS understaffed, a.location_id, l.name AS location_name, a.status, a.start_at, a.end_at, a.blocks, a.timezone, a.clock_offsets, a.duration_option, a.work_minutes, a.planned_start_at, a.pinned, a.keeps_provider, a.narrowed_start_at, a.narrowed_end_at, a.on_the_way_at, a.expected_at, a.arrived_at, a.no_show_reason, a.notice_waived, a.texts_declined, a.booked_by, a.notes, a.external_ref, a.metadata, a.notes_version, a.answers, a.address, a.latitude, a.longitude, a.cancel_reason, a.cancelled_by, a.cancelled_at, a.cancels_at, a.undo_hold_id, a.closed_at, a.attendance, a.proposed_start_at, a.proposed_end_at, a.answer_by, a.proposals, a.asked_time, a.link_version, a.link_key_id, a.link_random, a.version, a.last_event_at, a.created_at, a.updated_at, a.series_id, a.series_index, a.group_id, a.group_index, a.session_id, a.seats, CASE WHEN a.session_id IS NULL THEN ( SELECT json_agg(DISTINCT jsonb_build_object('id', d.id, 'name', d.name, 'kind', d.kind)) FROM allocation k JOIN resource_detail d ON d.company_id = $1 AND d.id = k.resource_id WHERE k.company_id = $1 AND k.appointment_id = a.id AND k.active AND NOT k.lead) WHEN a.status <> 'cancelled' THEN ( SELECT json_agg(DISTINCT jsonb_build_object('id', d.id, 'name', d.name, 'kind', d.kind)) FROM allocation k JOIN resource_detail d ON d.company_id = $1 AND d.id = k.resource_id WHERE k.company_id = $1 AND k.session_id = a.session_id AND k.active AND NOT k.lead) END AS resources FROM appointment a JOIN appointment_type t ON t.company_id = a.company_id AND t.id = a.appointment_type_id JOIN provider p ON p.company_id = a.company_id AND p.id = a.provider_id JOIN location l ON l.company_id = a.company_id AND l.id = a.location_id WHERE a.company_id = $1 AND a.id = ANY ($2::bigint[]) ORDER BY a.id;
SELECT a.id, a.customer_id, a.appointment_type_id, t.name AS type_name, t.place, a.scheduling_request_id, a.provider_id, p.name AS provider_name, CASE WHEN a.crew IS NOT NULL THEN ( SELECT json_agg(json_build_object('id', q.id, 'name', q.name) ORDER BY array_position(a.crew, q.id)) FROM provider q WHERE q.company_id = $1 AND q.id = ANY (a.crew)) END AS crew, CASE WHEN a.crew IS NOT NULL AND a.status IN ('scheduled', 'pending') THEN EXISTS ( SELECT 1 FROM allocation k JOIN provider q ON q.company_id = k.company_id AND q.id = k.resource_id WHERE k.company_id = $1 AND k.appointment_id = a.id AND k.active AND (NOT q.active OR EXISTS ( SELECT 1 FROM time_off f WHERE f.company_id = $1 AND f.provider_id = q.id AND f.start_minute < k.job_end_minute AND f.end_minute > k.job_start_minute))) ELSE false END AS understaffed, a.location_id, l.name AS location_name, a.status, a.start_at, a.end_at, a.blocks, a.timezone, a.clock_offsets, a.duration_option, a.work_minutes, a.planned_start_at, a.pinned, a.keeps_provider, a.narrowed_start_at, a.narrowed_end_at, a.on_the_way_at, a.expected_at, a.arrived_at, a.no_show_reason, a.notice_waived, a.texts_declined, a.booked_by, a.notes, a.external_ref, a.metadata, a.notes_version, a.answers, a.address, a.latitude, a.longitude, a.cancel_reason, a.cancelled_by, a.cancelled_at, a.cancels_at, a.undo_hold_id, a.closed_at, a.attendance, a.proposed_start_at, a.proposed_end_at, a.answer_by, a.proposals, a.asked_time, a.link_version, a.link_key_id, a.link_random, a.version, a.last_event_at, a.created_at, a.updated_at, a.series_id, a.series_index, a.group_id, a.group_index, a.session_id, a.seats, CASE WHEN a.session_id IS NULL THEN ( SELECT json_agg(DISTINCT jsonb_build_object('id', d.id, 'name', d.name, 'kind', d.kind)) FROM allocation k JOIN resource_detail d ON d.company_id = $1 AND d.id = k.resource_id WHERE k.company_id = $1 AND k.appointment_id = a.id AND k.active AND NOT k.lead) WHEN a.status <> 'cancelled' THEN ( SELECT json_agg(DISTINCT jsonb_build_object('id', d.id, 'name', d.name, 'kind', d.kind)) FROM allocation k JOIN resource_detail d ON d.company_id = $1 AND d.id = k.resource_id WHERE k.company_id = $1 AND k.session_id = a.session_id AND k.active AND NOT k.lead) END AS resources FROM appointment a JOIN appointment_type t ON t.company_id = a.company_id AND t.id = a.appointment_type_id JOIN provider p ON p.company_id = a.company_id AND p.id = a.provider_id JOIN location l ON l.company_id = a.company_id AND l.id = a.location_id WHERE a.company_id = $1 AND a.scheduling_request_id = $2 AND a.status <> 'cancelled';
SELECT a.id, a.customer_id, a.appointment_type_id, t.name AS type_name, t.place, a.scheduling_request_id, a.provider_id, p.name AS provider_name, CASE WHEN a.crew IS NOT NULL THEN ( SELECT json_agg(json_build_object('id', q.id, 'name', q.name) ORDER BY array_position(a.crew, q.id)) FROM provider q WHERE q.company_id = $1 AND q.id = ANY (a.crew)) END AS crew, CASE WHEN a.crew IS NOT NULL AND a.status IN ('scheduled', 'pending') THEN EXISTS ( SELECT 1 FROM allocation k JOIN provider q ON q.company_id = k.company_id AND q.id = k.resource_id WHERE k.company_id = $1 AND k.appointment_id = a.id AND k.active AND (NOT q.active OR EXISTS ( SELECT 1 FROM time_off f WHERE f.company_id = $1 AND f.provider_id = q.id AND f.start_minute < k.job_end_minute AND f.end_minute > k.job_start_minute))) ELSE false END AS understaffed, a.location_id, l.name AS location_name, a.status, a.start_at, a.end_at, a.blocks, a.timezone, a.clock_offsets, a.duration_option, a.work_minutes, a.planned_start_at, a.pinned, a.keeps_provider, a.narrowed_start_at, a.narrowed_end_at, a.on_the_way_at, a.expected_at, a.arrived_at, a.no_show_reason, a.notice_waived, a.texts_declined, a.booked_by, a.notes, a.external_ref, a.metadata, a.notes_version, a.answers, a.address, a.latitude, a.longitude, a.cancel_reason, a.cancelled_by, a.cancelled_at, a.cancels_at, a.undo_hold_id, a.closed_at, a.attendance, a.proposed_start_at, a.proposed_end_at, a.answer_by, a.proposals, a.asked_time, a.link_version, a.link_key_id, a.link_random, a.version, a.last_event_at, a.created_at, a.updated_at, a.series_id, a.series_index, a.group_id, a.group_index, a.session_id, a.seats, CASE WHEN a.session_id IS NULL THEN ( SELECT json_agg(DISTINCT jsonb_build_object('id', d.id, 'name', d.name, 'kind', d.kind)) FROM allocation k JOIN resource_detail d ON d.company_id = $1 AND d.id = k.resource_id WHERE k.company_id = $1 AND k.appointment_id = a.id AND k.active AND NOT k.lead) WHEN a.status <> 'cancelled' THEN ( SELECT json_agg(DISTINCT jsonb_build_object('id', d.id, 'name', d.name, 'kind', d.kind)) FROM allocation k JOIN resource_detail d ON d.company_id = $1 AND d.id = k.resource_id WHERE k.company_id = $1 AND k.session_id = a.session_id AND k.active AND NOT k.lead) END AS resources FROM appointment a JOIN appointment_type t ON t.company_id = a.company_id AND t.id = a.appointment_type_id JOIN provider p ON p.company_id = a.company_id AND p.id = a.provider_id JOIN location l ON l.company_id = a.company_id AND l.id = a.location_id WHERE a.company_id = $1 AND a.customer_id = $2 AND a.scheduling_request_id = $3 AND a.status = 'cancelled' ORDER BY a.id DESC LIMIT 1;
SELECT location_id FROM appointment WHERE company_id = $1 AND customer_id = $2 AND status IN ('scheduled', 'completed') AND start_at <= $3 ORDER BY start_at DESC LIMIT 1;
SELECT a.id, a.customer_id, a.appointment_type_id, t.name AS type_name, t.place, a.scheduling_request_id, a.provider_id, p.name AS provider_name, CASE WHEN a.crew IS NOT NULL THEN ( SELECT json_agg(json_build_object('id', q.id, 'name', q.name) ORDER BY array_position(a.crew, q.id)) FROM provider q WHERE q.company_id = $1 AND q.id = ANY (a.crew)) END AS crew, CASE WHEN a.crew IS NOT NULL AND a.status IN ('scheduled', 'pending') THEN EXISTS ( SELECT 1 FROM allocation k JOIN provider q ON q.company_id = k.company_id AND q.id = k.resource_id WHERE k.company_id = $1 AND k.appointment_id = a.id AND k.active AND (NOT q.active OR EXISTS ( SELECT 1 FROM time_off f WHERE f.company_id = $1 AND f.provider_id = q.id AND f.start_minute < k.job_end_minute AND f.end_minute > k.job_start_minute))) ELSE false END AS understaffed, a.location_id, l.name AS location_name, a.status, a.start_at, a.end_at, a.blocks, a.timezone, a.clock_offsets, a.duration_option, a.work_minutes, a.planned_start_at, a.pinned, a.keeps_provider, a.narrowed_start_at, a.narrowed_end_at, a.on_the_way_at, a.expected_at, a.arrived_at, a.no_show_reason, a.notice_waived, a.texts_declined, a.booked_by, a.notes, a.external_ref, a.metadata, a.notes_version, a.answers, a.address, a.latitude, a.longitude, a.cancel_reason, a.cancelled_by, a.cancelled_at, a.cancels_at, a.undo_hold_id, a.closed_at, a.attendance, a.proposed_start_at, a.proposed_end_at, a.answer_by, a.proposals, a.asked_time, a.link_version, a.link_key_id, a.link_random, a.version, a.last_event_at, a.created_at, a.updated_at, a.series_id, a.series_index, a.group_id, a.group_index, a.session_id, a.seats, CASE WHEN a.session_id IS NULL THEN ( SELECT json_agg(DISTINCT jsonb_build_object('id', d.id, 'name', d.name, 'kind', d.kind)) FROM allocation k JOIN resource_detail d ON d.company_id = $1 AND d.id = k.resource_id WHERE k.company_id = $1 AND k.appointment_id = a.id AND k.active AND NOT k.lead) WHEN a.status <> 'cancelled' THEN ( SELECT json_agg(DISTINCT jsonb_build_object('id', d.id, 'name', d.name, 'kind', d.kind)) FROM allocation k JOIN resource_detail d ON d.company_id = $1 AND d.id = k.resource_id WHERE k.company_id = $1 AND k.session_id = a.session_id AND k.active AND NOT k.lead) END AS resources FROM appointment a JOIN appointment_type t ON t.company_id = a.company_id AND t.id = a.appointment_type_id JOIN provider p ON p.company_id = a.company_id AND p.id = a.provider_id JOIN location l ON l.company_id = a.company_id AND l.id = a.location_id WHERE a.company_id = $1 AND a.customer_id = $2 AND a.status IN ('scheduled', 'pending') AND a.end_at > $3 ORDER BY a.start_at, a.id LIMIT $4;
SELECT a.id, a.customer_id, a.appointment_type_id, t.name AS type_name, t.place, a.scheduling_request_id, a.provider_id, p.name AS provider_name, CASE WHEN a.crew IS NOT NULL THEN ( SELECT json_agg(json_build_object('id', q.id, 'name', q.name) ORDER BY array_position(a.crew, q.id)) FROM provider q WHERE q.company_id = $1 AND q.id = ANY (a.crew)) END AS crew, CASE WHEN a.crew IS NOT NULL AND a.status IN ('scheduled', 'pending') THEN EXISTS ( SELECT 1 FROM allocation k JOIN provider q ON q.company_id = k.company_id AND q.id = k.resource_id WHERE k.company_id = $1 AND k.appointment_id = a.id AND k.active AND (NOT q.active OR EXISTS ( SELECT 1 FROM time_off f WHERE f.company_id = $1 AND f.provider_id = q.id AND f.start_minute < k.job_end_minute AND f.end_minute > k.job_start_minute))) ELSE false END AS understaffed, a.location_id, l.name AS location_name, a.status, a.start_at, a.end_at, a.blocks, a.timezone, a.clock_offsets, a.duration_option, a.work_minutes, a.planned_start_at, a.pinned, a.keeps_provider, a.narrowed_start_at, a.narrowed_end_at, a.on_the_way_at, a.expected_at, a.arrived_at, a.no_show_reason, a.notice_waived, a.texts_declined, a.booked_by, a.notes, a.external_ref, a.metadata, a.notes_version, a.answers, a.address, a.latitude, a.longitude, a.cancel_reason, a.cancelled_by, a.cancelled_at, a.cancels_at, a.undo_hold_id, a.closed_at, a.attendance, a.proposed_start_at, a.proposed_end_at, a.answer_by, a.proposals, a.asked_time, a.link_version, a.link_key_id, a.link_random, a.version, a.last_event_at, a.created_at, a.updated_at, a.series_id, a.series_index, a.group_id, a.group_index, a.session_id, a.seats, CASE WHEN a.session_id IS NULL THEN ( SELECT json_agg(DISTINCT jsonb_build_object('id', d.id, 'name', d.name, 'kind', d.kind)) FROM allocation k JOIN resource_detail d ON d.company_id = $1 AND d.id = k.resource_id WHERE k.company_id = $1 AND k.appointment_id = a.id AND k.active AND NOT k.lead) WHEN a.status <> 'cancelled' THEN ( SELECT json_agg(DISTINCT jsonb_build_object('id', d.id, 'name', d.name, 'kind', d.kind)) FROM allocation k JOIN resource_detail d ON d.company_id = $1 AND d.id = k.resource_id WHERE k.company_id = $1 AND k.session_id = a.session_id AND k.active AND NOT k.lead) END AS resources FROM appointment a JOIN appointment_type t ON t.company_id = a.company_id AND t.id = a.appointment_type_id JOIN provider p ON p.company_id = a.company_id AND p.id = a.provider_id JOIN location l ON l.company_id = a.company_id AND l.id = a.location_id WHERE a.company_id = $1 AND a.series_id = $2 ORDER BY a.series_index, a.id;
SELECT a.id, a.customer_id, a.appointment_type_id, t.name AS type_name, t.place, a.scheduling_request_id, a.provider_id, p.name AS provider_name, CASE WHEN a.crew IS NOT NULL THEN ( SELECT json_agg(json_build_object('id', q.id, 'name', q.name) ORDER BY array_position(a.crew, q.id)) FROM provider q WHERE q.company_id = $1 AND q.id = ANY (a.crew)) END AS crew, CASE WHEN a.crew IS NOT NULL AND a.status IN ('scheduled', 'pending') THEN EXISTS ( SELECT 1 FROM allocation k JOIN provider q ON q.company_id = k.company_id AND q.id = k.resource_id WHERE k.company_id = $1 AND k.appointment_id = a.id AND k.active AND (NOT q.active OR EXISTS ( SELECT 1 FROM time_off f WHERE f.company_id = $1 AND f.provider_id = q.id AND f.start_minute < k.job_end_minute AND f.end_minute > k.job_start_minute))) ELSE false END AS understaffed, a.location_id, l.name AS location_name, a.status, a.start_at, a.end_at, a.blocks, a.timezone, a.clock_offsets, a.duration_option, a.work_minutes, a.planned_start_at, a.pinned, a.keeps_provider, a.narrowed_start_at, a.narrowed_end_at, a.on_the_way_at, a.expected_at, a.arrived_at, a.no_show_reason, a.notice_waived, a.texts_declined, a.booked_by, a.notes, a.external_ref, a.metadata, a.notes_version, a.answers, a.address, a.latitude, a.longitude, a.cancel_reason, a.cancelled_by, a.cancelled_at, a.cancels_at, a.undo_hold_id, a.closed_at, a.attendance, a.proposed_start_at, a.proposed_end_at, a.answer_by, a.proposals, a.asked_time, a.link_version, a.link_key_id, a.link_random, a.version, a.last_event_at, a.created_at, a.updated_at, a.series_id, a.series_index, a.group_id, a.group_index, a.session_id, a.seats, CASE WHEN a.session_id IS NULL THEN ( SELECT json_agg(DISTINCT jsonb_build_object('id', d.id, 'name', d.name, 'kind', d.kind)) FROM allocation k JOIN resource_detail d ON d.company_id = $1 AND d.id = k.resource_id WHERE k.company_id = $1 AND k.appointment_id = a.id AND k.active AND NOT k.lead) WHEN a.status <> 'cancelled' THEN ( SELECT json_agg(DISTINCT jsonb_build_object('id', d.id, 'name', d.name, 'kind', d.kind)) FROM allocation k JOIN resource_detail d ON d.company_id = $1 AND d.id = k.resource_id WHERE k.company_id = $1 AND k.session_id = a.session_id AND k.active AND NOT k.lead) END AS resources FROM appointment a JOIN appointment_type t ON t.company_id = a.company_id AND t.id = a.appointment_type_id JOIN provider p ON p.company_id = a.company_id AND p.id = a.provider_id JOIN location l ON l.company_id = a.company_id AND l.id = a.location_id WHERE a.company_id = $1 AND a.group_id = $2 ORDER BY a.group_index;
SELECT appointment_type_id, created_at FROM appointment WHERE company_id = $1 AND customer_id = $2 AND appointment_type_id = ANY ($3::bigint[]) AND created_at >= $4 AND status IN ('scheduled', 'pending');
SELECT a.id, a.customer_id, a.appointment_type_id, t.name AS type_name, t.place, a.scheduling_request_id, a.provider_id, p.name AS provider_name, CASE WHEN a.crew IS NOT NULL THEN ( SELECT json_agg(json_build_object('id', q.id, 'name', q.name) ORDER BY array_position(a.crew, q.id)) FROM provider q WHERE q.company_id = $1 AND q.id = ANY (a.crew)) END AS crew, CASE WHEN a.crew IS NOT NULL AND a.status IN ('scheduled', 'pending') THEN EXISTS ( SELECT 1 FROM allocation k JOIN provider q ON q.company_id = k.company_id AND q.id = k.resource_id WHERE k.company_id = $1 AND k.appointment_id = a.id AND k.active AND (NOT q.active OR EXISTS ( SELECT 1 FROM time_off f WHERE f.company_id = $1 AND f.provider_id = q.id AND f.start_minute < k.job_end_minute AND f.end_minute > k.job_start_minute))) ELSE false END AS understaffed, a.location_id, l.name AS location_name, a.status, a.start_at, a.end_at, a.blocks, a.timezone, a.clock_offsets, a.duration_option, a.work_minutes, a.planned_start_at, a.pinned, a.keeps_provider, a.narrowed_start_at, a.narrowed_end_at, a.on_the_way_at, a.expected_at, a.arrived_at, a.no_show_reason, a.notice_waived, a.texts_declined, a.booked_by, a.notes, a.external_ref, a.metadata, a.notes_version, a.answers, a.address, a.latitude, a.longitude, a.cancel_reason, a.cancelled_by, a.cancelled_at, a.cancels_at, a.undo_hold_id, a.closed_at, a.attendance, a.proposed_start_at, a.proposed_end_at, a.answer_by, a.proposals, a.asked_time, a.link_version, a.link_key_id, a.link_random, a.version, a.last_event_at, a.created_at, a.updated_at, a.series_id, a.series_index, a.group_id, a.group_index, a.session_id, a.seats, CASE WHEN a.session_id IS NULL THEN ( SELECT json_agg(DISTINCT jsonb_build_object('id', d.id, 'name', d.name, 'kind', d.kind)) FROM allocation k JOIN resource_detail d ON d.company_id = $1 AND d.id = k.resource_id WHERE k.company_id = $1 AND k.appointment_id = a.id AND k.active AND NOT k.lead) WHEN a.status <> 'cancelled' THEN ( SELECT json_agg(DISTINCT jsonb_build_object('id', d.id, 'name', d.name, 'kind', d.kind)) FROM allocation k JOIN resource_detail d ON d.company_id = $1 AND d.id = k.resource_id WHERE k.company_id = $1 AND k.session_id = a.session_id AND k.active AND NOT k.lead) END AS resources FROM appointment a JOIN appointment_type t ON t.company_id = a.company_id AND t.id = a.appointment_type_id JOIN provider p ON p.company_id = a.company_id AND p.id = a.provider_id JOIN location l ON l.company_id = a.company_id AND l.id = a.location_id WHERE a.company_id = $1 AND a.session_id = $2 AND a.status = 'scheduled' ORDER BY a.id;
SELECT a.id, a.customer_id, a.appointment_type_id, t.name AS type_name, t.place, a.scheduling_request_id, a.provider_id, p.name AS provider_name, CASE WHEN a.crew IS NOT NULL THEN ( SELECT json_agg(json_build_object('id', q.id, 'name', q.name) ORDER BY array_position(a.crew, q.id)) FROM provider q WHERE q.company_id = $1 AND q.id = ANY (a.crew)) END AS crew, CASE WHEN a.crew IS NOT NULL AND a.status IN ('scheduled', 'pending') THEN EXISTS ( SELECT 1 FROM allocation k JOIN provider q ON q.company_id = k.company_id AND q.id = k.resource_id WHERE k.company_id = $1 AND k.appointment_id = a.id AND k.active AND (NOT q.active OR EXISTS ( SELECT 1 FROM time_off f WHERE f.company_id = $1 AND f.provider_id = q.id AND f.start_minute < k.job_end_minute AND f.end_minute > k.job_start_minute))) ELSE false END AS understaffed, a.location_id, l.name AS location_name, a.status, a.start_at, a.end_at, a.blocks, a.timezone, a.clock_offsets, a.duration_option, a.work_minutes, a.planned_start_at, a.pinned, a.keeps_provider, a.narrowed_start_at, a.narrowed_end_at, a.on_the_way_at, a.expected_at, a.arrived_at, a.no_show_reason, a.notice_waived, a.texts_declined, a.booked_by, a.notes, a.external_ref, a.metadata, a.notes_version, a.answers, a.address, a.latitude, a.longitude, a.cancel_reason, a.cancelled_by, a.cancelled_at, a.cancels_at, a.undo_hold_id, a.closed_at, a.attendance, a.proposed_start_at, a.proposed_end_at, a.answer_by, a.proposals, a.asked_time, a.link_version, a.link_key_id, a.link_random, a.version, a.last_event_at, a.created_at, a.updated_at, a.series_id, a.series_index, a.group_id, a.group_index, a.session_id, a.seats, CASE WHEN a.session_id IS NULL THEN ( SELECT json_agg(DISTINCT jsonb_build_object('id', d.id, 'name', d.name, 'kind', d.kind)) FROM allocation k JOIN resource_detail d ON d.company_id = $1 AND d.id = k.resource_id WHERE k.company_id = $1 AND k.appointment_id = a.id AND k.active AND NOT k.lead) WHEN a.status <> 'cancelled' THEN ( SELECT json_agg(DISTINCT jsonb_build_object('id', d.id, 'name', d.name, 'kind', d.kind)) FROM allocation k JOIN resource_detail d ON d.company_id = $1 AND d.id = k.resource_id WHERE k.company_id = $1 AND k.session_id = a.session_id AND k.active AND NOT k.lead) END AS resources FROM appointment a JOIN appointment_type t ON t.company_id = a.company_id AND t.id = a.appointment_type_id JOIN provider p ON p.company_id = a.company_id AND p.id = a.provider_id JOIN location l ON l.company_id = a.company_id AND l.id = a.location_id WHERE a.company_id = $1 AND ($2::text[] IS NULL OR a.status = ANY ($2)) AND ($3::bigint IS NULL OR a.provider_id = $3 OR $3 = ANY (a.crew)) AND ($4::bigint IS NULL OR a.customer_id = $4) AND ($5::bigint IS NULL OR a.location_id = $5) AND ($6::timestamptz IS NULL OR a.start_at >= $6) AND ($7::timestamptz IS NULL OR a.start_at < $7) AND ($8::timestamptz IS NULL OR a.updated_at >= $8) AND ($9::timestamptz IS NULL OR (a.start_at, a.id) > ($9, $10::bigint)) AND ($12::text IS NULL OR a.attendance = $12) AND ($13::bigint IS NULL OR a.series_id = $13) AND ($14::bigint IS NULL OR a.group_id = $14) AND ($15::bigint IS NULL OR a.session_id = $15)?? ORDER BY a.start_at, a.id LIMIT $11;
INSERT INTO appointment (company_id, id, customer_id, appointment_type_id, scheduling_request_id, provider_id, location_id, start_at, end_at, blocks, timezone, duration_option, booked_by, notes, address, latitude, longitude, version, last_event_at, created_at, updated_at, link_key_id, clock_offsets, link_random, answers, series_id, series_index, status, answer_by, work_minutes, planned_start_at, keeps_provider, crew, group_id, group_index, narrowed_start_at, narrowed_end_at, session_id, seats, external_ref, metadata) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, 1, $18, $18, $18, $19, $20, $21, $22, $23, $24, $25, $26, $27, $28, $29, $30, $31, $32, $33, $34, $35, $36, $37, $38);
UPDATE appointment SET status = $3, start_at = $4, end_at = $5, blocks = $6, timezone = $7, address = $8, latitude = $9, longitude = $10, cancel_reason = $11, cancelled_by = $12, cancelled_at = $13, version = $14, last_event_at = $15, updated_at = $16, provider_id = $17, location_id = $18, clock_offsets = $19, cancels_at = $20, closed_at = $21, attendance = $22, proposed_start_at = $23, proposed_end_at = $24, duration_option = $25, answer_by = $26, proposals = $27, asked_time = $28, work_minutes = $29, planned_start_at = $30, pinned = $31, keeps_provider = $32, crew = $33, narrowed_start_at = $34, narrowed_end_at = $35, on_the_way_at = $36, expected_at = $37, session_id = $38, seats = $39, arrived_at = $40, no_show_reason = $41, undo_hold_id = $42 WHERE company_id = $1 AND id = $2;
UPDATE appointment SET undo_hold_id = NULL, updated_at = $4 WHERE company_id = $1 AND id = ANY ($2::bigint[]) AND undo_hold_id = $3;
UPDATE appointment SET cancels_at = $3, cancel_reason = $4, updated_at = $5 WHERE company_id = $1 AND id = $2;
UPDATE appointment SET attendance = $3, last_event_at = $4, updated_at = $5 WHERE company_id = $1 AND id = $2;
UPDATE appointment SET pinned = $3, narrowed_start_at = $4, narrowed_end_at = $5, on_the_way_at = $6, expected_at = $7, updated_at = $8, arrived_at = $9, last_event_at = $10 WHERE company_id = $1 AND id = $2;
UPDATE appointment SET proposed_start_at = $3, proposed_end_at = $4, updated_at = $5 WHERE company_id = $1 AND id = $2;
UPDATE appointment SET notes = $3, answers = $4, updated_at = $5, external_ref = $6, metadata = $7 WHERE company_id = $1 AND id = $2;
UPDATE appointment SET texts_declined = $3 WHERE company_id = $1 AND id = ANY ($2::bigint[]);
UPDATE appointment SET link_version = $3, link_key_id = $4, updated_at = $5, link_random = $6 WHERE company_id = $1 AND id = $2;

-- service/ledger/calendar-readings.sql.ts
SELECT coalesce(max(t.booking_window_days), 60) AS days FROM provider_type o JOIN appointment_type t ON t.company_id = $1 AND t.id = o.appointment_type_id AND t.archived_at IS NULL WHERE o.company_id = $1 AND o.provider_id = $2;
UPDATE provider_calendar SET last_read_at = $3, failing_since = NULL, problem = NULL WHERE company_id = $1 AND id = $2 AND disconnected_at IS NULL;
UPDATE provider_calendar SET last_read_at = $3, failing_since = NULL, problem = NULL, read_version = $4, read_until_minute = $5, unclear = $6 WHERE company_id = $1 AND id = $2 AND disconnected_at IS NULL RETURNING 1;
WITH provider_of AS ( SELECT p.name FROM provider_calendar k JOIN provider p ON p.company_id = $1 AND p.id = k.provider_id WHERE k.company_id = $1 AND k.id = $2) UPDATE provider_calendar SET problem = $3, failing_since = coalesce(failing_since, $4) WHERE company_id = $1 AND id = $2 AND disconnected_at IS NULL RETURNING failing_since AS "failingSince", (SELECT name FROM provider_of) AS provider;
SELECT month, busy, fresh FROM calendar_busy WHERE company_id = $1 AND provider_id = $2 AND calendar_id = $3 ORDER BY month;
DELETE FROM calendar_busy WHERE company_id = $1 AND provider_id = $2 AND calendar_id = $3 AND month <> ALL ($4::int[]);
INSERT INTO calendar_busy AS b (company_id, provider_id, calendar_id, month, busy, fresh) SELECT $1, $2, $3, n.month, n.busy, n.fresh FROM unnest($4::int[], $5::bytea[], $6::bytea[]) AS n (month, busy, fresh) ON CONFLICT (company_id, provider_id, month, calendar_id) DO UPDATE SET busy = EXCLUDED.busy, fresh = EXCLUDED.fresh;

-- service/ledger/class-sessions.sql.ts
SELECT s.id, s.appointment_type_id, t.name AS type_name, t.place, s.provider_id, p.name AS provider_name, CASE WHEN s.crew IS NOT NULL THEN ( SELECT json_agg(json_build_object('id', q.id, 'name', q.name) ORDER BY array_position(s.crew, q.id)) FROM provider q WHERE q.company_id = $1 AND q.id = ANY (s.crew)) END AS crew, s.location_id, l.name AS location_name, s.start_at, s.end_at, s.timezone, s.clock_offset, s.seats, s.seats_taken, s.status, (SELECT json_agg(json_build_object('id', d.id, 'name', d.name, 'kind', d.kind) ORDER BY d.id) FROM allocation k JOIN resource_detail d ON d.company_id = $1 AND d.id = k.resource_id WHERE k.company_id = $1 AND k.session_id = s.id AND k.active AND NOT k.lead) AS resources, s.repeat_id, s.cancel_reason, s.cancelled_at, s.version, s.created_at, s.updated_at FROM class_session s JOIN appointment_type t ON t.company_id = s.company_id AND t.id = s.appointment_type_id JOIN provider p ON p.company_id = s.company_id AND p.id = s.provider_id JOIN location l ON l.company_id = s.company_id AND l.id = s.location_id WHERE s.company_id = $1 AND s.id = $2;
SELECT s.id, s.appointment_type_id, t.name AS type_name, t.place, s.provider_id, p.name AS provider_name, CASE WHEN s.crew IS NOT NULL THEN ( SELECT json_agg(json_build_object('id', q.id, 'name', q.name) ORDER BY array_position(s.crew, q.id)) FROM provider q WHERE q.company_id = $1 AND q.id = ANY (s.crew)) END AS crew, s.location_id, l.name AS location_name, s.start_at, s.end_at, s.timezone, s.clock_offset, s.seats, s.seats_taken, s.status, (SELECT json_agg(json_build_object('id', d.id, 'name', d.name, 'kind', d.kind) ORDER BY d.id) FROM allocation k JOIN resource_detail d ON d.company_id = $1 AND d.id = k.resource_id WHERE k.company_id = $1 AND k.session_id = s.id AND k.active AND NOT k.lead) AS resources, s.repeat_id, s.cancel_reason, s.cancelled_at, s.version, s.created_at, s.updated_at FROM class_session s JOIN appointment_type t ON t.company_id = s.company_id AND t.id = s.appointment_type_id JOIN provider p ON p.company_id = s.company_id AND p.id = s.provider_id JOIN location l ON l.company_id = s.company_id AND l.id = s.location_id WHERE s.company_id = $1 AND ($2::text IS NULL OR s.status = $2) AND ($3::bigint IS NULL OR s.appointment_type_id = $3) AND ($4::bigint IS NULL OR s.provider_id = $4 OR $4 = ANY (s.crew)) AND ($5::bigint IS NULL OR s.location_id = $5) AND ($6::bigint IS NULL OR s.repeat_id = $6) AND ($7::timestamptz IS NULL OR s.start_at >= $7) AND ($8::timestamptz IS NULL OR s.start_at < $8) AND ($9::timestamptz IS NULL OR (s.start_at, s.id) > ($9, $10::bigint))? ORDER BY s.start_at, s.id LIMIT $11;
SELECT a.id AS appointment_id, a.customer_id, trim(c.first_name || ' ' || c.last_name) AS customer_name, p.phone AS customer_phone, c.warning AS customer_warning, a.seats, a.status, a.attendance, a.notes FROM appointment a JOIN customer c ON c.company_id = a.company_id AND c.id = a.customer_id LEFT JOIN contact p ON p.company_id = c.company_id AND p.customer_id = c.id AND p.is_primary WHERE a.company_id = $1 AND a.session_id = $2 AND a.status <> 'cancelled' ORDER BY c.first_name, c.last_name, a.id;
INSERT INTO class_session (company_id, id, appointment_type_id, provider_id, crew, location_id, start_at, end_at, timezone, seats, status, repeat_id, created_at, updated_at, clock_offset) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 'scheduled', $11, $12, $12, $13);
UPDATE class_session SET provider_id = $3, crew = $4, location_id = $5, start_at = $6, end_at = $7, timezone = $8, seats = $9, status = $10, cancel_reason = $11, cancelled_at = $12, version = $13, updated_at = $14, clock_offset = $15 WHERE company_id = $1 AND id = $2;

-- service/ledger/explained-schedules.sql.ts
SELECT headOf(?), p.id, p.active, planOf(?), EXISTS (SELECT 1 FROM provider_type WHERE company_id = $1 AND provider_id = p.id AND appointment_type_id = $2) AS offers_type, (SELECT json_agg(json_build_array(f.id, f.start_minute, f.end_minute, 1000 * date_part('epoch', f.created_at)) ORDER BY f.start_minute, f.id) FROM time_off f WHERE f.company_id = $1 AND f.provider_id = p.id AND f.end_minute > b.hours_from AND f.start_minute < b.until) AS time_off_rows, (SELECT json_agg(json_build_array(coalesce(k.appointment_id, k.hold_id, k.session_id), k.start_minute, k.end_minute, k.job_start_minute, k.job_end_minute, 1000 * date_part('epoch', k.written_at), EXISTS (SELECT 1 FROM appointment w WHERE w.company_id = $1 AND w.id = k.appointment_id AND w.status = 'pending'), CASE WHEN k.hold_id IS NOT NULL THEN 'hold' WHEN k.session_id IS NOT NULL THEN 'class_session' ELSE 'appointment' END, (SELECT 1000 * date_part('epoch', w.last_event_at) FROM appointment w WHERE w.company_id = $1 AND w.id = k.appointment_id AND w.work_minutes IS NOT NULL)) ORDER BY k.start_minute) FROM allocation k WHERE k.company_id = $1 AND k.resource_id = p.id AND k.active AND k.start_minute >= b.busy_from - 4320 AND k.start_minute < b.until AND k.end_minute > b.busy_from AND ?) AS appointment_rows, (SELECT json_agg(json_build_array(y.calendar_id, encode(y.busy, 'hex'), encode(y.fresh, 'hex')) ORDER BY y.calendar_id, y.month) FROM calendar_busy y WHERE y.company_id = $1 AND y.provider_id = p.id AND y.month BETWEEN b.busy_from / ? AND b.until / ?) AS calendar_rows, (SELECT json_agg(l) FROM ( SELECT id, name, timezone, latitude, longitude, service_area, address, active, isLocationOfType(?) AS "isOfType" FROM location WHERE company_id = $1 AND archived_at IS NULL AND CASE WHEN coalesce($6::bigint, r.location_id) IS NOT NULL THEN id = coalesce($6::bigint, r.location_id) ELSE id IN (SELECT h.location_id FROM weekly_hours h WHERE h.company_id = $1 AND h.provider_id = p.id UNION SELECT o.location_id FROM date_override o WHERE o.company_id = $1 AND o.provider_id = p.id AND o.day BETWEEN $7::int - 10 AND b.until / ? + 1) END ORDER BY id) l) AS explained_locations ? LEFT JOIN provider p ON p.company_id = $1 AND p.id = $5 AND p.archived_at IS NULL;
SELECT headOf(?), NULL::bigint AS id, NULL::boolean AS active, NULL AS name, NULL::float8 AS start_latitude, NULL::float8 AS start_longitude, NULL::float8 AS max_travel_km, NULL::jsonb AS travel, NULL::json AS hours, NULL::json AS overrides, NULL::bytea AS time_off, NULL::bytea AS busy, NULL::bytea AS calendar_busy, NULL::bytea AS type_starts, NULL::json AS jobs, NULL::json AS team, NULL::boolean AS offers_type, NULL::json AS time_off_rows, NULL::json AS appointment_rows, NULL::json AS calendar_rows, (SELECT json_agg(l) FROM ( SELECT id, name, timezone, latitude, longitude, service_area, address, active, isLocationOfType(?) AS "isOfType" FROM location WHERE company_id = $1 AND archived_at IS NULL AND (coalesce($6::bigint, r.location_id) IS NULL OR id = coalesce($6::bigint, r.location_id)) ORDER BY id) l) AS explained_locations ? UNION ALL SELECT NULL, p.id, p.active, planOf(?), EXISTS (SELECT 1 FROM provider_type WHERE company_id = $1 AND provider_id = p.id AND appointment_type_id = $2) AS offers_type, (SELECT json_agg(json_build_array(f.id, f.start_minute, f.end_minute, 1000 * date_part('epoch', f.created_at)) ORDER BY f.start_minute, f.id) FROM time_off f WHERE f.company_id = $1 AND f.provider_id = p.id AND f.end_minute > b.hours_from AND f.start_minute < b.until) AS time_off_rows, (SELECT json_agg(json_build_array(coalesce(k.appointment_id, k.hold_id, k.session_id), k.start_minute, k.end_minute, k.job_start_minute, k.job_end_minute, 1000 * date_part('epoch', k.written_at), EXISTS (SELECT 1 FROM appointment w WHERE w.company_id = $1 AND w.id = k.appointment_id AND w.status = 'pending'), CASE WHEN k.hold_id IS NOT NULL THEN 'hold' WHEN k.session_id IS NOT NULL THEN 'class_session' ELSE 'appointment' END, (SELECT 1000 * date_part('epoch', w.last_event_at) FROM appointment w WHERE w.company_id = $1 AND w.id = k.appointment_id AND w.work_minutes IS NOT NULL)) ORDER BY k.start_minute) FROM allocation k WHERE k.company_id = $1 AND k.resource_id = p.id AND k.active AND k.start_minute >= b.busy_from - 4320 AND k.start_minute < b.until AND k.end_minute > b.busy_from AND ?) AS appointment_rows, (SELECT json_agg(json_build_array(y.calendar_id, encode(y.busy, 'hex'), encode(y.fresh, 'hex')) ORDER BY y.calendar_id, y.month) FROM calendar_busy y WHERE y.company_id = $1 AND y.provider_id = p.id AND y.month BETWEEN b.busy_from / ? AND b.until / ?) AS calendar_rows, NULL ? CROSS JOIN unnest(ARRAY(SELECT provider_id FROM provider_type WHERE company_id = $1 AND appointment_type_id = $2 AND $5::bigint IS NULL) || $5::bigint) AS offering (provider_id) JOIN provider p ON p.company_id = $1 AND p.id = offering.provider_id AND p.archived_at IS NULL AND (p.active OR p.id = $5) WHERE t.id IS NOT NULL ORDER BY id NULLS FIRST;

-- service/ledger/holds.sql.ts
SELECT id, customer_id, appointment_type_id, provider_id, location_id, start_at, end_at, clock_offset, holder, visitor, network, network_turn, made_by, created_at, expires_at FROM hold WHERE company_id = $1 AND id = $2 AND kind = 'start';
SELECT id, customer_id, appointment_type_id, provider_id, location_id, start_at, end_at, clock_offset, holder, visitor, network, network_turn, made_by, created_at, expires_at FROM hold WHERE company_id = $1 AND holder = $2;
SELECT id, customer_id, appointment_type_id, provider_id, location_id, start_at, end_at, clock_offset, holder, visitor, network, network_turn, made_by, created_at, expires_at FROM hold WHERE company_id = $1 AND (holder = $2 OR visitor = ANY ($3) OR visitor IN ( SELECT $5 || v.id FROM verification_code v WHERE v.company_id = $1 AND v.phone_hash = ANY ($4) AND v.used_at IS NOT NULL)) ORDER BY (holder IS NOT NULL AND holder = $2) DESC, id DESC;
SELECT id, network_turn, expires_at FROM hold WHERE company_id = $1 AND network = ANY ($2) AND id IS DISTINCT FROM $3;
INSERT INTO hold (company_id, id, customer_id, appointment_type_id, provider_id, location_id, start_at, end_at, holder, visitor, network, network_turn, made_by, created_at, expires_at, clock_offset) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16);
INSERT INTO hold (company_id, id, kind, customer_id, appointment_type_id, provider_id, location_id, start_at, end_at, made_by, created_at, expires_at) VALUES ($1, $2, 'undo', $3, $4, $5, $6, $7, $8, $9, $10, $11);
DELETE FROM hold WHERE company_id = $1 AND id = $2;

-- service/ledger/kept-allocations.sql.ts
SELECT resource_id AS "resourceId", lead AS "isLead", pinned AS "isPinned", start_minute AS start, end_minute AS "end", job_start_minute AS "jobStart", job_end_minute AS "jobEnd", part FROM allocation WHERE company_id = $1 AND appointment_id = $2 AND active ORDER BY resource_id, start_minute;

-- service/ledger/plans.sql.ts
UPDATE appointment a SET provider_id = n."providerId", planned_start_at = to_timestamp(n."jobStart" * 60.0), updated_at = $3, crew = nullif(n."crewIds", '{}') FROM jsonb_to_recordset($2::jsonb) AS n("appointmentId" bigint, "providerId" bigint, "crewIds" bigint[], "jobStart" int) WHERE a.company_id = $1 AND a.id = n."appointmentId";
SELECT a.id, a.timezone, a.start_at, c.plan_freeze_minute AS "freezeMinute" FROM appointment a JOIN company c ON c.company_id = $1 WHERE a.company_id = $1 AND a.work_minutes IS NOT NULL AND a.status = 'scheduled' AND a.narrowed_start_at IS NULL AND a.start_at > $2 AND a.start_at < $2::timestamptz + interval '3 days' AND (((a.start_at AT TIME ZONE 'UTC') + a.clock_offsets[1] * interval '1 minute')::date - 1 + (c.plan_freeze_minute - a.clock_offsets[1]) * interval '1 minute') AT TIME ZONE 'UTC' - interval '2 hours' <= $2 ORDER BY (((a.start_at AT TIME ZONE 'UTC') + a.clock_offsets[1] * interval '1 minute')::date - 1 + (c.plan_freeze_minute - a.clock_offsets[1]) * interval '1 minute') AT TIME ZONE 'UTC' - interval '2 hours', a.start_at, a.id LIMIT $3;
SELECT id FROM appointment_type WHERE company_id = $1 AND window_minutes IS NOT NULL AND archived_at IS NULL ORDER BY id;
SELECT a.id, a.customer_id, trim(c.first_name || ' ' || c.last_name) AS customer_name, a.appointment_type_id, t.name AS type_name, a.pinned FROM appointment a JOIN customer c ON c.company_id = $1 AND c.id = a.customer_id JOIN appointment_type t ON t.company_id = $1 AND t.id = a.appointment_type_id WHERE a.company_id = $1 AND a.id = ANY($2::bigint[]);

-- service/ledger/provider-calendars.sql.ts
SELECT mark FROM provider_calendar WHERE company_id = $1 AND provider_id = $2 ORDER BY id LIMIT 1;
INSERT INTO provider_calendar (company_id, id, provider_id, kind, address, writes, timezone, owner_email, settings, mark, created_at, zone_is_set, unanswered_blocks) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) RETURNING id, provider_id, kind, address, writes, timezone, unanswered_blocks, owner_email, problem, unclear, last_read_at, failing_since, created_at;
SELECT id, provider_id, kind, address, writes, timezone, unanswered_blocks, owner_email, problem, unclear, last_read_at, failing_since, created_at FROM provider_calendar WHERE company_id = $1 AND provider_id = $2 AND disconnected_at IS NULL ORDER BY id;
SELECT id, provider_id, writes, timezone, zone_is_set, unanswered_blocks, owner_email, settings, mark, read_version, read_until_minute FROM provider_calendar WHERE company_id = $1 AND id = $2 AND disconnected_at IS NULL;
SELECT 1 FROM provider_calendar WHERE company_id = $1 AND id = $2 AND disconnected_at IS NULL AND problem IS NOT NULL;
UPDATE provider_calendar SET settings = $3 WHERE company_id = $1 AND id = $2 AND disconnected_at IS NULL;
UPDATE provider_calendar SET settings = NULL, disconnected_at = $4, address = '', owner_email = NULL, unclear = NULL WHERE company_id = $1 AND provider_id = $2 AND id = $3 AND disconnected_at IS NULL RETURNING id, provider_id, kind, address, writes, timezone, unanswered_blocks, owner_email, problem, unclear, last_read_at, failing_since, created_at;
DELETE FROM calendar_event WHERE company_id = $1 AND calendar_id = $2;
DELETE FROM calendar_busy WHERE company_id = $1 AND provider_id = $2 AND calendar_id = $3;
SELECT block, remote_id AS "remoteId", etag FROM calendar_event WHERE company_id = $1 AND calendar_id = $2 AND appointment_id = $3 ORDER BY block;
INSERT INTO calendar_event (company_id, calendar_id, appointment_id, block, remote_id, etag) SELECT $1, id, $3, $4, $5, $6 FROM provider_calendar WHERE company_id = $1 AND id = $2 AND disconnected_at IS NULL ON CONFLICT (company_id, calendar_id, appointment_id, block) DO UPDATE SET remote_id = EXCLUDED.remote_id, etag = EXCLUDED.etag;
DELETE FROM calendar_event WHERE company_id = $1 AND calendar_id = $2 AND appointment_id = $3 AND block = $4;

-- service/ledger/resource-plans.sql.ts
SELECT d.id, d.name, d.kind, d.group_name AS "group", d.location_id, d.turnover_minutes, d.hours, (SELECT string_agg(int8send((f.start_minute::bigint << 32) | f.end_minute), '' ORDER BY f.start_minute) FROM resource_time_off f WHERE f.company_id = $1 AND f.resource_id = d.id AND f.end_minute > $3 AND f.start_minute < $4 ) AS time_off, (SELECT json_agg(json_build_array(k.id, k.job_start_minute, k.job_end_minute, k.end_minute, k.pinned, 1000 * date_part('epoch', k.written_at))) FROM allocation k WHERE k.company_id = $1 AND k.resource_id = d.id AND k.active AND k.start_minute >= $3 - 4320 AND k.start_minute < $4 AND k.end_minute > $3 AND CASE WHEN k.appointment_id IS NOT NULL THEN k.appointment_id <> ALL ($5::bigint[]) ELSE k.held_until IS NULL OR (k.held_until > $6::timestamptz AND k.hold_id <> coalesce($7::bigint, 0)) END) AS uses FROM resource_detail d WHERE d.company_id = $1 AND d.group_name = ANY ($2::text[]) AND d.active AND d.archived_at IS NULL ORDER BY d.id;

-- service/ledger/schedules.sql.ts
SELECT a.customer_id, ? AS start, ? AS end FROM appointment a LEFT JOIN allocation k ON k.company_id = $1 AND k.appointment_id = a.id AND k.active AND k.lead AND k.part = 0 JOIN appointment_type z ON z.company_id = $1 AND z.id = a.appointment_type_id AND NOT z.customer_overlap WHERE a.company_id = $1 AND a.customer_id = ANY ($2::bigint[]) AND a.end_at > $3 AND a.start_at < $4 AND (k.id IS NOT NULL OR (a.session_id IS NOT NULL AND a.status <> 'cancelled'));
SELECT headOf(?), NULL::bigint AS id, NULL AS name, NULL::float8 AS start_latitude, NULL::float8 AS start_longitude, NULL::float8 AS max_travel_km, NULL::jsonb AS travel, NULL::json AS hours, NULL::json AS overrides, NULL::bytea AS time_off, NULL::bytea AS busy, NULL::bytea AS calendar_busy, NULL::bytea AS type_starts, NULL::json AS jobs, NULL::json AS team FROM (SELECT name, phone, timezone, locale, accent_color, logo_hash, logo_width, logo_height, embed_origins, thank_you_url, thank_you_text, booking_links_enabled, provider_assignment, travel, distance_unit, linked_gap_minutes, plan_freeze_minute, CASE WHEN public_booking_enabled THEN public_slug END AS page_slug, (SELECT phone FROM channel v WHERE v.company_id = $1 AND v.kind = 'voice' ORDER BY v.id LIMIT 1) AS voice_phone FROM company WHERE company_id = $1) c LEFT JOIN (SELECT id, name, description, price_text, image_hash, active, kind, block_minutes, duration_options, buffer_before_minutes, buffer_after_minutes, slot_interval_minutes, starts, min_notice_minutes, booking_window_days, cancel_notice_minutes, daily_limit, place, provider_choice, skip_short_days, customer_overlap, public_booking, location_ids, questions, questions_version, needs, steps, confirmation, answer_within_minutes, unanswered, window_minutes, seats FROM appointment_type WHERE company_id = $1 AND id = $2 AND archived_at IS NULL) t ON true LEFT JOIN scheduling_request r ON r.company_id = $1 AND r.id = coalesce($4::bigint, 0) CROSS JOIN LATERAL ( SELECT ($7::int - 2) * ? AS busy_from, ($7::int - 10) * ? AS hours_from, ($8::int + 4 + 14 * (coalesce($10::int, cardinality(coalesce(r.block_minutes, t.block_minutes))) - 1)) * ? AS until ) b UNION ALL SELECT NULL, p.id, planOf(?) FROM (SELECT name, phone, timezone, locale, accent_color, logo_hash, logo_width, logo_height, embed_origins, thank_you_url, thank_you_text, booking_links_enabled, provider_assignment, travel, distance_unit, linked_gap_minutes, plan_freeze_minute, CASE WHEN public_booking_enabled THEN public_slug END AS page_slug, (SELECT phone FROM channel v WHERE v.company_id = $1 AND v.kind = 'voice' ORDER BY v.id LIMIT 1) AS voice_phone FROM company WHERE company_id = $1) c LEFT JOIN (SELECT id, name, description, price_text, image_hash, active, kind, block_minutes, duration_options, buffer_before_minutes, buffer_after_minutes, slot_interval_minutes, starts, min_notice_minutes, booking_window_days, cancel_notice_minutes, daily_limit, place, provider_choice, skip_short_days, customer_overlap, public_booking, location_ids, questions, questions_version, needs, steps, confirmation, answer_within_minutes, unanswered, window_minutes, seats FROM appointment_type WHERE company_id = $1 AND id = $2 AND archived_at IS NULL) t ON true LEFT JOIN scheduling_request r ON r.company_id = $1 AND r.id = coalesce($4::bigint, 0) CROSS JOIN LATERAL ( SELECT ($7::int - 2) * ? AS busy_from, ($7::int - 10) * ? AS hours_from, ($8::int + 4 + 14 * (coalesce($10::int, cardinality(coalesce(r.block_minutes, t.block_minutes))) - 1)) * ? AS until ) b CROSS JOIN LATERAL (SELECT CASE WHEN NOT $14::boolean AND t.window_minutes IS NULL THEN coalesce($5::bigint, r.provider_id, CASE WHEN c.provider_assignment = 'per_customer' THEN (SELECT assigned_provider_id FROM customer WHERE company_id = $1 AND id = coalesce($3::bigint, r.customer_id) AND archived_at IS NULL) END) END AS provider_id OFFSET 0) w CROSS JOIN unnest(ARRAY( SELECT provider_id FROM provider_type WHERE company_id = $1 AND appointment_type_id = $2)) AS offering (provider_id) JOIN provider p ON p.company_id = $1 AND p.id = offering.provider_id AND p.active AND (NOT $13::boolean OR p.id = w.provider_id OR (t.needs ->> 'providers')::int > 1) WHERE t.id IS NOT NULL ORDER BY id NULLS FIRST;
SELECT headOf(?), CASE WHEN t.id IS NOT NULL AND p.active AND EXISTS ( SELECT 1 FROM provider_type WHERE company_id = $1 AND provider_id = $5 AND appointment_type_id = $2 ) THEN p.id END AS id, planOf(?) FROM (SELECT name, phone, timezone, locale, accent_color, logo_hash, logo_width, logo_height, embed_origins, thank_you_url, thank_you_text, booking_links_enabled, provider_assignment, travel, distance_unit, linked_gap_minutes, plan_freeze_minute, CASE WHEN public_booking_enabled THEN public_slug END AS page_slug, (SELECT phone FROM channel v WHERE v.company_id = $1 AND v.kind = 'voice' ORDER BY v.id LIMIT 1) AS voice_phone FROM company WHERE company_id = $1) c LEFT JOIN (SELECT id, name, description, price_text, image_hash, active, kind, block_minutes, duration_options, buffer_before_minutes, buffer_after_minutes, slot_interval_minutes, starts, min_notice_minutes, booking_window_days, cancel_notice_minutes, daily_limit, place, provider_choice, skip_short_days, customer_overlap, public_booking, location_ids, questions, questions_version, needs, steps, confirmation, answer_within_minutes, unanswered, window_minutes, seats FROM appointment_type WHERE company_id = $1 AND id = $2 AND archived_at IS NULL) t ON true LEFT JOIN scheduling_request r ON r.company_id = $1 AND r.id = coalesce($4::bigint, 0) CROSS JOIN LATERAL ( SELECT ($7::int - 2) * ? AS busy_from, ($7::int - 10) * ? AS hours_from, ($8::int + 4 + 14 * (coalesce($10::int, cardinality(coalesce(r.block_minutes, t.block_minutes))) - 1)) * ? AS until ) b LEFT JOIN provider p ON p.company_id = $1 AND p.id = $5 AND p.archived_at IS NULL;
SELECT NULL AS head, p.id, planOf(?) FROM (SELECT name, phone, timezone, locale, accent_color, logo_hash, logo_width, logo_height, embed_origins, thank_you_url, thank_you_text, booking_links_enabled, provider_assignment, travel, distance_unit, linked_gap_minutes, plan_freeze_minute, CASE WHEN public_booking_enabled THEN public_slug END AS page_slug, (SELECT phone FROM channel v WHERE v.company_id = $1 AND v.kind = 'voice' ORDER BY v.id LIMIT 1) AS voice_phone FROM company WHERE company_id = $1) c LEFT JOIN (SELECT id, name, description, price_text, image_hash, active, kind, block_minutes, duration_options, buffer_before_minutes, buffer_after_minutes, slot_interval_minutes, starts, min_notice_minutes, booking_window_days, cancel_notice_minutes, daily_limit, place, provider_choice, skip_short_days, customer_overlap, public_booking, location_ids, questions, questions_version, needs, steps, confirmation, answer_within_minutes, unanswered, window_minutes, seats FROM appointment_type WHERE company_id = $1 AND id = $2 AND archived_at IS NULL) t ON true LEFT JOIN scheduling_request r ON r.company_id = $1 AND r.id = coalesce($4::bigint, 0) CROSS JOIN LATERAL ( SELECT ($7::int - 2) * ? AS busy_from, ($7::int - 10) * ? AS hours_from, ($8::int + 4 + 14 * (coalesce($10::int, cardinality(coalesce(r.block_minutes, t.block_minutes))) - 1)) * ? AS until ) b CROSS JOIN unnest(ARRAY( SELECT provider_id FROM provider_type WHERE company_id = $1 AND appointment_type_id = $2 AND ($13::bigint[] IS NULL OR provider_id = ANY ($13)))) AS offering (provider_id) JOIN provider p ON p.company_id = $1 AND p.id = offering.provider_id AND p.active AND p.id IS DISTINCT FROM $5 WHERE t.id IS NOT NULL -- Both are asked of the one alone. AND $3::bigint IS NOT DISTINCT FROM $3 AND $6::bigint IS NOT DISTINCT FROM $6 ORDER BY p.id;
SELECT y.id, y.provider_id, y.writes, 1000 * date_part('epoch', y.last_read_at) AS last_read_at, 1000 * date_part('epoch', y.failing_since) AS failing_since, json_build_object('id', y.id, 'writes', y.writes, 'timezone', y.timezone, 'zone_is_set', y.zone_is_set, 'unanswered_blocks', y.unanswered_blocks, 'owner_email', y.owner_email, 'settings', y.settings, 'mark', y.mark, 'read_version', y.read_version, 'read_until_minute', y.read_until_minute) AS connection FROM provider_calendar y WHERE y.company_id = $1 AND y.disconnected_at IS NULL AND y.provider_id IS DISTINCT FROM $2 AND ($3::bigint[] IS NULL OR y.provider_id = ANY ($3));

-- service/ledger/scheduling-requests.sql.ts
SELECT ?, t.block_minutes AS type_block_minutes FROM scheduling_request r JOIN appointment_type t ON t.company_id = r.company_id AND t.id = r.appointment_type_id WHERE r.company_id = $1 AND r.id = $2;
SELECT ?, t.block_minutes AS type_block_minutes FROM scheduling_request r JOIN appointment_type t ON t.company_id = r.company_id AND t.id = r.appointment_type_id WHERE r.company_id = $1 AND ($2::text[] IS NULL OR r.status = ANY ($2)) AND ($3::bigint[] IS NULL OR r.customer_id = ANY ($3)) AND ($4::bigint IS NULL OR r.appointment_type_id = $4) AND r.id > $5? ORDER BY r.id LIMIT $6;
SELECT ?, t.block_minutes AS type_block_minutes FROM scheduling_request r JOIN appointment_type t ON t.company_id = r.company_id AND t.id = r.appointment_type_id WHERE r.company_id = $1 AND ($2::text[] IS NULL OR r.status = ANY ($2)) AND ($3::bigint[] IS NULL OR r.customer_id = ANY ($3)) AND ($4::bigint IS NULL OR r.appointment_type_id = $4) AND ($5::bigint IS NULL OR r.id < $5)? ORDER BY r.id DESC LIMIT $6;
SELECT ?, t.block_minutes AS type_block_minutes FROM scheduling_request r JOIN appointment_type t ON t.company_id = r.company_id AND t.id = r.appointment_type_id WHERE r.company_id = $1 AND ($2::text[] IS NULL OR r.status = ANY ($2)) AND ($3::bigint[] IS NULL OR r.customer_id = ANY ($3)) AND ($4::bigint IS NULL OR r.appointment_type_id = $4) AND ($5::date IS NULL OR (r.latest_date, r.id) > ($5, $6::bigint))? ORDER BY r.latest_date, r.id LIMIT $7;
SELECT id, customer_id, appointment_type_id, status, earliest_date, latest_date, external_ref, metadata, location_id, provider_id, block_minutes, duration_label, link_version, link_key_id, link_random, version, created_at, updated_at, made_on FROM scheduling_request WHERE company_id = $1 AND customer_id = $2 AND appointment_type_id = $3 AND status = 'open';
INSERT INTO scheduling_request (company_id, customer_id, appointment_type_id, status, earliest_date, latest_date, external_ref, location_id, provider_id, block_minutes, duration_label, link_key_id, created_at, updated_at, link_random, made_on, metadata) VALUES ($1, $2, $3, 'open', $4, $5, $6, $7, $8, $9, $10, $11, $12, $12, $13, $14, $15) RETURNING id, customer_id, appointment_type_id, status, earliest_date, latest_date, external_ref, metadata, location_id, provider_id, block_minutes, duration_label, link_version, link_key_id, link_random, version, created_at, updated_at, made_on;
UPDATE scheduling_request SET status = $3, version = version + 1, updated_at = $4 WHERE company_id = $1 AND id = $2 RETURNING id, customer_id, appointment_type_id, status, earliest_date, latest_date, external_ref, metadata, location_id, provider_id, block_minutes, duration_label, link_version, link_key_id, link_random, version, created_at, updated_at, made_on;
UPDATE scheduling_request SET earliest_date = $3, latest_date = $4, external_ref = $5, location_id = $6, provider_id = $7, version = version + 1, updated_at = $8, metadata = $9 WHERE company_id = $1 AND id = $2;
UPDATE scheduling_request SET link_version = link_version + 1, link_key_id = $3, version = version + 1, updated_at = $4, link_random = $5 WHERE company_id = $1 AND id = $2;
SELECT id, customer_id, appointment_type_id, status, earliest_date, latest_date, external_ref, metadata, location_id, provider_id, block_minutes, duration_label, link_version, link_key_id, link_random, version, created_at, updated_at, made_on FROM scheduling_request WHERE company_id = $1 AND status = 'open' AND latest_date < $2 ORDER BY latest_date, id LIMIT $3;
SELECT 1 FROM scheduling_request WHERE company_id = $1 AND id = $2 AND customer_id = $3;
SELECT r.id, r.appointment_type_id, t.name AS type_name, coalesce(r.block_minutes, t.block_minutes) AS block_minutes, r.duration_label, r.location_id, r.provider_id, r.earliest_date, r.latest_date, ARRAY(zonesWhereOffered(?)) AS zones FROM scheduling_request r JOIN appointment_type t ON t.company_id = r.company_id AND t.id = r.appointment_type_id AND t.active WHERE r.company_id = $1 AND r.customer_id = $2 AND r.status = 'open' ORDER BY r.latest_date, r.id LIMIT $3;

-- service/ledger/seats.sql.ts
SELECT 1 FROM appointment WHERE company_id = $1 AND id = $2 AND status <> 'pending' AND (provider_id = $3 OR $3 = ANY (crew));
SELECT 1 FROM appointment WHERE company_id = $1 AND customer_id = $2 AND status IN ('scheduled', 'completed', 'no_show') AND (provider_id = $3 OR $3 = ANY (crew)) AND start_at BETWEEN $4 AND $5;

-- service/ledger/series.sql.ts
INSERT INTO series (company_id, id, customer_id, appointment_type_id, timezone, every_unit, every_number, walls, as_set, created_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10);
SELECT id, customer_id, appointment_type_id, timezone, every_unit, every_number, walls, as_set, created_at FROM series WHERE company_id = $1 AND id = $2;

-- service/ledger/session-plans.sql.ts
SELECT s.id, s.provider_id AS "providerId", s.location_id AS "locationId", minuteOf(?) AS start, minuteOf(?) AS "end", s.seats, (s.seats - s.seats_taken + coalesce((SELECT sum(a.seats) FROM appointment a WHERE a.company_id = $1 AND a.session_id = s.id AND a.id = ANY ($5::bigint[]) AND a.status IN ('scheduled', 'pending')), 0))::int AS "seatsLeft", coalesce((SELECT json_agg(json_build_object('id', q.id, 'name', q.name) ORDER BY array_position(s.crew, q.id)) FROM provider q WHERE q.company_id = $1 AND q.id = ANY (s.crew)), '[]') AS crew, coalesce((SELECT json_agg(json_build_object('id', d.id, 'name', d.name, 'kind', d.kind) ORDER BY d.id) FROM allocation k JOIN resource_detail d ON d.company_id = $1 AND d.id = k.resource_id WHERE k.company_id = $1 AND k.session_id = s.id AND k.active AND NOT k.lead), '[]') AS resources, (1000 * date_part('epoch', s.updated_at))::float8 AS "writtenAt" FROM class_session s WHERE s.company_id = $1 AND s.appointment_type_id = $2 AND s.status = 'scheduled' AND s.start_at >= $3::timestamptz AND s.start_at < $4::timestamptz ORDER BY s.start_at, s.id;

-- service/ledger/told-times.sql.ts
SELECT h.id, h.provider_id, h.start_at, h.end_at, h.clock_offset, l.timezone FROM hold h JOIN location l ON l.company_id = $1 AND l.id = h.location_id WHERE h.company_id = $1 AND h.expires_at > $2 AND h.start_at > $2 AND h.clock_offset IS NOT NULL AND h.kind = 'start' ORDER BY h.id;
SELECT h.id, h.provider_id, h.start_at, h.end_at, h.clock_offset, l.timezone FROM hold h JOIN location l ON l.company_id = $1 AND l.id = h.location_id WHERE h.company_id = $1 AND h.expires_at > $2 AND h.start_at > $2 AND h.clock_offset IS NOT NULL AND h.kind = 'start' AND h.id = $3;
SELECT o.id, o.entry_id, o.customer_id, o.start_at, o.end_at, o.good_until, o.parts, o.clock_offset, l.timezone FROM waiting_offer o JOIN location l ON l.company_id = $1 AND l.id = o.location_id WHERE o.company_id = $1 AND o.status = 'offered' AND o.good_until > $2 AND o.clock_offset IS NOT NULL ORDER BY o.id;
SELECT o.id, o.entry_id, o.customer_id, o.start_at, o.end_at, o.good_until, o.parts, o.clock_offset, l.timezone FROM waiting_offer o JOIN location l ON l.company_id = $1 AND l.id = o.location_id WHERE o.company_id = $1 AND o.status = 'offered' AND o.good_until > $2 AND o.clock_offset IS NOT NULL AND o.id = $3;
SELECT parts FROM waiting_offer WHERE company_id = $1 AND hold_id = $2 AND status = 'held';
SELECT k.resource_id AS "resourceId", k.start_minute AS start, k.end_minute AS "end", r.kind = 'provider' AS "isProvider" FROM allocation k JOIN resource r ON r.company_id = $1 AND r.id = k.resource_id WHERE k.company_id = $1 AND k.hold_id = $2 AND k.active ORDER BY k.resource_id;
UPDATE hold SET start_at = start_at + $3::int * interval '1 minute', end_at = end_at + $3::int * interval '1 minute', clock_offset = $4 WHERE company_id = $1 AND id = $2;
UPDATE waiting_offer SET start_at = later(?), end_at = later(?), good_until = later(?), clock_offset = $4, parts = $5 WHERE company_id = $1 AND hold_id = $2 AND status = 'held';
UPDATE waiting_offer SET start_at = later(?), end_at = later(?), good_until = later(?), clock_offset = $4, parts = $5 WHERE company_id = $1 AND id = $2;

-- service/ledger/uploaded-files.sql.ts
INSERT INTO uploaded_file (company_id, id, reference, uploader, name, customer_id, created_at) VALUES ($1, $2, $3, $4, $5, $6, $7);
SELECT coalesce(sum(bytes), 0)::bigint AS bytes FROM uploaded_file WHERE company_id = $1;
SELECT count(*)::int AS count FROM uploaded_file WHERE company_id = $1 AND uploader = $2 AND created_at > $3;
SELECT id, reference, uploader, name, media_type, bytes, customer_id, appointment_id, created_at, uploaded_at FROM uploaded_file WHERE company_id = $1 AND reference = $2 AND uploaded_at IS NOT NULL AND ended_at IS NULL;
SELECT id, reference, uploader, name, media_type, bytes, customer_id, appointment_id, created_at, uploaded_at FROM uploaded_file WHERE company_id = $1 AND id = $2 AND ended_at IS NULL;
SELECT id, reference, uploader, name, media_type, bytes, customer_id, appointment_id, created_at, uploaded_at FROM uploaded_file WHERE company_id = $1 AND reference = ANY ($2) AND uploaded_at IS NOT NULL AND ended_at IS NULL AND (appointment_id IS NULL OR appointment_id = coalesce($3::bigint, 0));
SELECT 1 FROM company WHERE company_id = $1 FOR NO KEY UPDATE;
SELECT coalesce(sum(bytes), 0)::bigint AS bytes FROM uploaded_file WHERE company_id = $1;
UPDATE uploaded_file SET storing_until = $4, bytes = $5 WHERE company_id = $1 AND id = $2 AND uploaded_at IS NULL AND ended_at IS NULL AND (storing_until IS NULL OR storing_until <= $3) RETURNING 1;
UPDATE uploaded_file SET storing_until = NULL, bytes = NULL WHERE company_id = $1 AND id = $2;
UPDATE uploaded_file SET name = $3, media_type = $4, bytes = $5, uploaded_at = $6, storing_until = NULL WHERE company_id = $1 AND id = $2 AND uploaded_at IS NULL AND ended_at IS NULL RETURNING 1;
UPDATE uploaded_file SET appointment_id = $3, customer_id = $4 WHERE company_id = $1 AND reference = ANY ($2) AND uploaded_at IS NOT NULL AND ended_at IS NULL AND (appointment_id IS NULL OR appointment_id = $3) RETURNING 1;
UPDATE uploaded_file SET ended_at = $4 WHERE company_id = $1 AND appointment_id = $2 AND ended_at IS NULL AND NOT reference = ANY ($3);
UPDATE uploaded_file SET ended_at = $3, name = '' WHERE company_id = $1 AND customer_id = $2 AND ended_at IS NULL;
SELECT id, reference FROM uploaded_file WHERE company_id = $1 AND (ended_at IS NOT NULL OR (appointment_id IS NULL AND created_at <= $2)) ORDER BY id LIMIT $3;
UPDATE uploaded_file SET ended_at = coalesce(ended_at, $3) WHERE company_id = $1 AND id = $2 AND (ended_at IS NOT NULL OR appointment_id IS NULL) RETURNING 1;
DELETE FROM uploaded_file WHERE company_id = $1 AND id = $2 AND ended_at IS NOT NULL;
SELECT id, reference FROM uploaded_file WHERE company_id = $1;

-- service/ledger/waiting-entries.sql.ts
SELECT ?, trim(u.first_name || ' ' || u.last_name) AS customer_name, t.name AS type_name, ARRAY(SELECT f.name FROM unnest(e.then_type_ids) WITH ORDINALITY AS x(id, place) JOIN appointment_type f ON f.company_id = $1 AND f.id = x.id ORDER BY x.place) AS then_type_names FROM waiting_entry e JOIN customer u ON u.company_id = e.company_id AND u.id = e.customer_id JOIN appointment_type t ON t.company_id = e.company_id AND t.id = e.appointment_type_id WHERE e.company_id = $1 AND e.id = $2;
SELECT concat_ws('.', e.version, extract(epoch FROM e.updated_at), o.id, o.status, o.good_until <= $3, standingOf(?), standingOf(?), CASE WHEN o.status IN ('offered', 'held') THEN concat_ws('.', (SELECT concat_ws('.', count(*), max(k.id)) FROM allocation k WHERE k.company_id = $1 AND k.active AND (k.held_until IS NULL OR k.held_until > $3) AND isOfOffer(?) AND k.start_minute < ceil(extract(epoch FROM o.end_at) / 60) AND k.end_minute > floor(extract(epoch FROM o.start_at) / 60)), (SELECT concat_ws('.', s.version, s.seats - s.seats_taken) FROM class_session s WHERE s.company_id = $1 AND s.appointment_type_id = o.appointment_type_id AND s.provider_id = o.provider_id AND s.start_at = o.start_at AND s.status = 'scheduled' LIMIT 1), (SELECT concat_ws('.', count(*), max(extract(epoch FROM w.asked_for_at))) FROM waiting_offer w WHERE w.company_id = $1 AND w.status IN ('offered', 'held') AND w.provider_id = o.provider_id AND w.start_at = o.start_at)) END) AS standing FROM waiting_entry e LEFT JOIN LATERAL (SELECT * FROM waiting_offer f WHERE f.company_id = $1 AND f.entry_id = e.id ORDER BY f.id DESC LIMIT 1) o ON true WHERE e.company_id = $1 AND e.id = $2;
SELECT ?, trim(u.first_name || ' ' || u.last_name) AS customer_name, t.name AS type_name, ARRAY(SELECT f.name FROM unnest(e.then_type_ids) WITH ORDINALITY AS x(id, place) JOIN appointment_type f ON f.company_id = $1 AND f.id = x.id ORDER BY x.place) AS then_type_names FROM waiting_entry e JOIN customer u ON u.company_id = e.company_id AND u.id = e.customer_id JOIN appointment_type t ON t.company_id = e.company_id AND t.id = e.appointment_type_id WHERE e.company_id = $1 AND e.id > $2 AND ($4::text IS NULL OR CASE WHEN $4 IN ('offered', 'held') THEN e.status = 'waiting' AND EXISTS (SELECT 1 FROM waiting_offer o WHERE o.company_id = $1 AND o.entry_id = e.id AND (o.status = 'held' OR (o.status = 'offered' AND o.good_until > $5)) AND o.status = $4) WHEN $4 = 'waiting' THEN e.status = 'waiting' AND NOT EXISTS (SELECT 1 FROM waiting_offer o WHERE o.company_id = $1 AND o.entry_id = e.id AND (o.status = 'held' OR (o.status = 'offered' AND o.good_until > $5))) ELSE e.status = $4 END) AND ($6::bigint IS NULL OR e.customer_id = $6) AND ($7::bigint IS NULL OR e.appointment_type_id = $7 OR $7 = ANY (e.then_type_ids)) AND ($8::timestamptz IS NULL OR e.updated_at >= $8) ORDER BY e.id LIMIT $3;
SELECT id, customer_id, appointment_type_id, then_type_ids, same_provider, earliest_date, latest_date, weekdays, parts_of_day, location_ids, provider_ids, appointment_id, least_notice_minutes, channels, priority, status, made_by, asked_at, times_asked, booked_appointment_id, ended_at, link_version, link_key_id, link_random, version, created_at, updated_at FROM waiting_entry WHERE company_id = $1 AND customer_id = $2 AND status = 'waiting' ORDER BY id;
SELECT id, customer_id, appointment_type_id, then_type_ids, same_provider, earliest_date, latest_date, weekdays, parts_of_day, location_ids, provider_ids, appointment_id, least_notice_minutes, channels, priority, status, made_by, asked_at, times_asked, booked_appointment_id, ended_at, link_version, link_key_id, link_random, version, created_at, updated_at FROM waiting_entry WHERE company_id = $1 AND customer_id = $2 AND id > $3 ORDER BY id LIMIT $4;
SELECT ?, trim(u.first_name || ' ' || u.last_name) AS customer_name, t.name AS type_name, ARRAY(SELECT f.name FROM unnest(e.then_type_ids) WITH ORDINALITY AS x(id, place) JOIN appointment_type f ON f.company_id = $1 AND f.id = x.id ORDER BY x.place) AS then_type_names FROM waiting_entry e JOIN customer u ON u.company_id = e.company_id AND u.id = e.customer_id JOIN appointment_type t ON t.company_id = e.company_id AND t.id = e.appointment_type_id WHERE e.company_id = $1 AND e.status = 'waiting' AND e.earliest_date <= $3 AND e.latest_date >= $2 AND u.archived_at IS NULL AND ($4::bigint IS NULL OR e.provider_ids IS NULL OR $4 = ANY (e.provider_ids)) AND ($4::bigint IS NULL OR EXISTS (SELECT 1 FROM provider_type p WHERE p.company_id = $1 AND p.provider_id = $4 AND p.appointment_type_id = ANY (e.appointment_type_id || e.then_type_ids))) ORDER BY e.id;
INSERT INTO waiting_entry (company_id, customer_id, appointment_type_id, earliest_date, latest_date, weekdays, parts_of_day, location_ids, provider_ids, appointment_id, least_notice_minutes, channels, priority, made_by, link_key_id, link_random, created_at, updated_at, then_type_ids, same_provider) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $17, $18, $19) RETURNING id, customer_id, appointment_type_id, then_type_ids, same_provider, earliest_date, latest_date, weekdays, parts_of_day, location_ids, provider_ids, appointment_id, least_notice_minutes, channels, priority, status, made_by, asked_at, times_asked, booked_appointment_id, ended_at, link_version, link_key_id, link_random, version, created_at, updated_at;
UPDATE waiting_entry SET earliest_date = $3, latest_date = $4, weekdays = $5, parts_of_day = $6, location_ids = $7, provider_ids = $8, least_notice_minutes = $9, channels = $10, priority = $11, appointment_id = $12, same_provider = $14, version = version + 1, updated_at = $13 WHERE company_id = $1 AND id = $2 RETURNING id, customer_id, appointment_type_id, then_type_ids, same_provider, earliest_date, latest_date, weekdays, parts_of_day, location_ids, provider_ids, appointment_id, least_notice_minutes, channels, priority, status, made_by, asked_at, times_asked, booked_appointment_id, ended_at, link_version, link_key_id, link_random, version, created_at, updated_at;
UPDATE waiting_entry SET status = $3, booked_appointment_id = $4, ended_at = $5, updated_at = $5, version = version + 1 WHERE company_id = $1 AND id = $2 AND status = 'waiting';
UPDATE waiting_entry w SET status = 'waiting', booked_appointment_id = NULL, ended_at = NULL, updated_at = $5, version = version + 1 WHERE w.company_id = $1 AND w.customer_id = $2 AND w.booked_appointment_id = $3 AND w.status = 'booked' AND w.latest_date >= $4 AND NOT EXISTS (SELECT 1 FROM waiting_entry o WHERE o.company_id = $1 AND o.customer_id = $2 AND o.status = 'waiting' AND o.appointment_type_id = w.appointment_type_id AND o.then_type_ids = w.then_type_ids AND o.earliest_date = w.earliest_date AND o.latest_date = w.latest_date) RETURNING w.id;
UPDATE waiting_entry SET status = CASE WHEN status = 'waiting' THEN 'withdrawn' ELSE status END, ended_at = coalesce(ended_at, $3), updated_at = $3, version = version + 1 WHERE company_id = $1 AND customer_id = $2 RETURNING id;
UPDATE waiting_entry SET asked_at = $3, times_asked = times_asked + 1 WHERE company_id = $1 AND id = $2;
SELECT id, customer_id, appointment_type_id, then_type_ids, same_provider, earliest_date, latest_date, weekdays, parts_of_day, location_ids, provider_ids, appointment_id, least_notice_minutes, channels, priority, status, made_by, asked_at, times_asked, booked_appointment_id, ended_at, link_version, link_key_id, link_random, version, created_at, updated_at FROM waiting_entry WHERE company_id = $1 AND status = 'waiting' AND latest_date < $2 ORDER BY id LIMIT $3;
DELETE FROM waiting_offer o USING waiting_entry e WHERE o.company_id = $1 AND e.company_id = $1 AND e.id = o.entry_id AND e.status <> 'waiting' AND e.ended_at < $2;
DELETE FROM waiting_entry WHERE company_id = $1 AND status <> 'waiting' AND ended_at < $2 RETURNING id;

-- service/ledger/waiting-offers.sql.ts
SELECT ?, p.name AS provider_name, l.name AS location_name, l.timezone FROM waiting_offer o JOIN provider p ON p.company_id = o.company_id AND p.id = o.provider_id JOIN location l ON l.company_id = o.company_id AND l.id = o.location_id WHERE o.company_id = $1 AND o.id = $2;
SELECT ?, p.name AS provider_name, l.name AS location_name, l.timezone FROM waiting_offer o JOIN provider p ON p.company_id = o.company_id AND p.id = o.provider_id JOIN location l ON l.company_id = o.company_id AND l.id = o.location_id WHERE o.company_id = $1 AND o.entry_id = $2 ORDER BY o.id DESC LIMIT 1;
SELECT ?, p.name AS provider_name, l.name AS location_name, l.timezone FROM waiting_offer o JOIN provider p ON p.company_id = o.company_id AND p.id = o.provider_id JOIN location l ON l.company_id = o.company_id AND l.id = o.location_id WHERE o.company_id = $1 AND o.id < $2 AND ($4::bigint IS NULL OR o.entry_id = $4) AND ($5::text IS NULL OR $5 = CASE WHEN o.status = 'offered' AND o.good_until <= $6 THEN 'expired' ELSE o.status END) ORDER BY o.id DESC LIMIT $3;
SELECT id, entry_id, customer_id, appointment_type_id, provider_id, location_id, start_at, end_at, parts, status, hold_id, made_by, asked_for_at, created_at, good_until, ended_at FROM waiting_offer WHERE company_id = $1 AND entry_id = ANY ($2::bigint[]) AND status IN ('offered', 'held');
SELECT id, entry_id, customer_id, appointment_type_id, provider_id, location_id, start_at, end_at, parts, status, hold_id, made_by, asked_for_at, created_at, good_until, ended_at FROM waiting_offer WHERE company_id = $1 AND customer_id = $2 AND status IN ('offered', 'held');
SELECT customer_id FROM waiting_offer WHERE company_id = $1 AND (status = 'held' OR (status = 'offered' AND good_until > $2));
SELECT entry_id, provider_id, location_id, start_at FROM waiting_offer WHERE company_id = $1 AND entry_id = ANY ($2::bigint[]);
SELECT id, entry_id, customer_id, appointment_type_id, provider_id, location_id, start_at, end_at, parts, status, hold_id, made_by, asked_for_at, created_at, good_until, ended_at FROM waiting_offer WHERE company_id = $1 AND status IN ('offered', 'held') AND start_at < $4 AND end_at > $3 AND ($2::bigint IS NULL OR CASE WHEN parts IS NULL THEN provider_id = $2 AND start_at < $4 AND end_at > $3 ELSE EXISTS (SELECT 1 FROM jsonb_to_recordset(parts) AS x(provider_id bigint, start_time timestamptz, end_time timestamptz) WHERE x.provider_id = $2 AND x.start_time < $4 AND x.end_time > $3) END) ORDER BY asked_for_at NULLS LAST, id;
INSERT INTO waiting_offer (company_id, entry_id, customer_id, appointment_type_id, provider_id, location_id, start_at, end_at, made_by, good_until, created_at, parts, clock_offset) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) ON CONFLICT (company_id, entry_id, provider_id, location_id, start_at) DO NOTHING RETURNING id, entry_id, customer_id, appointment_type_id, provider_id, location_id, start_at, end_at, parts, status, hold_id, made_by, asked_for_at, created_at, good_until, ended_at;
UPDATE waiting_offer SET asked_for_at = coalesce(asked_for_at, $3) WHERE company_id = $1 AND id = $2 AND status = 'offered';
UPDATE waiting_offer SET status = 'held', hold_id = $3, end_at = $4, parts = $5 WHERE company_id = $1 AND id = $2 AND status IN ('offered', 'held');
UPDATE waiting_offer SET status = $3, ended_at = $4 WHERE company_id = $1 AND id = $2 AND status IN ('offered', 'held');
UPDATE waiting_offer SET status = 'booked', ended_at = $5 WHERE company_id = $1 AND entry_id = $2 AND provider_id = $3 AND start_at = $4 AND status IN ('offered', 'held');
UPDATE waiting_offer SET status = $3, ended_at = $4 WHERE company_id = $1 AND entry_id = ANY ($2::bigint[]) AND status IN ('offered', 'held');
UPDATE waiting_offer SET status = 'expired', ended_at = $5 WHERE company_id = $1 AND status = 'offered' AND start_at < $4 AND end_at > $3 AND CASE WHEN parts IS NULL THEN provider_id = $2 AND start_at < $4 AND end_at > $3 ELSE EXISTS (SELECT 1 FROM jsonb_to_recordset(parts) AS x(provider_id bigint, start_time timestamptz, end_time timestamptz) WHERE x.provider_id = $2 AND x.start_time < $4 AND x.end_time > $3) END AND NOT EXISTS (SELECT 1 FROM class_session s WHERE s.company_id = $1 AND s.id = coalesce($6::bigint, 0) AND s.seats_taken < s.seats);
UPDATE waiting_offer SET status = 'offered', hold_id = NULL, asked_for_at = NULL WHERE company_id = $1 AND hold_id = $2 AND status = 'held';
SELECT max(held_until) AS until FROM allocation WHERE company_id = $1 AND resource_id = $2 AND active AND held_until > $3 AND start_minute < $5 AND end_minute > $4 AND hold_id <> coalesce($6::bigint, 0);
UPDATE waiting_offer SET status = 'expired', ended_at = $3 WHERE company_id = $1 AND customer_id = $2 AND status = 'offered' AND good_until <= $3;
SELECT count(*) FILTER (WHERE status = 'waiting') AS waiting, count(*) FILTER (WHERE created_at >= $2 AND created_at < $3) AS joined FROM waiting_entry WHERE company_id = $1;
SELECT count(*) AS offers, count(*) FILTER (WHERE status = 'booked') AS booked, coalesce(sum(extract(epoch FROM end_at - start_at) / 60) FILTER (WHERE status = 'booked'), 0)::bigint AS booked_minutes, round(percentile_cont(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM ended_at - created_at) / 60) FILTER (WHERE status = 'booked'))::bigint AS median_minutes_to_booking FROM waiting_offer WHERE company_id = $1 AND created_at >= $2 AND created_at < $3;

-- service/messages/callbacks.sql.ts
SELECT k.id, k.customer_id, k.channel, k.caller_name, k.phone_sealed, k.message, k.best_time, k.created_at, k.done_at, trim(u.first_name || ' ' || u.last_name) AS customer_name FROM callback k LEFT JOIN customer u ON u.company_id = k.company_id AND u.id = k.customer_id WHERE k.company_id = $1 AND k.id < $2 AND ($4::text IS NULL OR (k.done_at IS NULL) = ($4 = 'waiting')) AND ($5::bigint IS NULL OR k.customer_id = $5) ORDER BY k.id DESC LIMIT $3;
SELECT k.id, k.customer_id, k.channel, k.caller_name, k.phone_sealed, k.message, k.best_time, k.created_at, k.done_at, trim(u.first_name || ' ' || u.last_name) AS customer_name FROM callback k LEFT JOIN customer u ON u.company_id = k.company_id AND u.id = k.customer_id WHERE k.company_id = $1 AND k.id = $2;
SELECT CASE WHEN done_at IS NULL THEN 'waiting' ELSE 'done' END AS status FROM callback WHERE company_id = $1 AND id = $2 FOR UPDATE;
UPDATE callback SET done_at = CASE WHEN $3::timestamptz IS NOT NULL THEN coalesce(done_at, $3) END WHERE company_id = $1 AND id = $2;
INSERT INTO callback (company_id, id, customer_id, session_id, event_id, channel, caller_name, phone_sealed, phone_hash, message, best_time, created_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12);
SELECT k.id, k.customer_id, k.channel, k.caller_name, k.phone_sealed, k.message, k.best_time, k.created_at, k.done_at, trim(u.first_name || ' ' || u.last_name) AS customer_name FROM callback k LEFT JOIN customer u ON u.company_id = k.company_id AND u.id = k.customer_id WHERE k.company_id = $1 AND k.customer_id = $2 AND k.id > $3 ORDER BY k.id LIMIT $4;
SELECT message, phone_hash FROM callback WHERE company_id = $1 AND session_id = $2;
SELECT message FROM callback WHERE company_id = $1 AND phone_hash = ANY ($2) AND created_at >= $3;
SELECT 1 FROM agent_session WHERE company_id = $1 AND id = $2 FOR UPDATE;
UPDATE callback SET customer_id = $3 WHERE company_id = $1 AND session_id = $2 AND customer_id IS NULL;
DELETE FROM callback WHERE company_id = $1 AND (customer_id = $2 OR (customer_id IS NULL AND phone_hash = ANY ($3))) RETURNING event_id;
DELETE FROM callback WHERE company_id = $1 AND created_at < $2;

-- service/messages/former-time.sql.ts
SELECT data->'previous' AS previous FROM event WHERE company_id = $1 AND customer_id = $2 AND appointment_id = $3 AND id >= $4 AND type = 'appointment.rescheduled' AND occurred_at > coalesce((SELECT max(sent_at) FROM text_message WHERE company_id = $1 AND created_at >= $5 AND appointment_id = $3 AND channel = 'mail' AND status = 'sent'), '-infinity') ORDER BY id LIMIT 1;
SELECT start_at, end_at, timezone FROM appointment WHERE company_id = $1 AND id = $2 AND start_at <> $3;

-- service/messages/mail-log.sql.ts
SELECT m.id, m.purpose, m.outcome, m.last_error AS reason, m.attempts, m.email_sealed, m.from_email, m.appointment_id, m.created_at, m.sent_at, m.customer_id, trim(u.first_name || ' ' || u.last_name) AS customer_name, m.user_id, s.name AS user_name, m.provider_id, p.name AS provider_name FROM text_message m LEFT JOIN customer u ON u.company_id = m.company_id AND u.id = m.customer_id LEFT JOIN app_user s ON s.company_id = m.company_id AND s.id = m.user_id LEFT JOIN provider p ON p.company_id = m.company_id AND p.id = m.provider_id WHERE m.company_id = $1 AND m.channel = 'mail' AND ($2::text IS NULL OR m.outcome = $2) AND ($3::text IS NULL OR m.purpose = $3) AND ($4::bigint IS NULL OR m.customer_id = $4) AND ($5::timestamptz IS NULL OR m.created_at >= $5) AND ($6::timestamptz IS NULL OR m.created_at < $6) AND ($7::timestamptz IS NULL OR (m.created_at, m.id) < ($7::timestamptz, $8::bigint)) ORDER BY m.created_at DESC, m.id DESC LIMIT $9;
SELECT m.id, m.purpose, m.outcome, m.last_error AS reason, m.attempts, m.email_sealed, m.from_email, m.appointment_id, m.created_at, m.sent_at, m.customer_id, trim(u.first_name || ' ' || u.last_name) AS customer_name, m.user_id, s.name AS user_name, m.provider_id, p.name AS provider_name FROM text_message m LEFT JOIN customer u ON u.company_id = m.company_id AND u.id = m.customer_id LEFT JOIN app_user s ON s.company_id = m.company_id AND s.id = m.user_id LEFT JOIN provider p ON p.company_id = m.company_id AND p.id = m.provider_id WHERE m.company_id = $1 AND m.channel = 'mail' AND m.id = $2;

-- service/messages/outreach-plans.sql.ts
SELECT id, version, name, steps, created_at, updated_at FROM outreach_plan WHERE company_id = $1 AND id = $2 AND archived_at IS NULL;
SELECT id, version, name, steps, created_at, updated_at FROM outreach_plan WHERE company_id = $1 AND id = $2 AND archived_at IS NULL FOR NO KEY UPDATE;
SELECT id, version, name, steps, created_at, updated_at FROM outreach_plan WHERE company_id = $1 AND id > $2 AND archived_at IS NULL ORDER BY id LIMIT $3;
INSERT INTO outreach_plan (company_id, name, steps, created_at, updated_at) VALUES ($1, $2, $3, $4, $4) RETURNING id, version, name, steps, created_at, updated_at;
UPDATE outreach_plan SET name = $3, steps = $4, updated_at = $5 WHERE company_id = $1 AND id = $2 RETURNING id, version, name, steps, created_at, updated_at;
UPDATE outreach_plan SET archived_at = $3 WHERE company_id = $1 AND id = $2;

-- service/messages/outreach-runs.sql.ts
SELECT r.id, r.scheduling_request_id, r.outreach_plan_id, r.status, r.end_reason, r.started_at, r.ended_at, (SELECT jsonb_agg(jsonb_build_object('position', s.position, 'after_minutes', s.after_minutes, 'channel', s.channel, 'sms_text', s.sms_text, 'mail_subject', s.mail_subject, 'mail_text', s.mail_text, 'status', s.status, 'reason', s.reason, 'due_at', s.due_at, 'ended_at', s.ended_at) ORDER BY s.position) FROM outreach_step s WHERE s.company_id = $1 AND s.run_id = r.id) AS steps FROM outreach_run r WHERE r.company_id = $1 AND r.scheduling_request_id = $2 ORDER BY r.id DESC LIMIT 1;
SELECT r.id, r.scheduling_request_id, r.outreach_plan_id, r.status, r.end_reason, r.started_at, r.ended_at, (SELECT jsonb_agg(jsonb_build_object('position', s.position, 'after_minutes', s.after_minutes, 'channel', s.channel, 'sms_text', s.sms_text, 'mail_subject', s.mail_subject, 'mail_text', s.mail_text, 'status', s.status, 'reason', s.reason, 'due_at', s.due_at, 'ended_at', s.ended_at) ORDER BY s.position) FROM outreach_step s WHERE s.company_id = $1 AND s.run_id = r.id) AS steps FROM outreach_run r WHERE r.company_id = $1 AND r.id > $2 AND ($4::text IS NULL OR r.status = $4) AND ($5::bigint IS NULL OR r.outreach_plan_id = $5) AND ($6::bigint IS NULL OR r.scheduling_request_id = $6) ORDER BY r.id LIMIT $3;
INSERT INTO outreach_run (company_id, scheduling_request_id, outreach_plan_id, started_at) VALUES ($1, $2, $3, $4) RETURNING id;
INSERT INTO outreach_step (company_id, run_id, position, after_minutes, channel, sms_text, mail_subject, mail_text) SELECT $1, $2, s.position, s.after_minutes, s.channel, s.sms_text, s.mail_subject, s.mail_text FROM unnest($3::smallint[], $4::int[], $5::text[], $6::text[], $7::text[], $8::text[]) AS s (position, after_minutes, channel, sms_text, mail_subject, mail_text);
SELECT q.customer_id FROM outreach_run r JOIN scheduling_request q ON q.company_id = r.company_id AND q.id = r.scheduling_request_id WHERE r.company_id = $1 AND r.id = $2 AND r.status = 'running' FOR UPDATE OF r;
UPDATE outreach_run SET status = 'finished', ended_at = $3 WHERE company_id = $1 AND id = $2;
UPDATE outreach_run SET status = 'ended', end_reason = $3, ended_at = $4 WHERE company_id = $1 AND scheduling_request_id = $2 AND status = 'running' RETURNING id;
SELECT q.id FROM scheduling_request q JOIN outreach_run r ON r.company_id = $1 AND r.scheduling_request_id = q.id AND r.status = 'running' WHERE q.company_id = $1 AND q.customer_id = $2 ORDER BY q.id;
SELECT s.channel, s.sms_text, s.mail_subject, s.mail_text, r.status AS run_status, r.end_reason, t.name AS type_name, jsonb_build_object('id', q.id, 'status', q.status, 'latest_date', q.latest_date, 'location_id', q.location_id, 'provider_id', q.provider_id, 'appointment_type_id', q.appointment_type_id, 'link_version', q.link_version, 'link_key_id', q.link_key_id, 'link_random', q.link_random) AS request FROM outreach_step s JOIN outreach_run r ON r.company_id = $1 AND r.id = s.run_id JOIN scheduling_request q ON q.company_id = $1 AND q.id = r.scheduling_request_id JOIN appointment_type t ON t.company_id = $1 AND t.id = q.appointment_type_id WHERE s.company_id = $1 AND s.run_id = $2 AND s.position = $3;
UPDATE outreach_step SET status = $4, reason = $5, ended_at = $6 WHERE company_id = $1 AND run_id = $2 AND position = $3;
SELECT position, after_minutes, channel FROM outreach_step WHERE company_id = $1 AND run_id = $2 AND status = 'pending' ORDER BY position LIMIT 1;
UPDATE outreach_step SET due_at = $4 WHERE company_id = $1 AND run_id = $2 AND position = $3;
UPDATE text_message SET status = 'skipped', last_error = $3 WHERE company_id = $1 AND run_id = $2 AND status = 'pending' RETURNING created_at;
UPDATE outreach_step s SET status = 'skipped', reason = $3, ended_at = $4 WHERE s.company_id = $1 AND s.run_id = $2 AND s.status = 'pending' AND NOT EXISTS ( SELECT 1 FROM text_message m WHERE m.company_id = $1 AND m.run_id = $2 AND m.step_position = s.position AND m.status = 'sending');

-- service/messages/reminders.sql.ts
SELECT c.company_id AS "companyId", c.reminder_hours AS hours, c.unanswered_reminder_hours AS "unansweredHours", EXISTS (SELECT 1 FROM channel k WHERE k.company_id = c.company_id AND k.kind = 'sms') AS "byText", c.mail_enabled AS "byMail" FROM company c WHERE cardinality(c.reminder_hours || c.unanswered_reminder_hours) > 0 AND (c.mail_enabled OR EXISTS (SELECT 1 FROM channel k WHERE k.company_id = c.company_id AND k.kind = 'sms')) AND c.company_id = $1;
WITH h AS (SELECT hours, hours <> ALL ($2::int[]) AS only_unanswered FROM unnest($2::int[] || $5::int[]) AS each (hours) GROUP BY hours) SELECT a.id, a.version, a.customer_id, a.start_at, h.hours, h.only_unanswered AS "ifUnanswered" FROM h JOIN appointment a ON a.company_id = $1 AND a.status = 'scheduled' AND a.start_at > $3 AND a.start_at <= $3::timestamptz + h.hours * interval '1 hour' AND a.start_at > $3::timestamptz + (h.hours - 24) * interval '1 hour' WHERE (a.attendance = 'unknown' OR NOT h.only_unanswered) AND a.last_event_at <= a.start_at - h.hours * interval '1 hour' AND NOT EXISTS (SELECT 1 FROM h AS later WHERE (a.attendance = 'unknown' OR NOT later.only_unanswered) AND later.hours < h.hours AND a.start_at <= $3::timestamptz + later.hours * interval '1 hour') AND NOT EXISTS (SELECT 1 FROM text_message m WHERE m.company_id = $1 AND m.once_key IN ('reminder:' || a.id || ':' || a.version || ':' || h.hours, 'mail:reminder:' || a.id || ':' || a.version || ':' || h.hours)) ORDER BY a.start_at, a.id LIMIT $4;
SELECT 1 FROM text_message WHERE company_id = $1 AND customer_id = $2 AND appointment_id = $3 AND purpose = 'reminder' AND id > $4 AND (channel = 'mail') = ($5::text = 'mail') LIMIT 1;

-- service/messages/text-log.sql.ts
SELECT m.id, m.purpose, m.channel, m.outcome, m.last_error AS reason, m.delivery, m.attempts, m.phone_sealed, m.from_phone, m.appointment_id, m.step_position, m.created_at, m.sent_at, m.customer_id, trim(u.first_name || ' ' || u.last_name) AS customer_name, r.scheduling_request_id, r.outreach_plan_id FROM text_message m LEFT JOIN customer u ON u.company_id = m.company_id AND u.id = m.customer_id LEFT JOIN outreach_run r ON r.company_id = m.company_id AND r.id = m.run_id WHERE m.company_id = $1 AND m.channel <> 'mail' ? ORDER BY m.created_at DESC, m.id DESC LIMIT $2;
SELECT m.id, m.purpose, m.channel, m.outcome, m.last_error AS reason, m.delivery, m.attempts, m.phone_sealed, m.from_phone, m.appointment_id, m.step_position, m.created_at, m.sent_at, m.customer_id, trim(u.first_name || ' ' || u.last_name) AS customer_name, r.scheduling_request_id, r.outreach_plan_id FROM text_message m LEFT JOIN customer u ON u.company_id = m.company_id AND u.id = m.customer_id LEFT JOIN outreach_run r ON r.company_id = m.company_id AND r.id = m.run_id WHERE m.company_id = $1 AND m.id = $2 AND m.channel <> 'mail';

-- service/outbox/calendars-due.sql.ts
SELECT id FROM provider_calendar WHERE company_id = $1 AND provider_id = $2 AND writes AND disconnected_at IS NULL;
SELECT id FROM provider_calendar WHERE company_id = $1 AND provider_id = ANY ($2) AND writes AND disconnected_at IS NULL;
SELECT id FROM appointment WHERE company_id = $1 AND provider_id = $2 AND status = 'scheduled' AND end_at > $3 AND session_id IS NULL;
SELECT id FROM class_session WHERE company_id = $1 AND (provider_id = $2 OR $2 = ANY (crew)) AND status = 'scheduled' AND end_at > $3;
SELECT DISTINCT e.calendar_id AS "calendarId", e.appointment_id AS "appointmentId" FROM appointment a JOIN calendar_event e ON e.company_id = a.company_id AND e.appointment_id = a.id WHERE a.company_id = $1 AND a.customer_id = $2;

-- service/outbox/deliveries-due.sql.ts
UPDATE delivery SET status = 'abandoned', last_error = $3, next_attempt_at = NULL, has_failed = true WHERE company_id = $1 AND endpoint_id = $2 AND id = ANY ($4::bigint[]);

-- service/outbox/event-order.sql.ts
SELECT id, type, occurred_at, source, data, era, xid::text AS xid FROM event WHERE company_id = $1 AND (era, xid, id) > ($5, $6::text::xid8, $7::bigint) AND (era, xid) < ($2, CASE WHEN $4::boolean THEN $3::text::xid8 ELSE least($3::text::xid8, pg_snapshot_xmin(pg_current_snapshot())) END) AND occurred_at >= $9 AND ($10::text[] IS NULL OR type = ANY ($10)) AND ($11::timestamptz IS NULL OR occurred_at < $11) ORDER BY event.era, event.xid, event.id LIMIT $8;
SELECT id, type, occurred_at, source, data, era, xid::text AS xid FROM event WHERE company_id = $1 AND (era, xid, id) < ($5, $6::text::xid8, $7::bigint) AND (era, xid) < ($2, CASE WHEN $4::boolean THEN $3::text::xid8 ELSE least($3::text::xid8, pg_snapshot_xmin(pg_current_snapshot())) END) AND occurred_at >= $9 AND ($10::text[] IS NULL OR type = ANY ($10)) AND ($11::timestamptz IS NULL OR occurred_at < $11) ORDER BY event.era DESC, event.xid DESC, event.id DESC LIMIT $8;
SELECT era, xid::text AS xid FROM event WHERE company_id = $1 AND id = $2;
SELECT id, type, occurred_at, source, data, era, xid::text AS xid, (era, xid) < ($2, CASE WHEN $4::boolean THEN $3::text::xid8 ELSE least($3::text::xid8, pg_snapshot_xmin(pg_current_snapshot())) END) AS "isSettled" FROM event WHERE company_id = $1 AND (era, xid, id) > ($5, $6::text::xid8, $7::bigint) ORDER BY event.era, event.xid, event.id LIMIT $8;

-- service/outbox/events.sql.ts
SELECT id AS "endpointId", enabled AS "isEnabled" FROM webhook_endpoint WHERE company_id = $1 AND events && $2::text[] AND (appointment_type_ids IS NULL OR $3::bigint IS NULL OR $3 = ANY (appointment_type_ids)) AND id IS DISTINCT FROM $4::bigint ORDER BY id;
INSERT INTO event (company_id, id, type, occurred_at, source, data, customer_id, appointment_id, appointment_type_id, scheduling_request_id, xid, traceparent, withheld) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, pg_current_xact_id(), $11, $12);
INSERT INTO delivery (company_id, id, endpoint_id, event_id, event_type, trigger, status, last_error, has_failed, next_attempt_at, created_at) VALUES ($1, $2, $3, $4, $5, 'event', $6, $7, $8, $9, $10);
INSERT INTO event (company_id, id, type, occurred_at, source, data, customer_id, xid, withheld) SELECT $1, r.id, $3, $4, $5, r.data, r."customerId", pg_current_xact_id(), true FROM json_to_recordset($2::json) AS r (id bigint, data json, "customerId" bigint);
SELECT id, type, occurred_at, source, data FROM event WHERE company_id = $1 AND id = $2;
SELECT id FROM event WHERE company_id = $1 AND customer_id = coalesce( (SELECT customer_id FROM appointment WHERE company_id = $1 AND id = coalesce($2::bigint, 0)), (SELECT customer_id FROM scheduling_request WHERE company_id = $1 AND id = coalesce($3::bigint, 0))) AND ($2::bigint IS NULL OR appointment_id = $2) AND ($3::bigint IS NULL OR scheduling_request_id = $3);

-- service/outbox/freed-due.sql.ts
SELECT 1 FROM waiting_entry WHERE company_id = $1 AND status = 'waiting' LIMIT 1;

-- service/outbox/staff-mails.sql.ts
INSERT INTO text_message (company_id, id, purpose, channel, once_key, user_id, facts_sealed, created_at, good_until, traceparent) VALUES ($1, $2, $3, 'mail', $4, $5, $6, $7, $8, $9) ON CONFLICT (company_id, once_key) WHERE once_key IS NOT NULL DO NOTHING RETURNING 1;
UPDATE text_message SET status = 'skipped', last_error = 'superseded', facts_sealed = NULL WHERE company_id = $1 AND user_id = $2 AND purpose = $3 AND status = 'pending';
SELECT u.email, u.name, u.active, u.accepted_at IS NOT NULL AS accepted, coalesce(u.locale, c.locale) AS locale, c.unproven_since IS NOT NULL AS is_unproven, jsonb_build_object('name', c.name, 'timezone', c.timezone, 'accent_color', c.accent_color) AS company FROM app_user u JOIN company c ON c.company_id = $1 WHERE u.company_id = $1 AND u.id = $2;
SELECT id FROM app_user WHERE company_id = $1 AND role = 'admin' AND active AND accepted_at IS NOT NULL ORDER BY id LIMIT 20;
SELECT p.company_id AS "companyId", p.id AS "providerId", c.timezone FROM provider p JOIN company c ON c.company_id = $1 WHERE p.company_id = $1 AND digest_email IS NOT NULL AND active AND archived_at IS NULL ORDER BY p.id;
INSERT INTO text_message (company_id, purpose, channel, once_key, provider_id, created_at, good_until) VALUES ($1, 'day_digest', 'mail', 'digest:' || $2::bigint || ':' || $3::int, $2::bigint, $4, $5) ON CONFLICT (company_id, once_key) WHERE once_key IS NOT NULL DO NOTHING RETURNING id;
SELECT p.name, p.digest_email AS email, c.locale, jsonb_build_object('name', c.name, 'timezone', c.timezone, 'accent_color', c.accent_color) AS company FROM provider p JOIN company c ON c.company_id = $1 WHERE p.company_id = $1 AND p.id = $2 AND p.archived_at IS NULL;

-- service/outbox/texts-due.sql.ts
UPDATE text_message SET status = 'sending', attempts = attempts + 1, from_phone = $3, phone_sealed = $4, phone_hash = $5, body_sealed = coalesce($6, body_sealed), from_email = $7, email_sealed = $8 WHERE company_id = $1 AND id = $2 AND status IN ('pending', 'sending') RETURNING id, purpose, channel, once_key AS "onceKey", customer_id AS customer, appointment_id AS appointment, appointment_version AS version, run_id AS run, step_position AS position;
UPDATE text_message SET status = $3, last_error = $4, carrier_id = coalesce($5, carrier_id), sent_at = $6, body_sealed = CASE WHEN $7::boolean THEN body_sealed END, facts_sealed = NULL WHERE company_id = $1 AND id = $2 RETURNING created_at;
UPDATE text_message SET status = 'pending', last_error = coalesce($3, last_error) WHERE company_id = $1 AND id = $2;

-- service/outbox/texts-held.sql.ts
UPDATE text_message SET status = 'sending', last_error = CASE WHEN channel = 'mail' THEN $3 ELSE last_error END WHERE company_id = $1 AND id = $2 AND status = 'pending';

-- service/outbox/texts.sql.ts
INSERT INTO text_message (company_id, id, purpose, from_phone, phone_sealed, phone_hash, body_sealed, created_at, good_until, traceparent) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10);
INSERT INTO text_message (company_id, id, purpose, channel, once_key, customer_id, appointment_id, appointment_version, run_id, step_position, asked_for, phone_sealed, phone_hash, created_at, good_until, traceparent, question, offer_id) VALUES ($1, coalesce($12::bigint, nextval('text_message_id_seq')), $2, $3, $4, $5, $6, $7, $8, $9, $12::bigint IS NOT NULL, $13, $14, $10, $11, $15, $16, $17) ON CONFLICT (company_id, once_key) WHERE once_key IS NOT NULL DO NOTHING RETURNING id;
SELECT id FROM text_message WHERE company_id = $1 AND once_key = $2;
SELECT status FROM text_message WHERE company_id = $1 AND once_key = $2;
SELECT id, purpose, channel, from_phone, phone_sealed, from_email, email_sealed, body_sealed, status, attempts, last_error, carrier_id, customer_id, appointment_id, appointment_version, question, run_id, step_position, offer_id, user_id, provider_id, facts_sealed, asked_for, created_at, good_until, sent_at, traceparent FROM text_message WHERE company_id = $1 AND id = $2;
SELECT id, purpose, channel, from_phone, phone_sealed, from_email, email_sealed, body_sealed, status, attempts, last_error, carrier_id, customer_id, appointment_id, appointment_version, question, run_id, step_position, offer_id, user_id, provider_id, facts_sealed, asked_for, created_at, good_until, sent_at, traceparent FROM text_message WHERE company_id = $1 AND id < $2 AND status IN ('sent', 'skipped', 'failed') AND ($4::text IS NULL OR purpose = $4) ORDER BY id DESC LIMIT $3;
SELECT id, purpose, status FROM text_message WHERE company_id = $1 AND id = ANY ($2::bigint[]) AND status IN ('sent', 'skipped', 'failed') ORDER BY id;
SELECT id FROM text_message WHERE company_id = $1 AND id = ANY ($2::bigint[]) AND purpose = 'outreach';
SELECT id, purpose, channel, from_phone, phone_sealed, from_email, email_sealed, body_sealed, status, attempts, last_error, carrier_id, customer_id, appointment_id, appointment_version, question, run_id, step_position, offer_id, user_id, provider_id, facts_sealed, asked_for, created_at, good_until, sent_at, traceparent FROM text_message WHERE company_id = $1 AND body_sealed IS NOT NULL ORDER BY id DESC LIMIT $2;
DELETE FROM text_message WHERE company_id = $1 AND created_at < $2 AND status NOT IN ('pending', 'sending');
UPDATE text_message SET body_sealed = NULL WHERE company_id = $1 AND good_until < $2 AND body_sealed IS NOT NULL AND status NOT IN ('pending', 'sending');
SELECT id, email_sealed FROM text_message WHERE company_id = $1 AND customer_id = $2 AND appointment_id = $3 AND channel = 'mail' AND email_sealed IS NOT NULL ORDER BY id DESC LIMIT 50;
SELECT appointment_id, appointment_version FROM text_message WHERE company_id = $1 AND phone_hash = ANY ($2) AND from_phone = $3 AND purpose = 'reminder' AND channel = 'sms' AND status = 'sent' ORDER BY sent_at DESC, id DESC LIMIT 1;
SELECT purpose FROM text_message WHERE company_id = $1 AND phone_hash = ANY ($2) AND from_phone = $3 AND channel = 'sms' AND status = 'sent' AND purpose IN ('reminder', 'offer', 'outreach', 'change') AND good_until > $4 ORDER BY sent_at DESC, id DESC LIMIT 1;
SELECT id, purpose, channel, from_phone, phone_sealed, from_email, email_sealed, body_sealed, status, attempts, last_error, carrier_id, customer_id, appointment_id, appointment_version, question, run_id, step_position, offer_id, user_id, provider_id, facts_sealed, asked_for, created_at, good_until, sent_at, traceparent, delivery FROM text_message WHERE company_id = $1 AND id = $2 FOR UPDATE;
UPDATE text_message SET carrier_id = $3, status = $4, delivery = $5, last_error = $6, sent_at = CASE WHEN $4::text = 'sent' THEN coalesce(sent_at, $7) END WHERE company_id = $1 AND id = $2 RETURNING created_at;
SELECT 1 FROM text_message WHERE company_id = $1 AND phone_hash = ANY ($2) AND from_phone = $3 AND status = 'sent' AND channel = 'sms' LIMIT 1;

-- service/outbox/webhook-endpoints.sql.ts
INSERT INTO webhook_endpoint (company_id, id, slot, url, events, appointment_type_ids, enabled, secret, include_answers, created_at, updated_at, description) SELECT $1, $2, free.slot, $3, $4, $5, $6, $7, $8, $9, $9, $10 FROM generate_series(1, 3) AS free (slot) WHERE NOT EXISTS (SELECT FROM webhook_endpoint w WHERE w.company_id = $1 AND w.slot = free.slot) ORDER BY free.slot LIMIT 1 RETURNING id, version, url, events, appointment_type_ids, include_answers, enabled, description, header_names, disabled_reason, first_failure_at, created_at, updated_at;
SELECT id, version, url, events, appointment_type_ids, include_answers, enabled, description, header_names, disabled_reason, first_failure_at, created_at, updated_at FROM webhook_endpoint WHERE company_id = $1 ORDER BY id;
SELECT id, version, url, events, appointment_type_ids, include_answers, enabled, description, header_names, disabled_reason, first_failure_at, created_at, updated_at FROM webhook_endpoint WHERE company_id = $1 AND id = $2;
SELECT id, version, url, events, appointment_type_ids, include_answers, enabled, description, header_names, disabled_reason, first_failure_at, created_at, updated_at FROM webhook_endpoint WHERE company_id = $1 AND id = $2 FOR UPDATE;
UPDATE webhook_endpoint SET url = $3, events = $4, appointment_type_ids = $5, include_answers = $6, updated_at = $7, description = $8 WHERE company_id = $1 AND id = $2;
UPDATE webhook_endpoint SET header_names = $3, headers_sealed = $4 WHERE company_id = $1 AND id = $2;
UPDATE webhook_endpoint SET enabled = true, disabled_reason = NULL, first_failure_at = NULL, last_failure_at = NULL, updated_at = $3 WHERE company_id = $1 AND id = $2 AND NOT enabled;
UPDATE webhook_endpoint SET enabled = false, disabled_reason = $3, updated_at = $4 WHERE company_id = $1 AND id = $2 AND enabled RETURNING id, version, url, events, appointment_type_ids, include_answers, enabled, description, header_names, disabled_reason, first_failure_at, created_at, updated_at;
UPDATE webhook_endpoint SET secret = $3, updated_at = $4 WHERE company_id = $1 AND id = $2;
DELETE FROM webhook_endpoint WHERE company_id = $1 AND id = $2;
UPDATE webhook_endpoint w SET last_failure_at = h.last_failure_at, first_failure_at = CASE WHEN h.succeeded OR w.last_failure_at <= h.quiet_since THEN h.first_failure_at ELSE coalesce(w.first_failure_at, h.first_failure_at) END FROM unnest($1::bigint[], $2::bigint[], $3::boolean[], $4::timestamptz[], $5::timestamptz[], $6::timestamptz[]) AS h (company_id, id, succeeded, first_failure_at, last_failure_at, quiet_since) WHERE w.company_id = h.company_id AND w.id = h.id AND ($7::bigint IS NULL OR w.company_id = $7) AND (w.first_failure_at IS NOT NULL OR h.first_failure_at IS NOT NULL) RETURNING w.company_id, w.id, w.first_failure_at;
SELECT w.company_id AS "companyId", w.id AS "endpointId" FROM webhook_endpoint w WHERE w.enabled AND w.first_failure_at <= $1 AND (w.company_id = $2 OR ($2::bigint IS NULL AND w.?)) ORDER BY w.company_id, w.id;

-- service/people/api-keys.sql.ts
INSERT INTO api_key (company_id, name, role, key_hash, last_four, created_at, created_by, scopes, expires_at, allowed_addresses, allowed_origins) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) RETURNING id, name, role, allowed_origins, scopes, expires_at, allowed_addresses, last_four, created_at, created_by, last_used_at;
SELECT id, name, role, allowed_origins, scopes, expires_at, allowed_addresses, last_four, created_at, created_by, last_used_at FROM api_key WHERE company_id = $1 AND id > $2 AND revoked_at IS NULL ORDER BY id LIMIT $3;
UPDATE api_key SET revoked_at = $3 WHERE company_id = $1 AND id = $2 AND revoked_at IS NULL RETURNING id, name, role, allowed_origins, scopes, expires_at, allowed_addresses, last_four, created_at, created_by, last_used_at;
SELECT ((SELECT count(*) FROM api_key WHERE company_id = $1 AND role = 'admin' AND revoked_at IS NULL AND scopes IS NULL AND expires_at IS NULL AND allowed_addresses IS NULL) + (SELECT count(*) FROM app_user WHERE company_id = $1 AND role = 'admin' AND active))::int AS count;
SELECT company_id AS "companyId", id AS "apiKeyId", role, scopes, expires_at AS "expiresAt", allowed_addresses AS "allowedAddresses", allowed_origins AS "allowedOrigins", last_used_at AS "lastUsedAt", NOT $3::boolean OR revoked_at IS NOT NULL AS "isRevoked" FROM api_key WHERE company_id = $1 AND id = $2;
SELECT scopes, expires_at, allowed_addresses FROM api_key WHERE company_id = $1 AND id = $2;
UPDATE api_key SET last_used_at = $3 WHERE company_id = $1 AND id = $2;

-- service/people/connected-apps.sql.ts
INSERT INTO connected_app (company_id, user_id, name, client_id, redirect_uri, scopes, created_at, by_provider) VALUES ($1, $2, $3, $4, $5, $6, $7, coalesce((SELECT by_provider FROM user_session WHERE company_id = $1 AND id = $8), false)) RETURNING id, name, redirect_uri, user_id, scopes, created_at, last_used_at;
SELECT id, name, redirect_uri, user_id, scopes, created_at, last_used_at FROM connected_app WHERE company_id = $1 AND id > $2 AND ended_at IS NULL AND ($3::bigint IS NULL OR user_id = $3) AND id IN (SELECT app_id FROM connected_app_token WHERE company_id = $1 AND expires_at > $5 AND used_at IS NULL) ORDER BY id LIMIT $4;
UPDATE connected_app SET ended_at = $4 WHERE company_id = $1 AND id = $2 AND ended_at IS NULL AND ($3::bigint IS NULL OR user_id = $3) RETURNING id, name, redirect_uri, user_id, scopes, created_at, last_used_at;
INSERT INTO connected_app_token (company_id, hash, app_id, kind, code_challenge, expires_at) VALUES ($1, $2, $3, $4, $5, $6);
SELECT a.id AS "appId", a.client_id AS "clientId", a.redirect_uri AS "redirectUri", a.scopes, t.code_challenge AS "codeChallenge", t.expires_at AS "expiresAt", t.used_at AS "usedAt", a.last_used_at AS "lastUsedAt", u.id AS "userId", u.role, c.require_second_factor AND u.totp_confirmed_at IS NULL AND NOT a.by_provider AS "mustEnrol" FROM connected_app_token t JOIN connected_app a ON a.company_id = t.company_id AND a.id = t.app_id JOIN app_user u ON u.company_id = a.company_id AND u.id = a.user_id JOIN company c ON c.company_id = a.company_id WHERE t.company_id = $1 AND t.hash = $2 AND t.kind = $3 AND a.ended_at IS NULL AND u.active AND seatStands(?);
UPDATE connected_app_token SET used_at = $3 WHERE company_id = $1 AND hash = $2 AND used_at IS NULL RETURNING hash;
UPDATE connected_app SET last_used_at = $3 WHERE company_id = $1 AND id = $2;
DELETE FROM connected_app_token WHERE company_id = $1 AND expires_at <= $2;
DELETE FROM connected_app WHERE company_id = $1 AND (ended_at IS NOT NULL OR id NOT IN ( SELECT app_id FROM connected_app_token WHERE company_id = $1));

-- service/people/known-devices.sql.ts
UPDATE known_device SET last_used_at = $4 WHERE company_id = $1 AND user_id = $2 AND token_hash = $3;
INSERT INTO known_device (company_id, user_id, token_hash, last_used_at) VALUES ($1, $2, $3, $4);
DELETE FROM known_device WHERE company_id = $1 AND user_id = $2 AND token_hash = ANY (ARRAY( SELECT token_hash FROM known_device WHERE company_id = $1 AND user_id = $2 ORDER BY last_used_at DESC, token_hash OFFSET $3)) RETURNING token_hash;
DELETE FROM known_device WHERE company_id = $1 AND user_id = $2 RETURNING token_hash;

-- service/people/password-resets.sql.ts
SELECT 1 FROM app_user WHERE company_id = $1 AND id = $2 FOR NO KEY UPDATE;
INSERT INTO password_reset (company_id, user_id, token_hash, created_at, expires_at) VALUES ($1, $2, $3, $4, $5);
DELETE FROM password_reset WHERE company_id = $1 AND user_id = $2 AND ($3::text IS NULL OR token_hash = $3) RETURNING 1;
SELECT u.company_id AS "companyId", u.id AS "userId", u.role, u.email FROM password_reset r JOIN app_user u ON u.company_id = r.company_id AND u.id = r.user_id WHERE r.company_id = $1 AND r.user_id = $2 AND r.token_hash = $3 AND r.expires_at > $4 AND u.active AND seatStands(?);
SELECT token_hash FROM password_reset WHERE company_id = $1 AND expires_at <= $2;
DELETE FROM password_reset WHERE company_id = $1 AND expires_at <= $2;

-- service/people/second-factors.sql.ts
SELECT totp_sealed AS sealed, totp_confirmed_at IS NOT NULL AS "isConfirmed", totp_last_step AS "lastStep" FROM app_user WHERE company_id = $1 AND id = $2 AND totp_sealed IS NOT NULL FOR NO KEY UPDATE;
UPDATE app_user SET totp_sealed = $3, totp_last_step = NULL WHERE company_id = $1 AND id = $2 AND totp_confirmed_at IS NULL;
UPDATE app_user SET totp_confirmed_at = $3 WHERE company_id = $1 AND id = $2;
UPDATE app_user SET totp_last_step = $3 WHERE company_id = $1 AND id = $2;
UPDATE app_user SET totp_sealed = NULL, totp_confirmed_at = NULL, totp_last_step = NULL WHERE company_id = $1 AND id = $2;
DELETE FROM recovery_code WHERE company_id = $1 AND user_id = $2;
DELETE FROM recovery_code WHERE company_id = $1 AND user_id = $2;
INSERT INTO recovery_code (company_id, user_id, code_hash) SELECT $1, $2, hash FROM unnest($3::text[]) AS hash;
DELETE FROM recovery_code WHERE company_id = $1 AND user_id = $2 AND code_hash = $3 RETURNING 1;
SELECT count(*)::int AS count FROM recovery_code WHERE company_id = $1 AND user_id = $2;

-- service/people/unproven-companies.sql.ts
DELETE FROM text_message WHERE company_id = $1;
DELETE FROM password_reset WHERE company_id = $1;
DELETE FROM app_user WHERE company_id = $1;
DELETE FROM company WHERE company_id = $1;
SELECT EXISTS (SELECT 1 FROM api_key k WHERE k.company_id = $1) AS "hasKey" FROM company WHERE company_id = $1 AND unproven_since < $2 FOR UPDATE;
UPDATE company SET unproven_since = NULL WHERE company_id = $1 AND unproven_since IS NOT NULL;

-- service/people/user-sessions.sql.ts
INSERT INTO user_session (company_id, user_id, token_hash, network, user_agent, created_at, last_used_at, expires_at, in_cookie, by_provider) VALUES ($1, $2, $3, $4, $5, $6, $6, $7, $8, $9) RETURNING id;
SELECT s.id, s.network, s.user_agent, s.created_at, s.last_used_at, s.expires_at, u.role, s.in_cookie AS "inCookie", s.created_at AS "createdAt", s.last_used_at AS "lastUsedAt", s.expires_at AS "expiresAt", c.admin_idle_minutes AS "adminIdleMinutes", c.admin_longest_hours AS "adminLongestHours" FROM user_session s JOIN app_user u ON u.company_id = s.company_id AND u.id = s.user_id JOIN company c ON c.company_id = s.company_id WHERE s.company_id = $1 AND s.user_id = $2 AND s.id > $3 ORDER BY s.id LIMIT $4;
DELETE FROM user_session WHERE company_id = $1 AND user_id = $2 AND ($3::bigint IS NULL OR id = $3) AND ($4::bigint IS NULL OR id <> $4) RETURNING token_hash;
UPDATE connected_app SET ended_at = $2 WHERE company_id = $1 AND by_provider AND ended_at IS NULL;
DELETE FROM user_session WHERE company_id = $1 AND by_provider RETURNING token_hash;
SELECT s.token_hash AS "tokenHash", u.role, s.in_cookie AS "inCookie", s.created_at AS "createdAt", s.last_used_at AS "lastUsedAt", s.expires_at AS "expiresAt", c.admin_idle_minutes AS "adminIdleMinutes", c.admin_longest_hours AS "adminLongestHours" FROM user_session s JOIN app_user u ON u.company_id = s.company_id AND u.id = s.user_id JOIN company c ON c.company_id = s.company_id WHERE s.company_id = $1 AND ($2::bigint IS NULL OR s.user_id = $2);
DELETE FROM user_session WHERE company_id = $1 AND token_hash = ANY ($2);
SELECT u.company_id AS "companyId", u.id AS "userId", u.provider_id AS "providerId", s.id AS "sessionId", u.role, s.in_cookie AS "inCookie", s.created_at AS "createdAt", s.last_used_at AS "lastUsedAt", s.expires_at AS "expiresAt", c.admin_idle_minutes AS "adminIdleMinutes", c.admin_longest_hours AS "adminLongestHours", c.require_second_factor AND u.totp_confirmed_at IS NULL AND NOT s.by_provider AS "mustEnrol" FROM user_session s JOIN app_user u ON u.company_id = s.company_id AND u.id = s.user_id JOIN company c ON c.company_id = s.company_id WHERE s.company_id = $1 AND s.id = $2 AND u.active AND seatStands(?);
UPDATE user_session SET last_used_at = $3 WHERE company_id = $1 AND id = $2;

-- service/people/users.sql.ts
SELECT id, version, email, name, role, provider_id, locale, active, password_hash IS NOT NULL AS password_set, totp_confirmed_at IS NOT NULL AS second_factor, created_at, updated_at FROM app_user WHERE company_id = $1 AND id = $2;
SELECT u.id, u.version, u.email, u.name, u.role, u.provider_id, u.locale, u.active AND seatStands(?) AS active, u.password_hash IS NOT NULL AS password_set, u.totp_confirmed_at IS NOT NULL AS second_factor, u.created_at, u.updated_at, u.company_id AS "companyId", c.name AS "companyName", u.password_hash AS "passwordHash", c.require_second_factor AND u.totp_confirmed_at IS NULL AS "mustEnrol", c.admin_longest_hours AS "adminLongestHours", u.accepted_at AS "acceptedAt" FROM app_user u JOIN company c ON c.company_id = u.company_id WHERE u.company_id = $1 AND u.id = $2;
SELECT id, version, email, name, role, provider_id, locale, active, password_hash IS NOT NULL AS password_set, totp_confirmed_at IS NOT NULL AS second_factor, created_at, updated_at FROM app_user WHERE company_id = $1 AND id > $2 AND ($4::boolean IS NULL OR active = $4) AND ($5::timestamptz IS NULL OR updated_at >= $5) ORDER BY id LIMIT $3;
INSERT INTO app_user (company_id, email, name, role, password_hash, created_at, updated_at, locale, provider_id) VALUES ($1, $2, $3, $4, $5, $6, $6, $7, $8) RETURNING id, version, email, name, role, provider_id, locale, active, password_hash IS NOT NULL AS password_set, totp_confirmed_at IS NOT NULL AS second_factor, created_at, updated_at;
UPDATE app_user SET email = $3, name = $4, role = $5, active = $6, updated_at = $7, locale = $8, provider_id = $9 WHERE company_id = $1 AND id = $2;
SELECT password_hash FROM app_user WHERE company_id = $1 AND id = $2;
UPDATE app_user SET password_hash = $3, updated_at = $4 WHERE company_id = $1 AND id = $2;
UPDATE app_user SET accepted_at = $3 WHERE company_id = $1 AND id = $2 AND accepted_at IS NULL;
DELETE FROM app_user WHERE company_id = $1 AND id = $2;

-- service/platform/audit.sql.ts
INSERT INTO audit (company_id, id, at, actor, request_id, operation, target_id, fields, network, customer_id) VALUES ($1, newDailyId(?), $3, $4, $5, $6, $7, $8, $9, $10);
SELECT id, at, actor, request_id, operation, target_id, fields, network FROM audit WHERE company_id = $1 AND id = $2 AND id >= $3;
SELECT id, at, actor, request_id, operation, target_id, fields, network FROM audit WHERE company_id = $1 AND id >= $2 AND id < $3 AND ($4::timestamptz IS NULL OR at >= $4) AND ($5::timestamptz IS NULL OR at < $5) AND ($6::text IS NULL OR operation = $6) AND ($7::bigint IS NULL OR (actor->>'userId')::bigint = $7 OR (operation = 'refuse_sign_in' AND target_id = $7)) AND ($8::bigint IS NULL OR (actor->>'apiKeyId')::bigint = $8) AND ($9::text IS NULL OR request_id = $9) AND ($11::bigint IS NULL OR target_id = $11) ORDER BY id DESC LIMIT $10;

-- service/platform/directory.sql.ts
SELECT c.company_id AS "companyId", c.name, c.locale, coalesce((SELECT v.phone FROM channel v WHERE v.company_id = $1 AND v.kind = 'voice' ORDER BY v.id LIMIT 1), c.phone) AS "callPhone" FROM company c JOIN channel k ON k.company_id = c.company_id AND k.kind = 'sms' AND k.phone = $2 WHERE c.company_id = $1;
SELECT c.booking_links_enabled AS "linksEnabled", c.name AS "companyName", c.locale AS "companyLocale", c.accent_color AS "companyAccentColor", c.embed_origins AS "embedOrigins", coalesce(c.phone, (SELECT phone FROM channel v WHERE v.company_id = $1 AND v.kind = 'voice' ORDER BY v.id LIMIT 1)) AS "companyPhone" FROM company c WHERE c.company_id = $1;
SELECT r.company_id AS "companyId", 'request' AS of, r.id, r.appointment_type_id AS "typeId", r.customer_id AS "customerId", r.id AS "requestId", a.id AS "appointmentId", concat_ws('.', r.version, concat_ws('.', a.id, a.version, extract(epoch FROM a.updated_at), a.attendance, extract(epoch FROM a.narrowed_start_at), extract(epoch FROM a.on_the_way_at), extract(epoch FROM a.expected_at), CASE WHEN a.group_id IS NOT NULL THEN (SELECT concat_ws('.', sum(g.version), max(extract(epoch FROM g.updated_at))) FROM appointment g WHERE g.company_id = $1 AND g.group_id = a.group_id) END, CASE WHEN a.series_id IS NOT NULL THEN (SELECT concat_ws('.', sum(o.version), max(extract(epoch FROM o.updated_at))) FROM appointment o WHERE o.company_id = $1 AND o.series_id = a.series_id) END)) AS standing, a.start_at AS "startAt", (SELECT t.cancel_notice_minutes FROM appointment_type t WHERE t.company_id = $1 AND t.id = a.appointment_type_id) AS "noticeMinutes", c.booking_links_enabled AS "linksEnabled", c.name AS "companyName", c.locale AS "companyLocale", c.accent_color AS "companyAccentColor", c.embed_origins AS "embedOrigins", coalesce(c.phone, (SELECT phone FROM channel v WHERE v.company_id = $1 AND v.kind = 'voice' ORDER BY v.id LIMIT 1)) AS "companyPhone" FROM scheduling_request r JOIN company c ON c.company_id = r.company_id LEFT JOIN appointment a ON a.company_id = r.company_id AND a.scheduling_request_id = r.id AND a.status <> 'cancelled' WHERE r.company_id = $1 AND r.id = $2;
SELECT a.company_id AS "companyId", 'appointment' AS of, a.id, a.appointment_type_id AS "typeId", a.customer_id AS "customerId", NULL::bigint AS "requestId", a.id AS "appointmentId", concat_ws('.', a.id, a.version, extract(epoch FROM a.updated_at), a.attendance, extract(epoch FROM a.narrowed_start_at), extract(epoch FROM a.on_the_way_at), extract(epoch FROM a.expected_at), CASE WHEN a.group_id IS NOT NULL THEN (SELECT concat_ws('.', sum(g.version), max(extract(epoch FROM g.updated_at))) FROM appointment g WHERE g.company_id = $1 AND g.group_id = a.group_id) END, CASE WHEN a.series_id IS NOT NULL THEN (SELECT concat_ws('.', sum(o.version), max(extract(epoch FROM o.updated_at))) FROM appointment o WHERE o.company_id = $1 AND o.series_id = a.series_id) END) AS standing, a.start_at AS "startAt", (SELECT t.cancel_notice_minutes FROM appointment_type t WHERE t.company_id = $1 AND t.id = a.appointment_type_id) AS "noticeMinutes", c.booking_links_enabled AS "linksEnabled", c.name AS "companyName", c.locale AS "companyLocale", c.accent_color AS "companyAccentColor", c.embed_origins AS "embedOrigins", coalesce(c.phone, (SELECT phone FROM channel v WHERE v.company_id = $1 AND v.kind = 'voice' ORDER BY v.id LIMIT 1)) AS "companyPhone" FROM appointment a JOIN company c ON c.company_id = a.company_id WHERE a.company_id = $1 AND a.id = $2;

-- service/platform/empty-company.sql.ts
DELETE FROM report_appointments WHERE company_id = $1;
DELETE FROM report_minutes WHERE company_id = $1;
DELETE FROM report_requests WHERE company_id = $1;
DELETE FROM report_texts WHERE company_id = $1;
DELETE FROM calendar_event WHERE company_id = $1;
DELETE FROM calendar_busy WHERE company_id = $1;
DELETE FROM provider_calendar WHERE company_id = $1;
DELETE FROM calendar_feed WHERE company_id = $1;
DELETE FROM verified_visit WHERE company_id = $1;
DELETE FROM verification_code WHERE company_id = $1;
DELETE FROM callback WHERE company_id = $1;
DELETE FROM disruption WHERE company_id = $1;
DELETE FROM agent_contact_code WHERE company_id = $1;
DELETE FROM agent_booking WHERE company_id = $1;
DELETE FROM agent_session WHERE company_id = $1;
DELETE FROM outreach_step WHERE company_id = $1;
DELETE FROM outreach_run WHERE company_id = $1;
DELETE FROM outreach_plan WHERE company_id = $1;
DELETE FROM text_message WHERE company_id = $1;
DELETE FROM delivery WHERE company_id = $1;
DELETE FROM webhook_endpoint WHERE company_id = $1;
DELETE FROM event WHERE company_id = $1;
DELETE FROM allocation WHERE company_id = $1;
DELETE FROM uploaded_file WHERE company_id = $1;
DELETE FROM hold WHERE company_id = $1;
DELETE FROM appointment WHERE company_id = $1;
DELETE FROM class_session WHERE company_id = $1;
DELETE FROM series WHERE company_id = $1;
DELETE FROM scheduling_request WHERE company_id = $1;
DELETE FROM waiting_offer WHERE company_id = $1;
DELETE FROM waiting_entry WHERE company_id = $1;
DELETE FROM consent WHERE company_id = $1 AND company_id >= 1000000000;
DELETE FROM number_lock WHERE company_id = $1;
DELETE FROM contact WHERE company_id = $1;
DELETE FROM customer WHERE company_id = $1;
DELETE FROM inbox_later WHERE company_id = $1;
DELETE FROM known_device WHERE company_id = $1;
DELETE FROM connected_app_token WHERE company_id = $1;
DELETE FROM connected_app WHERE company_id = $1;
DELETE FROM user_session WHERE company_id = $1;
DELETE FROM password_reset WHERE company_id = $1;
DELETE FROM recovery_code WHERE company_id = $1;
DELETE FROM app_user WHERE company_id = $1;
DELETE FROM company_time_off WHERE company_id = $1;
DELETE FROM time_off WHERE company_id = $1;
DELETE FROM date_override WHERE company_id = $1;
DELETE FROM weekly_hours WHERE company_id = $1;
DELETE FROM resource_time_off WHERE company_id = $1;
DELETE FROM resource_detail WHERE company_id = $1;
DELETE FROM provider_type WHERE company_id = $1;
DELETE FROM provider WHERE company_id = $1;
DELETE FROM resource WHERE company_id = $1;
DELETE FROM appointment_type WHERE company_id = $1;
DELETE FROM location WHERE company_id = $1;
DELETE FROM mail_server WHERE company_id = $1;
DELETE FROM mail_domain WHERE company_id = $1;
DELETE FROM channel WHERE company_id = $1;
DELETE FROM company_logo WHERE company_id = $1;
DELETE FROM picture WHERE company_id = $1;
DELETE FROM identity_provider WHERE company_id = $1;
DELETE FROM retell_post WHERE company_id = $1;
DELETE FROM retell_account WHERE company_id = $1;
DELETE FROM idempotency WHERE company_id = $1;
DELETE FROM test_clock WHERE company_id = $1;
DELETE FROM api_key WHERE company_id = $1;
DELETE FROM company WHERE company_id = $1;
SELECT 1 FROM company WHERE company_id = $1 FOR KEY SHARE;
SELECT 1 FROM company WHERE company_id = $1 FOR UPDATE;
DELETE FROM audit WHERE company_id = $1;
SELECT coalesce(jsonb_agg(to_jsonb(k) ORDER BY k.id), '[]')::text AS keys FROM api_key k WHERE k.company_id = $1;
INSERT INTO api_key (company_id, id, name, role, key_hash, last_four, created_at, created_by, last_used_at, revoked_at) SELECT $1, k.id, k.name, k.role, k.key_hash, k.last_four, k.created_at, k.created_by, k.last_used_at, k.revoked_at FROM jsonb_to_recordset($2::jsonb) AS k (id bigint, name text, role text, key_hash text, last_four text, created_at timestamptz, created_by jsonb, last_used_at timestamptz, revoked_at timestamptz);

-- service/platform/idempotency.sql.ts
SELECT method, path, body_hash AS "bodyHash", status, answer, created_at FROM idempotency WHERE company_id = $1 AND credential = $2 AND key = ANY ($3);
DELETE FROM idempotency WHERE company_id = $1 AND credential = $2 AND key = ANY ($3) AND created_at <= $4;
INSERT INTO idempotency (company_id, credential, key, method, path, body_hash, created_at, status, answer, customer_id, of_many) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11);
UPDATE idempotency SET status = 410, answer = $3, key = CASE WHEN key LIKE 'erased:%' THEN key ELSE 'erased:' || textHash(?) END WHERE company_id = $1 AND (customer_id = $2 OR of_many);

-- service/platform/pg/locks.ts
WITH locked AS MATERIALIZED (SELECT id FROM provider WHERE company_id = $1 ORDER BY id FOR UPDATE) UPDATE provider p SET version = version + 1 FROM locked WHERE p.company_id = $1 AND p.id = locked.id;
SELECT 1 FROM customer WHERE company_id = $1 AND id = $2 FOR UPDATE;
SELECT 1 FROM customer WHERE company_id = $1 AND id = ANY ($2::bigint[]) ORDER BY id FOR UPDATE;
SELECT 1 FROM scheduling_request WHERE company_id = $1 AND id = ANY ($2::bigint[]) ORDER BY id FOR UPDATE;
SELECT 1 FROM scheduling_request WHERE company_id = $1 AND id = $2 FOR UPDATE;
UPDATE provider SET version = version + 1 WHERE company_id = $1 AND id = $2;
UPDATE resource SET version = version + 1 WHERE company_id = $1 AND id = $2;
SELECT 1 FROM appointment WHERE company_id = $1 AND id = $2 FOR UPDATE;
SELECT 1 FROM appointment WHERE company_id = $1 AND id = ANY ($2::bigint[]) ORDER BY id FOR UPDATE;

-- service/platform/pg/open-commits.ts
SELECT p.gid FROM company c CROSS JOIN pg_prepared_xact() p WHERE c.company_id = $1 AND p.gid LIKE 'citus\_%';

-- service/platform/pg/partitions.ts
DELETE FROM event WHERE company_id = $1 AND id < $2;

-- service/platform/pg/watch.ts
SELECT FROM company WHERE company_id = ?;

-- service/platform/record-counts.sql.ts
SELECT count(*)::int AS count FROM location WHERE company_id = $1 AND archived_at IS NULL;
SELECT count(*)::int AS count FROM appointment_type WHERE company_id = $1 AND archived_at IS NULL;
SELECT count(*)::int AS count FROM provider WHERE company_id = $1 AND archived_at IS NULL;
SELECT count(*)::int AS count FROM resource_detail WHERE company_id = $1 AND archived_at IS NULL;
SELECT count(*)::int AS count FROM company_time_off WHERE company_id = $1;

-- service/platform/versions.sql.ts
UPDATE company SET version = version + 1 WHERE company_id = $1 AND company_id = $2 RETURNING version;
UPDATE location SET version = version + 1 WHERE company_id = $1 AND id = $2 RETURNING version;
UPDATE appointment_type SET version = version + 1 WHERE company_id = $1 AND id = $2 RETURNING version;
UPDATE provider SET settings_version = settings_version + 1 WHERE company_id = $1 AND id = $2 RETURNING settings_version AS version;
UPDATE provider SET hours_version = hours_version + 1 WHERE company_id = $1 AND id = $2 RETURNING hours_version AS version;
UPDATE resource_detail SET settings_version = settings_version + 1 WHERE company_id = $1 AND id = $2 RETURNING settings_version AS version;
UPDATE customer SET version = version + 1 WHERE company_id = $1 AND id = $2 RETURNING version;
UPDATE contact SET version = version + 1 WHERE company_id = $1 AND id = $2 RETURNING version;
UPDATE app_user SET version = version + 1 WHERE company_id = $1 AND id = $2 RETURNING version;
UPDATE outreach_plan SET version = version + 1 WHERE company_id = $1 AND id = $2 RETURNING version;
UPDATE waiting_entry SET version = version + 1 WHERE company_id = $1 AND id = $2 RETURNING version;
UPDATE webhook_endpoint SET version = version + 1 WHERE company_id = $1 AND id = $2 RETURNING version;
UPDATE appointment SET notes_version = notes_version + 1 WHERE company_id = $1 AND id = $2 RETURNING notes_version AS version;

-- service/privacy/database-mark.sql.ts
DELETE FROM user_session WHERE company_id = $1;
DELETE FROM connected_app_token WHERE company_id = $1;
DELETE FROM password_reset WHERE company_id = $1;
DELETE FROM verification_code WHERE company_id = $1;
DELETE FROM verified_visit WHERE company_id = $1;
DELETE FROM agent_contact_code WHERE company_id = $1;

-- service/privacy/journal-again.sql.ts
DELETE FROM calendar_feed WHERE company_id = $1 AND id = $2;
UPDATE api_key SET revoked_at = $3 WHERE company_id = $1 AND id = $2 AND revoked_at IS NULL;
UPDATE app_user SET password_hash = NULL WHERE company_id = $1 AND id = $2 AND textHash(?) = $3 RETURNING 1;
INSERT INTO consent (company_id, phone_hash, phone_sealed, channel, event, source, at) SELECT c.company_id, $2, $3, $4, $5, $6, $7 FROM company c WHERE c.company_id = $1 AND NOT EXISTS ( SELECT 1 FROM consent k WHERE k.company_id = $1 AND k.phone_hash = $2 AND k.channel = $4 AND k.event = $5 AND k.at = $7) RETURNING 1;
UPDATE text_message SET status = 'sending', carrier_id = coalesce(carrier_id, $3) WHERE company_id = $1 AND id = $2 AND status IN ('pending', 'sending') RETURNING 1;
INSERT INTO text_message (company_id, id, purpose, channel, once_key, customer_id, appointment_id, appointment_version, run_id, step_position, status, carrier_id, created_at, good_until) SELECT u.company_id, $2, $3, $4, $5, u.id, $7, $8, $9, $10, 'sending', $11, $12, $12 FROM customer u WHERE u.company_id = $1 AND u.id = coalesce($6::bigint, 0) AND ($7::bigint IS NULL OR EXISTS (SELECT 1 FROM appointment a WHERE a.company_id = $1 AND a.id = coalesce($7::bigint, 0))) AND ($9::bigint IS NULL OR EXISTS (SELECT 1 FROM outreach_run r WHERE r.company_id = $1 AND r.id = coalesce($9::bigint, 0))) ON CONFLICT DO NOTHING RETURNING 1;
SELECT id FROM hold WHERE company_id = $1 AND customer_id = $2 AND kind = 'undo';
UPDATE appointment SET status = 'cancelled', cancelled_by = 'system', cancelled_at = $3, cancels_at = NULL, undo_hold_id = NULL, version = version + 1, updated_at = $3 WHERE company_id = $1 AND customer_id = $2 AND status IN ('scheduled', 'pending') AND end_at > $3 RETURNING id, session_id, seats;
SELECT 1 FROM customer WHERE company_id = $1 AND id = $2 AND erased_at IS NULL;

-- service/privacy/personal-data.sql.ts
SELECT id, status, appointment_type_id, earliest_date, latest_date, external_ref, metadata, duration_label, created_at FROM scheduling_request WHERE company_id = $1 AND customer_id = $2 AND id > $3 ORDER BY id LIMIT $4;
SELECT id, type, occurred_at, source, data FROM event WHERE company_id = $1 AND customer_id = $2 AND id > $3 ORDER BY id LIMIT $4;
SELECT id, purpose, channel, status, created_at, sent_at FROM text_message WHERE company_id = $1 AND (customer_id = $2 OR phone_hash = ANY ($3)) AND id > $4 ORDER BY id LIMIT $5;
UPDATE customer SET first_name = $3, last_name = '', email = NULL, email_state = NULL, address = NULL, address_latitude = NULL, address_longitude = NULL, address_accuracy = NULL, address_city_codes = NULL, address_source = NULL, external_ref = NULL, metadata = NULL, assigned_provider_id = NULL, locale = NULL, timezone = NULL, warning = NULL, notes = NULL, archived_at = coalesce(archived_at, $4), erased_at = coalesce(erased_at, $4), updated_at = greatest($4, updated_at) WHERE company_id = $1 AND id = $2;
UPDATE appointment SET address = NULL, latitude = NULL, longitude = NULL, notes = NULL, cancel_reason = NULL, answers = '[]', import_key = NULL, external_ref = NULL, metadata = NULL WHERE company_id = $1 AND customer_id = $2;
UPDATE scheduling_request SET status = 'cancelled', version = version + 1, updated_at = $3 WHERE company_id = $1 AND customer_id = $2 AND status = 'open' RETURNING created_at;
UPDATE scheduling_request SET external_ref = NULL, metadata = NULL, duration_label = NULL WHERE company_id = $1 AND customer_id = $2 AND (external_ref IS NOT NULL OR metadata IS NOT NULL OR duration_label IS NOT NULL);
SELECT id, created_at FROM text_message WHERE company_id = $1 AND (phone_hash = ANY ($2) OR customer_id = $3);
DELETE FROM text_message WHERE company_id = $1 AND (phone_hash = ANY ($2) OR customer_id = $3);
DELETE FROM verification_code WHERE company_id = $1 AND phone_hash = ANY ($2);
DELETE FROM verified_visit WHERE company_id = $1 AND (phone_hash = ANY ($2) OR customer_id = $3);
SELECT id, data FROM event WHERE company_id = $1 AND (customer_id = $2 OR id = ANY ($3::bigint[])) AND type <> 'customer.erased';
UPDATE event SET data = r.data FROM unnest($2::bigint[], $3::json[]) AS r (id, data) WHERE event.company_id = $1 AND event.id = r.id;
UPDATE delivery SET attempt_log = ARRAY( SELECT ROW(a.number, a.started_at, a.finished_at, a.status_code, a.error, a.tls_reason, a.address, a.signed_at, a.signature, NULL)::attempt FROM unnest(attempt_log) a) WHERE company_id = $1 AND event_id = ANY ($2::bigint[]) AND has_failed AND attempt_log IS NOT NULL;
DELETE FROM agent_session WHERE company_id = $1 AND phone_hash = ANY ($2);
DELETE FROM agent_contact_code WHERE company_id = $1 AND customer_id = $2;
SELECT phone FROM contact WHERE company_id = $1 AND customer_id = $2 AND NOT EXISTS ( SELECT 1 FROM contact other WHERE other.company_id = $1 AND other.phone = contact.phone AND other.customer_id <> $2);
SELECT email FROM customer WHERE company_id = $1 AND id = $2 AND email IS NOT NULL AND NOT EXISTS ( SELECT 1 FROM customer other WHERE other.company_id = $1 AND lower(other.email) = lower(customer.email) AND other.id <> $2);
UPDATE consent SET source = 'erased' WHERE company_id = $1 AND phone_hash = ANY ($2) AND source <> ALL ($3) AND source <> 'erased';

-- service/privacy/sealed-rows.sql.ts
SELECT ? FROM app_user WHERE company_id = $1 AND (?) AND (? IS NULL OR (?) > (?)) ORDER BY ? LIMIT $3;
UPDATE app_user AS kept SET ? FROM unnest(?) AS given (?) WHERE kept.company_id = $1 AND ? AND ? RETURNING 1;
SELECT held.key_id AS "keyId", count(*)::int AS rows FROM app_user CROSS JOIN LATERAL (SELECT DISTINCT unnest(ARRAY[?]) AS key_id) AS held WHERE company_id = $1 AND held.key_id <> $2 GROUP BY held.key_id ORDER BY held.key_id;

-- service/readiness/readiness.sql.ts
SELECT (SELECT coalesce(json_agg(l ORDER BY l.id), '[]') FROM ( SELECT id, name, timezone, latitude, longitude, service_area FROM location WHERE company_id = $1 AND active AND archived_at IS NULL) l) AS locations, (SELECT coalesce(json_agg(t ORDER BY t.id), '[]') FROM ( SELECT id, name, kind, place, public_booking, block_minutes, duration_options, min_notice_minutes, booking_window_days, location_ids, needs FROM appointment_type WHERE company_id = $1 AND active AND archived_at IS NULL) t) AS types, (SELECT coalesce(json_agg(json_build_object('group', group_name, 'location_id', location_id) ORDER BY id), '[]') FROM resource_detail WHERE company_id = $1 AND active AND archived_at IS NULL) AS resources;
SELECT p.id, p.name, coalesce((SELECT json_agg(o.appointment_type_id) FROM provider_type o WHERE o.company_id = $1 AND o.provider_id = p.id), '[]') AS appointment_type_ids, coalesce((SELECT json_agg(json_build_array(h.location_id, h.weekday, h.start_minute, h.end_minute)) FROM weekly_hours h WHERE h.company_id = $1 AND h.provider_id = p.id), '[]') AS hours, coalesce((SELECT json_agg(json_build_array(o.location_id, o.day, o.intervals)) FROM date_override o WHERE o.company_id = $1 AND o.provider_id = p.id AND o.day >= $2::int - 10), '[]') AS overrides, (SELECT string_agg(int8send((f.start_minute::bigint << 32) | f.end_minute), '' ORDER BY f.start_minute) FROM time_off f WHERE f.company_id = $1 AND f.provider_id = p.id AND f.end_minute > $3) AS time_off FROM provider p WHERE p.company_id = $1 AND p.active AND p.archived_at IS NULL ORDER BY p.id;
SELECT y.id, y.provider_id, p.name AS provider_name, y.address, y.problem, y.last_read_at, y.failing_since, y.created_at FROM provider_calendar y JOIN provider p ON p.company_id = $1 AND p.id = y.provider_id WHERE y.company_id = $1 AND y.disconnected_at IS NULL AND p.archived_at IS NULL ORDER BY y.id;
SELECT coalesce(sent_at, created_at) AS at, status = 'failed' OR coalesce(delivery = 'undelivered', false) AS failed, last_error AS error FROM text_message WHERE company_id = $1 AND created_at > $2 AND channel = $4 AND status IN ('sent', 'failed') ORDER BY created_at DESC LIMIT $3;
SELECT count(*) AS count FROM customer WHERE company_id = $1 AND email_state = 'unreachable' AND archived_at IS NULL;

-- service/reports/reports.sql.ts
SELECT ? AS key, sumsOf(?) FROM report_appointments WHERE company_id = $1 AND within(?) GROUP BY 1;
SELECT ? AS key, sumsOf(?) FROM report_appointments WHERE company_id = $1 AND within(?) GROUP BY 1;
SELECT ? AS key, sum(no_show)::bigint AS no_shows, sum(completed + no_show + CASE WHEN day < today THEN scheduled ELSE 0 END)::bigint AS past FROM report_appointments JOIN unnest($7::bigint[], $8::integer[]) AS t (location, today) ON t.location = location_id WHERE company_id = $1 AND within(?) GROUP BY 1;
SELECT ? AS key, sumsOf(?) FROM report_minutes WHERE company_id = $1 AND within(?) GROUP BY 1;
SELECT ? AS key, sumsOf(?) FROM report_requests WHERE company_id = $1 AND within(?) GROUP BY 1;
SELECT ? AS key, sumsOf(?) FROM report_texts WHERE company_id = $1 AND within(?) GROUP BY 1;
SELECT start_at, timezone, location_id, provider_id, appointment_type_id, seats, seats_taken, status FROM class_session WHERE company_id = $1 AND start_at >= $2 AND start_at < $3 AND ($4::bigint IS NULL OR location_id = $4) AND ($5::bigint IS NULL OR provider_id = $5) AND ($6::bigint IS NULL OR appointment_type_id = $6);
SELECT id, name FROM location WHERE company_id = $1;
SELECT id, name FROM provider WHERE company_id = $1;
SELECT id, name FROM appointment_type WHERE company_id = $1;
SELECT id, name, timezone, active AND archived_at IS NULL AS active FROM location WHERE company_id = $1 ORDER BY id;
SELECT p.id, p.name, coalesce((SELECT json_agg(json_build_array(h.location_id, h.weekday, h.start_minute, h.end_minute)) FROM weekly_hours h WHERE h.company_id = $1 AND h.provider_id = p.id), '[]') AS hours, coalesce((SELECT json_agg(json_build_array(o.location_id, o.day, o.intervals)) FROM date_override o WHERE o.company_id = $1 AND o.provider_id = p.id AND o.day BETWEEN $2::int - 10 AND $3::int + 1), '[]') AS overrides, (SELECT string_agg(int4send(f.start_minute) || int4send(f.end_minute), '' ORDER BY f.start_minute) FROM time_off f WHERE f.company_id = $1 AND f.provider_id = p.id AND f.end_minute > ($2::int - 2) * ? AND f.start_minute < ($3::int + 2) * ?) AS off FROM provider p WHERE p.company_id = $1 AND p.active AND p.archived_at IS NULL AND ($4::bigint IS NULL OR p.id = $4) ORDER BY p.id;

-- service/reports/roll-ups.sql.ts
DELETE FROM report_appointments WHERE company_id = $1 AND detail IN (0, 1, 2) AND day = $2;
INSERT INTO report_appointments (company_id, detail, day, location_id, provider_id, appointment_type_id, scheduled, completed, no_show, cancelled, by_company, by_agent, by_public_page, by_booking_link, lead_same_day, lead_1_day, lead_2_to_3_days, lead_4_to_7_days, lead_8_to_14_days, lead_15_to_30_days, lead_31_days_up) SELECT a.company_id, detailOf(?), $2::integer, a.location_id, coalesce(a.provider_id, 0), coalesce(a.appointment_type_id, 0), count(*) FILTER (WHERE a.status = 'scheduled'), count(*) FILTER (WHERE a.status = 'completed'), count(*) FILTER (WHERE a.status = 'no_show'), count(*) FILTER (WHERE a.status = 'cancelled'), count(*) FILTER (WHERE a.status <> 'cancelled' AND a.booked_by IN ('api', 'admin')), count(*) FILTER (WHERE a.status <> 'cancelled' AND a.booked_by = 'agent'), count(*) FILTER (WHERE a.status <> 'cancelled' AND a.booked_by = 'public'), count(*) FILTER (WHERE a.status <> 'cancelled' AND a.booked_by = 'link'), count(*) FILTER (WHERE a.status <> 'cancelled' AND a.created_at >= p.lead_0), count(*) FILTER (WHERE a.status <> 'cancelled' AND a.created_at < p.lead_0 AND a.created_at >= p.lead_1), count(*) FILTER (WHERE a.status <> 'cancelled' AND a.created_at < p.lead_1 AND a.created_at >= p.lead_3), count(*) FILTER (WHERE a.status <> 'cancelled' AND a.created_at < p.lead_3 AND a.created_at >= p.lead_7), count(*) FILTER (WHERE a.status <> 'cancelled' AND a.created_at < p.lead_7 AND a.created_at >= p.lead_14), count(*) FILTER (WHERE a.status <> 'cancelled' AND a.created_at < p.lead_14 AND a.created_at >= p.lead_30), count(*) FILTER (WHERE a.status <> 'cancelled' AND a.created_at < p.lead_30) FROM appointment a JOIN unnest($3::bigint[], $4::timestamptz[], $5::timestamptz[], $8::timestamptz[], $9::timestamptz[], $10::timestamptz[], $11::timestamptz[], $12::timestamptz[], $13::timestamptz[]) AS p (location_id, from_at, until_at, lead_0, lead_1, lead_3, lead_7, lead_14, lead_30) ON p.location_id = a.location_id AND a.start_at >= p.from_at AND a.start_at < p.until_at WHERE a.company_id = $1 AND a.start_at >= $6 AND a.start_at < $7 AND a.answer_by IS NULL inEachDetail(?);
DELETE FROM report_minutes WHERE company_id = $1 AND detail IN (0, 1, 2) AND day = $2;
INSERT INTO report_minutes (company_id, detail, day, location_id, provider_id, appointment_type_id, booked_minutes) SELECT a.company_id, detailOf(?), $2::integer, a.location_id, coalesce(a.resource_id, 0), coalesce(a.appointment_type_id, 0), sum(least(a.job_end_minute, p.until_minute) - greatest(a.job_start_minute, p.from_minute)) FROM ( SELECT k.company_id, k.resource_id, k.appointment_type_id, k.job_start_minute, k.job_end_minute, coalesce(o.location_id, s.location_id) AS location_id FROM allocation k LEFT JOIN appointment o ON o.company_id = $1 AND o.id = k.appointment_id AND o.answer_by IS NULL LEFT JOIN class_session s ON s.company_id = $1 AND s.id = k.session_id WHERE k.company_id = $1 AND k.resource_id = ANY ($8::bigint[]) AND k.active AND k.start_minute >= $6::integer - ? AND k.start_minute < $7::integer AND k.end_minute > $6::integer ) a JOIN unnest($3::bigint[], $4::integer[], $5::integer[]) AS p (location_id, from_minute, until_minute) ON p.location_id = a.location_id AND a.job_start_minute < p.until_minute AND a.job_end_minute > p.from_minute inEachDetail(?);
DELETE FROM report_requests WHERE company_id = $1 AND detail IN (0, 1, 2) AND day = $2;
INSERT INTO report_requests (company_id, detail, day, location_id, provider_id, appointment_type_id, open, scheduled, cancelled, expired) SELECT r.company_id, detailOf(?), $2::integer, coalesce(r.location_id, 0), coalesce(coalesce(r.provider_id, 0), 0), coalesce(r.appointment_type_id, 0), count(*) FILTER (WHERE r.status = 'open'), count(*) FILTER (WHERE r.status = 'scheduled'), count(*) FILTER (WHERE r.status = 'cancelled'), count(*) FILTER (WHERE r.status = 'expired') FROM scheduling_request r JOIN unnest($3::bigint[], $4::timestamptz[], $5::timestamptz[]) AS p (location_id, from_at, until_at) ON p.location_id = coalesce(r.location_id, 0) AND r.created_at >= p.from_at AND r.created_at < p.until_at WHERE r.company_id = $1 AND r.created_at >= $6 AND r.created_at < $7 inEachDetail(?);
DELETE FROM report_texts WHERE company_id = $1 AND detail IN (0, 1, 2) AND day = $2;
INSERT INTO report_texts (company_id, detail, day, location_id, provider_id, appointment_type_id, sent, delivered, undelivered, skipped, failed) SELECT t.company_id, detailOf(?), $2::integer, coalesce(a.location_id, 0), coalesce(coalesce(a.provider_id, 0), 0), coalesce(coalesce(a.appointment_type_id, 0), 0), count(*) FILTER (WHERE t.status = 'sent' AND t.delivery IS NULL), count(*) FILTER (WHERE t.status = 'sent' AND t.delivery = 'delivered'), count(*) FILTER (WHERE t.status = 'sent' AND t.delivery = 'undelivered'), count(*) FILTER (WHERE t.status = 'skipped'), count(*) FILTER (WHERE t.status = 'failed') FROM text_message t LEFT JOIN appointment a ON a.company_id = $1 AND a.id = t.appointment_id JOIN unnest($3::bigint[], $4::timestamptz[], $5::timestamptz[]) AS p (location_id, from_at, until_at) ON p.location_id = coalesce(a.location_id, 0) AND t.created_at >= p.from_at AND t.created_at < p.until_at WHERE t.company_id = $1 AND t.created_at >= $6 AND t.created_at < $7 AND t.channel = 'sms' AND t.status IN ('sent', 'skipped', 'failed') inEachDetail(?);
SELECT timezone FROM company WHERE company_id = $1;
SELECT id, timezone FROM location WHERE company_id = $1;
SELECT id FROM provider WHERE company_id = $1;
SELECT 'appointments' AS noun, (SELECT min(a.start_at) FROM appointment a WHERE a.company_id = $1) AS "from", greatest((SELECT max(a.start_at) FROM appointment a WHERE a.company_id = $1), (SELECT to_timestamp(max(k.job_end_minute) * 60.0) FROM allocation k WHERE k.company_id = $1 AND k.active)) AS until UNION ALL SELECT 'requests', (SELECT min(r.created_at) FROM scheduling_request r WHERE r.company_id = $1), (SELECT max(r.created_at) FROM scheduling_request r WHERE r.company_id = $1) UNION ALL SELECT 'texts', (SELECT min(t.created_at) FROM text_message t WHERE t.company_id = $1), (SELECT max(t.created_at) FROM text_message t WHERE t.company_id = $1);

-- service/taking/write-allocations.ts
INSERT INTO allocation (company_id, appointment_id, hold_id, session_id, appointment_type_id, latitude, longitude, written_at, held_until, resource_id, lead, pinned, start_minute, end_minute, job_start_minute, job_end_minute, part) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17);
INSERT INTO allocation (company_id, appointment_id, hold_id, session_id, appointment_type_id, latitude, longitude, written_at, held_until, resource_id, lead, pinned, start_minute, end_minute, job_start_minute, job_end_minute, part) SELECT $1::bigint, $2::bigint, $3::bigint, $4::bigint, $5::bigint, $6::float8, $7::float8, $8::timestamptz, $9::timestamptz, t.* FROM unnest($10::bigint[], $11::boolean[], $12::boolean[], $13::int[], $14::int[], $15::int[], $16::int[], $17::smallint[]) AS t;
DELETE FROM allocation WHERE company_id = $1 AND resource_id = ANY ($2) AND held_until <= $3;
UPDATE allocation SET active = false WHERE company_id = $1 AND appointment_id = $2 AND active;
UPDATE allocation SET active = $3 WHERE company_id = $1 AND id = ANY ($2::bigint[]);
UPDATE allocation SET active = false WHERE company_id = $1 AND session_id = $2 AND active;
DELETE FROM allocation WHERE company_id = $1 AND hold_id = $2;
UPDATE class_session SET seats_taken = seats_taken + $3 WHERE company_id = $1 AND id = $2 AND status = 'scheduled' AND seats_taken + $3 <= seats RETURNING 1;
UPDATE class_session SET seats_taken = seats_taken - $3 WHERE company_id = $1 AND id = $2;
UPDATE allocation SET appointment_id = $3, hold_id = NULL, held_until = NULL, latitude = $4, longitude = $5, written_at = $6 WHERE company_id = $1 AND hold_id = $2 RETURNING 1;
SELECT id FROM allocation WHERE company_id = $1 AND id = ANY($2::bigint[]) AND active ORDER BY id FOR UPDATE;
UPDATE allocation k SET active = true, resource_id = m.resource_id, end_minute = m.until_minute FROM unnest($2::bigint[], $3::bigint[], $4::int[]) AS m (id, resource_id, until_minute) WHERE k.company_id = $1 AND k.id = m.id;
UPDATE allocation SET active = false WHERE company_id = $1 AND active AND appointment_id = ANY($2::bigint[]) AND resource_id = ANY($3::bigint[]);
INSERT INTO allocation (company_id, appointment_id, resource_id, appointment_type_id, latitude, longitude, written_at, start_minute, end_minute, job_start_minute, job_end_minute, lead) SELECT $1::bigint, a.id, m.id, a.appointment_type_id, a.latitude, a.longitude, $3::timestamptz, n.start, n."end", n."jobStart", n."jobEnd", m.id = n."providerId" FROM jsonb_to_recordset($2::jsonb) AS n("appointmentId" bigint, "providerId" bigint, "crewIds" bigint[], start int, "end" int, "jobStart" int, "jobEnd" int) JOIN appointment a ON a.company_id = $1 AND a.id = n."appointmentId" CROSS JOIN unnest(n."providerId" || n."crewIds") AS m (id);
UPDATE allocation SET start_minute = start_minute + $3::int, end_minute = end_minute + $3::int, job_start_minute = job_start_minute + $3::int, job_end_minute = job_end_minute + $3::int, written_at = $4 WHERE company_id = $1 AND session_id = $2 AND active;
UPDATE allocation SET active = false WHERE company_id = $1 AND hold_id = $2;
UPDATE allocation SET start_minute = start_minute + $3::int, end_minute = end_minute + $3::int, job_start_minute = job_start_minute + $3::int, job_end_minute = job_end_minute + $3::int, written_at = $4, active = true WHERE company_id = $1 AND hold_id = $2;
UPDATE allocation SET latitude = NULL, longitude = NULL WHERE company_id = $1 AND appointment_id IN (SELECT id FROM appointment WHERE company_id = $1 AND customer_id = $2);

-- service/test-companies/test-clocks.sql.ts
SELECT at, since, running FROM test_clock WHERE company_id = $1;
INSERT INTO test_clock (company_id, at, since, running) VALUES ($1, $2, $2, true);
UPDATE test_clock SET lease_token = $2, lease_until = $3 WHERE company_id = $1 AND (lease_until IS NULL OR lease_until <= $4) RETURNING at, since, running;
UPDATE test_clock SET at = $3, since = $4, lease_until = $5 WHERE company_id = $1 AND lease_token = $2 RETURNING 1;
UPDATE test_clock SET lease_until = $3 WHERE company_id = $1 AND lease_token = $2 RETURNING 1;
UPDATE test_clock SET lease_token = NULL, lease_until = NULL WHERE company_id = $1 AND lease_token = $2;
UPDATE test_clock SET running = $2, at = $3, since = $4 WHERE company_id = $1 RETURNING at, since, running;
SELECT (SELECT min(next.at) FROM company c CROSS JOIN unnest(c.reminder_hours || c.unanswered_reminder_hours) AS h (hours) CROSS JOIN LATERAL ( SELECT a.start_at - h.hours * interval '1 hour' AS at FROM appointment a WHERE a.company_id = $1 AND a.status = 'scheduled' AND a.start_at > $2::timestamptz + h.hours * interval '1 hour' ORDER BY a.start_at LIMIT 1) next WHERE c.company_id = $1) AS reminders, (SELECT coalesce(json_agg(d), '[]') FROM (SELECT DISTINCT a.timezone AS zone, ?::text AS date, c.plan_freeze_minute AS "freezeMinute" FROM appointment a JOIN company c ON c.company_id = $1 WHERE a.company_id = $1 AND ? AND a.start_at > $2) d) AS freezings, (SELECT min(first_failure_at) FROM webhook_endpoint WHERE company_id = $1 AND enabled AND first_failure_at > $3) AS "firstFailure", least(?) AS codes, (SELECT min(latest_date)::text FROM scheduling_request WHERE company_id = $1 AND status = 'open') AS "firstLatestDate", (SELECT min(latest_date)::text FROM waiting_entry WHERE company_id = $1 AND status = 'waiting') AS "firstWaitingDate", EXISTS (SELECT FROM provider WHERE company_id = $1 AND ?) AS "wantsDigest", (SELECT timezone FROM company WHERE company_id = $1) AS "companyZone", ARRAY(SELECT timezone FROM company WHERE company_id = $1 UNION SELECT timezone FROM location WHERE company_id = $1) AS zones;
SELECT id, expires_at FROM verification_code WHERE company_id = $1 AND used_at IS NULL AND expires_at > $2 AND expires_at <= $3;

-- service/test-companies/test-companies.sql.ts
SELECT c.company_id AS id, c.name, c.public_slug, c.created_at, t.at, t.since, t.running FROM company c JOIN test_clock t ON t.company_id = c.company_id WHERE c.company_id = $1;
SELECT id FROM location WHERE company_id = $1 AND archived_at IS NULL ORDER BY id;
SELECT id FROM appointment_type WHERE company_id = $1 AND archived_at IS NULL ORDER BY id;
SELECT id FROM provider WHERE company_id = $1 AND archived_at IS NULL ORDER BY id;
SELECT (o.value->>'id')::bigint AS id FROM appointment_type t CROSS JOIN LATERAL jsonb_array_elements(t.duration_options) o WHERE t.company_id = $1 AND t.archived_at IS NULL;
SELECT id FROM outreach_plan WHERE company_id = $1 AND archived_at IS NULL ORDER BY id;
SELECT t.id FROM time_off t JOIN provider p ON p.company_id = t.company_id AND p.id = t.provider_id WHERE t.company_id = $1 AND p.archived_at IS NULL ORDER BY t.id;
SELECT d.id FROM resource_detail d JOIN location l ON l.company_id = d.company_id AND l.id = d.location_id WHERE d.company_id = $1 AND d.archived_at IS NULL AND l.archived_at IS NULL ORDER BY d.id;
SELECT t.id FROM resource_time_off t JOIN resource_detail d ON d.company_id = t.company_id AND d.id = t.resource_id JOIN location l ON l.company_id = d.company_id AND l.id = d.location_id WHERE t.company_id = $1 AND d.archived_at IS NULL AND l.archived_at IS NULL ORDER BY t.id;
SELECT id FROM company_time_off WHERE company_id = $1 ORDER BY id;
SELECT id FROM channel WHERE company_id = $1 ORDER BY id;

-- service/ways-in/agent-api/agent-bookings.sql.ts
INSERT INTO agent_booking (company_id, appointment_id, session_id, text_id, text_reason, created_at, asked_provider_id) VALUES ($1, $2, $3, $4, $5, $6, $7);
UPDATE agent_booking SET text_id = $3, text_reason = $4 WHERE company_id = $1 AND appointment_id = $2;
SELECT b.appointment_id, a.status, b.text_id, b.text_reason, m.status AS text_status, m.last_error AS text_error FROM agent_booking b JOIN appointment a ON a.company_id = b.company_id AND a.id = b.appointment_id LEFT JOIN text_message m ON m.company_id = b.company_id AND m.id = b.text_id WHERE b.company_id = $1 AND b.session_id = $2 AND a.appointment_type_id = $3 AND coalesce(b.asked_provider_id, a.provider_id) = $4 AND a.start_at = $5 ORDER BY b.appointment_id DESC;
DELETE FROM agent_booking WHERE company_id = $1 AND created_at < $2;

-- service/ways-in/agent-api/agent-sessions.sql.ts
INSERT INTO agent_session (company_id, id, token_hash, channel, phone_sealed, phone_hash, contact_id, language, created_at, expires_at, ends_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11);
SELECT s.id, s.channel, s.language, s.phone_sealed, c.name, c.timezone, c.locale, c.agent_languages, c.new_customers, c.phone AS company_phone, c.agent_transfer_phone, EXISTS (SELECT 1 FROM channel v WHERE v.company_id = $1 AND v.kind = 'voice' AND v.phone = c.phone) AS is_agents_line, (SELECT count(*) FROM (SELECT 1 FROM location l WHERE l.company_id = $1 AND l.active LIMIT 2) two) > 1 AS has_several_locations, u.id AS customer_id, k.id AS contact_id, k.phone AS contact_phone, u.first_name, u.last_name, u.email, u.address, coalesce(u.address IS NOT NULL OR u.address_latitude IS NOT NULL, false) AS has_address, u.address_source, u.locale AS customer_locale FROM agent_session s JOIN company c ON c.company_id = s.company_id LEFT JOIN contact k ON k.company_id = s.company_id AND k.id = s.contact_id AND k.identifies LEFT JOIN customer u ON u.company_id = k.company_id AND u.id = k.customer_id AND u.archived_at IS NULL WHERE s.company_id = $1 AND s.token_hash = $2 AND s.expires_at > $3;
UPDATE agent_session SET expires_at = least($4, ends_at) WHERE company_id = $1 AND token_hash = $2 AND channel = 'sms' AND expires_at > $3 AND expires_at < least($4, ends_at);
SELECT u.id AS customer_id, k.id AS contact_id, k.phone AS contact_phone, u.first_name, u.last_name, u.email, u.address, coalesce(u.address IS NOT NULL OR u.address_latitude IS NOT NULL, false) AS has_address, u.address_source, u.locale AS customer_locale FROM contact k JOIN customer u ON u.company_id = k.company_id AND u.id = k.customer_id AND u.archived_at IS NULL WHERE k.company_id = $1 AND k.phone = $2 AND k.identifies;
SELECT 1 FROM contact k JOIN customer u ON u.company_id = k.company_id AND u.id = k.customer_id AND u.archived_at IS NULL WHERE k.company_id = $1 AND k.phone = $2 AND NOT k.identifies;
SELECT c.name, c.timezone, c.locale, c.agent_languages, c.new_customers, c.phone AS company_phone, c.agent_transfer_phone, EXISTS (SELECT 1 FROM channel v WHERE v.company_id = $1 AND v.kind = 'voice' AND v.phone = c.phone) AS is_agents_line, (SELECT count(*) FROM (SELECT 1 FROM location l WHERE l.company_id = $1 AND l.active LIMIT 2) two) > 1 AS has_several_locations FROM company c JOIN channel h ON h.company_id = c.company_id AND h.kind = $2 AND h.phone = $3 WHERE c.company_id = $1;
UPDATE agent_session SET contact_id = $3 WHERE company_id = $1 AND id = $2;
DELETE FROM agent_session WHERE company_id = $1 AND expires_at < $2;
UPDATE agent_session SET address_tries = address_tries + 1, last_address_hash = $3 WHERE company_id = $1 AND id = $2 AND last_address_hash IS DISTINCT FROM $3 AND address_tries < $4 RETURNING 1;
SELECT 1 FROM agent_session WHERE company_id = $1 AND id = $2 AND last_address_hash = $3;
UPDATE agent_session SET code_count = code_count + 1 WHERE company_id = $1 AND id = $2 AND code_count < $3 RETURNING 1;

-- service/ways-in/public-page/public-page.sql.ts
WITH shown AS ( SELECT id, name, description, category, price_text, image_hash, block_minutes, duration_options, place, provider_choice, location_ids, questions, window_minutes, confirmation, seats FROM appointment_type WHERE company_id = $1 AND active AND archived_at IS NULL AND ? ORDER BY category NULLS FIRST, name, id LIMIT $2 ), offered AS ( SELECT DISTINCT t.id AS type_id, l.id AS location_id, p.id AS provider_id, p.name AS provider_name, p.about, p.image_hash FROM shown t JOIN provider_type y ON y.company_id = $1 AND y.appointment_type_id = t.id JOIN provider p ON p.company_id = $1 AND p.id = y.provider_id AND p.active JOIN weekly_hours h ON h.company_id = $1 AND h.provider_id = p.id JOIN location l ON l.company_id = $1 AND l.id = h.location_id AND l.active AND isLocationOfType(?) WHERE t.seats IS NULL UNION SELECT t.id, l.id, p.id, p.name, p.about, p.image_hash FROM shown t JOIN class_session s ON s.company_id = $1 AND s.appointment_type_id = t.id AND s.status = 'scheduled' JOIN provider p ON p.company_id = $1 AND p.id = s.provider_id AND p.active JOIN location l ON l.company_id = $1 AND l.id = s.location_id AND l.active WHERE t.seats IS NOT NULL ) SELECT t.id, t.name, t.description, t.category, t.price_text, t.image_hash, t.block_minutes, t.duration_options, t.place, t.provider_choice, t.questions, t.window_minutes, t.confirmation, t.seats, (SELECT coalesce(json_agg(o), '[]') FROM ( SELECT id, name, address, timezone FROM location WHERE company_id = $1 AND id IN (SELECT location_id FROM offered WHERE type_id = t.id) ORDER BY name, id LIMIT $3) o) AS locations, (SELECT coalesce(json_agg(o), '[]') FROM ( SELECT provider_id AS id, provider_name AS name, about, image_hash, array_agg(location_id ORDER BY location_id) AS location_ids FROM offered WHERE type_id = t.id GROUP BY provider_id, provider_name, about, image_hash ORDER BY provider_name, provider_id LIMIT $4) o) AS providers FROM shown t ORDER BY t.category NULLS FIRST, t.name, t.id;
SELECT active, kind, public_booking, place FROM appointment_type WHERE company_id = $1 AND id = $2 AND archived_at IS NULL;
SELECT public_slug AS slug FROM company WHERE company_id = $1 AND public_booking_enabled;
SELECT row_to_json(page) AS page, (SELECT row_to_json(seen) FROM ( SELECT ? FROM verified_visit v WHERE v.company_id = $1 AND v.token_hash = coalesce($2::text, '') AND v.expires_at > companyTime(?)) seen) AS visit FROM ( SELECT c.company_id AS "companyId", c.name, c.phone, firstChannel(?) AS voice_phone, firstChannel(?) AS sms_phone, c.timezone, c.locale, c.accent_color, c.logo_hash, c.logo_width, c.logo_height, c.embed_origins, c.thank_you_url, c.thank_you_text, c.public_slug AS page_slug, c.booking_links_enabled, c.provider_assignment, c.new_customers, c.public_daily_code_cap FROM company c WHERE c.company_id = $1 AND c.public_booking_enabled) page;

-- service/ways-in/public-page/texted-codes.sql.ts
UPDATE verification_code SET wrong_tries = wrong_tries + 1 WHERE company_id = $1 AND id = $2 AND wrong_tries < $3;
UPDATE agent_contact_code SET wrong_tries = wrong_tries + 1 WHERE company_id = $1 AND id = $2 AND wrong_tries < $3;
UPDATE verification_code SET used_at = $3 WHERE company_id = $1 AND id = $2;
UPDATE agent_contact_code SET used_at = $3 WHERE company_id = $1 AND id = $2;
DELETE FROM verification_code WHERE company_id = $1 AND expires_at < $2;
DELETE FROM agent_contact_code WHERE company_id = $1 AND expires_at < $2;
INSERT INTO verification_code (company_id, id, phone_sealed, phone_hash, code_hash, created_at, expires_at) VALUES ($1, $2, $3, $4, $5, $6, $7);
SELECT phone_sealed, code_hash, wrong_tries, used_at, expires_at FROM verification_code WHERE company_id = $1 AND id = $2 FOR UPDATE;
SELECT phone_hash, used_at IS NOT NULL AS is_used FROM verification_code WHERE company_id = $1 AND id = $2 AND expires_at > $3 AND (used_at IS NOT NULL OR wrong_tries < $4);
INSERT INTO agent_contact_code (company_id, id, session_id, customer_id, contact_sealed, label, code_hash, created_at, expires_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9);
SELECT created_at FROM agent_contact_code WHERE company_id = $1 AND customer_id = $2 AND created_at > $3 ORDER BY created_at DESC LIMIT $4;
UPDATE agent_contact_code SET used_by_hash = $3 WHERE company_id = $1 AND id = $2;
SELECT session_id, customer_id, contact_sealed, label, code_hash, wrong_tries, used_at, expires_at, used_by_hash FROM agent_contact_code WHERE company_id = $1 AND id = $2 AND session_id = $3 FOR UPDATE;

-- service/ways-in/public-page/verified-visits.sql.ts
INSERT INTO verified_visit (company_id, id, token_hash, phone_sealed, phone_hash, customer_id, created_at, expires_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8);
SELECT v.id, v.phone_sealed, v.expires_at, v.customer_id, u.first_name, coalesce(u.address IS NOT NULL OR u.address_latitude IS NOT NULL, false) AS has_address, ARRAY(SELECT k.phone FROM contact k WHERE k.company_id = $1 AND k.customer_id = u.id AND k.identifies) AS customer_phones FROM verified_visit v LEFT JOIN customer u ON u.company_id = $1 AND u.id = v.customer_id AND u.archived_at IS NULL WHERE v.company_id = $1 AND v.token_hash = $2 AND v.expires_at > $3;
UPDATE verified_visit SET customer_id = $3 WHERE company_id = $1 AND id = $2;
UPDATE verified_visit SET writes = writes + 1 WHERE company_id = $1 AND id = $2 AND writes < $3 RETURNING 1;
DELETE FROM verified_visit WHERE company_id = $1 AND expires_at < $2;

-- service/webhooks/deliveries-to-send.sql.ts
SELECT a.id, a.answers FROM unnest($1::bigint[], $2::bigint[]) AS c (company_id, id) JOIN appointment a ON a.company_id = c.company_id AND a.id = c.id AND ($3::bigint IS NULL OR a.company_id = $3);
SELECT w.id, w.url, w.secret AS "sealedSecret", w.headers_sealed AS "sealedHeaders", w.enabled, w.include_answers AS "includesAnswers" FROM unnest($1::bigint[], $2::bigint[]) AS c (company_id, id) JOIN webhook_endpoint w ON w.company_id = c.company_id AND w.id = c.id AND ($3::bigint IS NULL OR w.company_id = $3);
SELECT id, type, occurred_at, source, data, traceparent FROM event WHERE company_id = ANY ($1::bigint[]) AND id = ANY ($2::bigint[]) AND ($3::bigint IS NULL OR company_id = $3);
SELECT d.id AS delivery_id, d.payload FROM unnest($1::bigint[], $2::bigint[], $3::bigint[]) AS c (company_id, endpoint_id, id) JOIN delivery d ON d.company_id = c.company_id AND d.endpoint_id = c.endpoint_id AND d.id = c.id AND ($4::bigint IS NULL OR d.company_id = $4);

-- service/webhooks/deliveries.sql.ts
INSERT INTO delivery (company_id, id, endpoint_id, event_id, event_type, trigger, status, next_attempt_at, created_at, payload) VALUES ($1, newDailyId(?), $3, $4, $5, $6, 'pending', $7, $7, $8) RETURNING id, endpoint_id, event_id, event_type, trigger, status, attempts, last_status_code, last_error, next_attempt_at, created_at, delivered_at;
SELECT id, endpoint_id, event_id, event_type, trigger, status, attempts, last_status_code, last_error, next_attempt_at, created_at, delivered_at FROM delivery WHERE company_id = $1 AND endpoint_id = $2 AND id >= $3 AND id < $4 AND created_at >= $5 ? ORDER BY id DESC LIMIT $6;
SELECT id, endpoint_id, event_id, event_type, trigger, status, attempts, last_status_code, last_error, next_attempt_at, created_at, delivered_at, payload FROM delivery WHERE company_id = $1 AND id = $3 AND endpoint_id = $2;
SELECT a.* FROM delivery d CROSS JOIN unnest(d.attempt_log) a WHERE d.company_id = $1 AND d.endpoint_id = $2 AND d.id = $3 ORDER BY a.number, a.started_at;
SELECT count(*) FILTER (WHERE e.withheld)::int AS imported, count(*) FILTER (WHERE NOT e.withheld AND NOT $6 AND e.occurred_at < w.created_at)::int AS "beforeCreation" FROM webhook_endpoint w JOIN event e ON e.company_id = w.company_id AND e.id >= $4 AND e.occurred_at >= $3 AND w.events && ARRAY[e.type, split_part(e.type, '.', 1) || '.*', '*'] AND (w.appointment_type_ids IS NULL OR e.appointment_type_id IS NULL OR e.appointment_type_id = ANY (w.appointment_type_ids)) AND (e.data #>> '{webhook_endpoint,id}') IS DISTINCT FROM w.id::text WHERE w.company_id = $1 AND w.id = $2 AND NOT EXISTS (SELECT FROM delivery d WHERE d.company_id = $1 AND d.endpoint_id = $2 AND d.id >= $5 AND d.event_id = e.id AND d.status <> 'abandoned');
SELECT e.id, e.type FROM webhook_endpoint w JOIN event e ON e.company_id = w.company_id AND e.id >= $4 AND e.occurred_at >= $3 AND w.events && ARRAY[e.type, split_part(e.type, '.', 1) || '.*', '*'] AND (w.appointment_type_ids IS NULL OR e.appointment_type_id IS NULL OR e.appointment_type_id = ANY (w.appointment_type_ids)) AND (e.data #>> '{webhook_endpoint,id}') IS DISTINCT FROM w.id::text WHERE w.company_id = $1 AND w.id = $2 AND NOT EXISTS (SELECT FROM delivery d WHERE d.company_id = $1 AND d.endpoint_id = $2 AND d.id >= $5 AND d.event_id = e.id AND d.status <> 'abandoned') AND NOT e.withheld AND ($6 OR e.occurred_at >= w.created_at) ORDER BY e.id;
INSERT INTO delivery (company_id, id, endpoint_id, event_id, event_type, trigger, status, next_attempt_at, created_at) SELECT $1, newDailyId(?), $2, m.id, m.type, 'recover', 'pending', $4, $4 FROM unnest($5::bigint[], $6::text[]) AS m (id, type) RETURNING id, endpoint_id, event_id;

-- service/webhooks/delivery-days.sql.ts
SELECT d.day, (SELECT count(*) FROM delivery WHERE company_id = $1 AND endpoint_id = $2 AND id >= d.first AND id < d.next)::int AS count FROM unnest($3::int[], $4::bigint[], $5::bigint[]) AS d (day, first, next);
SELECT idDay(?)::int AS day, (count(*) FILTER (WHERE status = 'succeeded'))::int AS late, (count(*) FILTER (WHERE status = 'failed'))::int AS failed, (count(*) FILTER (WHERE status = 'abandoned'))::int AS abandoned FROM delivery WHERE company_id = $1 AND endpoint_id = $2 AND has_failed AND id >= $3 GROUP BY 1;

-- service/webhooks/delivery-results.sql.ts
UPDATE delivery d SET status = r.status, last_status_code = r.status_code, last_error = r.error, attempts = CASE WHEN r.started IS NULL THEN r.number - 1 ELSE r.number END, attempt_log = CASE WHEN r.started IS NULL THEN d.attempt_log ELSE d.attempt_log || ROW(r.number, to_timestamp(r.started), to_timestamp(r.finished), ?)::attempt END, delivered_at = CASE WHEN r.status = 'succeeded' THEN to_timestamp(r.finished) END, next_attempt_at = to_timestamp(r.next_attempt), has_failed = d.has_failed OR r.status <> 'succeeded' FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::integer[], $5::float8[], $6::float8[], $7::integer[], $8::text[], $9::text[], $10::text[], $11::bigint[], $12::text[], $13::text[], $15::text[], $16::float8[]) AS r (company_id, endpoint_id, id, number, started, finished, status_code, error, tls_reason, address, signed_at, signature, answer_body, status, next_attempt) WHERE d.company_id = r.company_id AND d.endpoint_id = r.endpoint_id AND d.id = r.id AND ($14::bigint IS NULL OR d.company_id = $14);
UPDATE delivery d SET attempt_log = d.attempt_log || ROW(r.number, to_timestamp(r.started), to_timestamp(r.finished), ?)::attempt FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::integer[], $5::float8[], $6::float8[], $7::integer[], $8::text[], $9::text[], $10::text[], $11::bigint[], $12::text[], $13::text[]) AS r (company_id, endpoint_id, id, number, started, finished, status_code, error, tls_reason, address, signed_at, signature, answer_body) WHERE d.company_id = r.company_id AND d.endpoint_id = r.endpoint_id AND d.id = r.id AND ($14::bigint IS NULL OR d.company_id = $14);

-- fan-out: 32. Rows of several companies: every machine is asked. Each has its reason.

-- service/company/companies.sql.ts
-- Workers go from one to the next: once a sweep, one small row for each company.
SELECT company_id FROM company ORDER BY company_id;
-- The operator's page lists the host's companies: when an operator looks, one page of them.
SELECT company_id AS id, name, timezone, public_slug AS "publicSlug", created_at AS "createdAt", unproven_since IS NOT NULL AS "isUnproven" FROM company WHERE company_id < $1 ORDER BY company_id DESC LIMIT $2;
-- A demo is made on an empty host: once, at its start.
SELECT 1 FROM company LIMIT 1;

-- service/company/mail-domains.sql.ts
-- Which domains are asked about again: every ten minutes, one small row for each company that has one.
SELECT company_id AS "companyId", id FROM mail_domain WHERE proven_by = 'dns' AND checked_at < $1 AND ? ORDER BY checked_at LIMIT $2;

-- service/host/cli/checkups/machines.ts
-- The doctor tells the operator how the host is: once, when an operator asks.
SELECT FROM company WHERE company_id = Number(?);

-- service/host/cli/checkups/records.ts
-- The doctor tells the operator how the host is: once, when an operator asks.
SELECT 'LINK_SECRET' AS setting, link_key_id AS id, count(*)::int AS rows FROM ( SELECT link_key_id FROM scheduling_request WHERE status IN ('open', 'scheduled') UNION ALL SELECT link_key_id FROM appointment WHERE status = 'scheduled' AND link_key_id IS NOT NULL) made GROUP BY link_key_id UNION ALL SELECT 'SECRET_KEY', key_id, count(*)::int FROM ( SELECT split_part(secret, '.', 2) AS key_id FROM webhook_endpoint UNION ALL SELECT split_part(settings, '.', 2) FROM provider_calendar WHERE settings IS NOT NULL UNION ALL SELECT split_part(totp_sealed, '.', 2) FROM app_user WHERE totp_sealed IS NOT NULL UNION ALL SELECT split_part(phone_hash, ':', 1) FROM consent) written GROUP BY key_id ORDER BY 1, 2;

-- service/host/database/distribution.ts
-- Whether a database that is not spread holds companies: once a migration.
SELECT FROM company LIMIT 1;

-- service/ledger/plans.sql.ts
-- Which companies have visits whose day is just fixed: once a minute, one small row for each that has, by an index.
SELECT c.company_id AS id FROM company c WHERE c.? AND EXISTS ( SELECT 1 FROM appointment a WHERE a.company_id = c.company_id AND a.work_minutes IS NOT NULL AND a.status = 'scheduled' AND a.narrowed_start_at IS NULL AND a.start_at > $1 AND a.start_at < $1::timestamptz + interval '3 days' AND (((a.start_at AT TIME ZONE 'UTC') + a.clock_offsets[1] * interval '1 minute')::date - 1 + (c.plan_freeze_minute - a.clock_offsets[1]) * interval '1 minute') AT TIME ZONE 'UTC' - interval '2 hours' <= $1) ORDER BY c.company_id;

-- service/messages/reminders.sql.ts
-- Which companies send reminders: once a minute, one small row for each that does.
SELECT c.company_id AS "companyId", c.reminder_hours AS hours, c.unanswered_reminder_hours AS "unansweredHours", EXISTS (SELECT 1 FROM channel k WHERE k.company_id = c.company_id AND k.kind = 'sms') AS "byText", c.mail_enabled AS "byMail" FROM company c WHERE cardinality(c.reminder_hours || c.unanswered_reminder_hours) > 0 AND (c.mail_enabled OR EXISTS (SELECT 1 FROM channel k WHERE k.company_id = c.company_id AND k.kind = 'sms')) AND c.? ORDER BY c.company_id;

-- service/outbox/event-order.sql.ts
-- Which of the companies that are followed over a stream have new events.
SELECT DISTINCT e.company_id FROM unnest($1::bigint[], $2::int[], $3::text[], $4::bigint[]) AS followed (company_id, era, xid, id) JOIN event e ON e.company_id = followed.company_id AND (e.era, e.xid, e.id) > (followed.era, followed.xid::xid8, followed.id);

-- service/outbox/staff-mails.sql.ts
-- Who wants the digest of the day: once a minute, one small row for each provider who does.
SELECT p.company_id AS "companyId", p.id AS "providerId", c.timezone FROM provider p JOIN company c ON c.company_id = p.company_id WHERE digest_email IS NOT NULL AND active AND archived_at IS NULL AND p.? ORDER BY p.company_id, p.id;

-- service/people/unproven-companies.sql.ts
-- Which companies nobody joined: once an upkeep, by an index on those.
SELECT company_id FROM company WHERE unproven_since < $1 ORDER BY company_id;

-- service/platform/idempotency.sql.ts
-- A day is a day: once an upkeep, by an index on the age.
DELETE FROM idempotency WHERE created_at < $1;

-- service/test-companies/test-clocks.sql.ts
-- The clocks of test companies: once a poll, one small row for each.
SELECT t.company_id AS "companyId", t.at + greatest($1::timestamptz - t.since, interval '0') AS now FROM test_clock t WHERE t.running AND (t.lease_until IS NULL OR t.lease_until <= $1);
-- The clocks of test companies: once a poll, one small row for each.
SELECT t.company_id AS "companyId" FROM test_clock t WHERE t.running ORDER BY t.company_id;

-- service/test-companies/test-companies.sql.ts
-- Copies whole rows of the company $1 into its test company $2, through the machine that the service connects to.
INSERT INTO company SELECT (jsonb_populate_record(NULL::company, to_jsonb(c) || jsonb_build_object( 'company_id', $2::bigint, 'public_slug', $3::text, 'created_at', $4::timestamptz, 'updated_at', $4::timestamptz, 'logo_hash', regexp_replace(c.logo_hash, '^[0-9]+', $2::bigint::text), 'require_second_factor', false, 'admin_idle_minutes', NULL, 'admin_longest_hours', NULL, 'mail_from', NULL))).* FROM company c WHERE c.company_id = $1;
-- Copies whole rows of the company $1 into its test company $2, through the machine that the service connects to.
INSERT INTO company_logo (company_id, hash, content_type, bytes) SELECT $2, regexp_replace(l.hash, '^[0-9]+', $2::bigint::text), l.content_type, l.bytes FROM company_logo l WHERE l.company_id = $1;
-- Copies whole rows of the company $1 into its test company $2, through the machine that the service connects to.
INSERT INTO picture (company_id, hash, content_type, bytes) SELECT $2, regexp_replace(p.hash, '^[0-9]+', $2::bigint::text), p.content_type, p.bytes FROM picture p WHERE p.company_id = $1;
-- Copies whole rows of the company $1 into its test company $2, through the machine that the service connects to.
INSERT INTO location SELECT copyOf(?) FROM location r JOIN ids(?) ON m.old = r.id WHERE r.company_id = $1;
-- Copies whole rows of the company $1 into its test company $2, through the machine that the service connects to.
INSERT INTO appointment_type SELECT copyOf(?) FROM appointment_type r JOIN ids(?) ON m.old = r.id WHERE r.company_id = $1;
-- Copies whole rows of the company $1 into its test company $2, through the machine that the service connects to.
INSERT INTO resource (company_id, id, kind) SELECT $1, unnest($2::bigint[]), 'provider';
-- Copies whole rows of the company $1 into its test company $2, through the machine that the service connects to.
INSERT INTO provider SELECT copyOf(?) FROM provider r JOIN ids(?) ON m.old = r.id WHERE r.company_id = $1;
-- Copies whole rows of the company $1 into its test company $2, through the machine that the service connects to.
INSERT INTO provider_type (company_id, provider_id, appointment_type_id) SELECT $2, p.fresh, t.fresh FROM provider_type r JOIN ids(?) ON p.old = r.provider_id JOIN ids(?) ON t.old = r.appointment_type_id WHERE r.company_id = $1;
-- Copies whole rows of the company $1 into its test company $2, through the machine that the service connects to.
INSERT INTO weekly_hours SELECT copyOf(?) FROM weekly_hours r JOIN ids(?) ON p.old = r.provider_id JOIN ids(?) ON l.old = r.location_id WHERE r.company_id = $1;
-- Copies whole rows of the company $1 into its test company $2, through the machine that the service connects to.
INSERT INTO date_override SELECT copyOf(?) FROM date_override r JOIN ids(?) ON p.old = r.provider_id JOIN ids(?) ON l.old = r.location_id WHERE r.company_id = $1;
-- Copies whole rows of the company $1 into its test company $2, through the machine that the service connects to.
INSERT INTO time_off SELECT copyOf(?) FROM time_off r JOIN ids(?) ON m.old = r.id JOIN ids(?) ON p.old = r.provider_id WHERE r.company_id = $1;
-- Copies whole rows of the company $1 into its test company $2, through the machine that the service connects to.
INSERT INTO company_time_off SELECT copyOf(?) FROM company_time_off r JOIN ids(?) ON m.old = r.id WHERE r.company_id = $1 AND (r.location_ids IS NULL OR r.location_ids && $5::bigint[]);
-- Copies whole rows of the company $1 into its test company $2, through the machine that the service connects to.
INSERT INTO outreach_plan SELECT copyOf(?) FROM outreach_plan r JOIN ids(?) ON m.old = r.id WHERE r.company_id = $1;
-- Copies whole rows of the company $1 into its test company $2, through the machine that the service connects to.
INSERT INTO channel SELECT copyOf(?) FROM channel r JOIN ids(?) ON m.old = r.id WHERE r.company_id = $1;
-- Copies whole rows of the company $1 into its test company $2, through the machine that the service connects to.
INSERT INTO resource SELECT copyOf(?) FROM resource r JOIN ids(?) ON m.old = r.id WHERE r.company_id = $1;
-- Copies whole rows of the company $1 into its test company $2, through the machine that the service connects to.
INSERT INTO resource_detail SELECT copyOf(?) FROM resource_detail r JOIN ids(?) ON m.old = r.id JOIN ids(?) ON l.old = r.location_id WHERE r.company_id = $1;
-- Copies whole rows of the company $1 into its test company $2, through the machine that the service connects to.
INSERT INTO resource_time_off SELECT copyOf(?) FROM resource_time_off r JOIN ids(?) ON m.old = r.id JOIN ids(?) ON d.old = r.resource_id WHERE r.company_id = $1;

-- local: 254. Tables that one machine keeps whole, and statements without a table.

-- service/company/appointment-types.sql.ts
SELECT nextval('duration_option_id_seq') AS id FROM generate_series(1, $1::int);

-- service/company/companies.sql.ts
SELECT nextval($1::regclass) AS id;

-- service/host/cli/checkups/database.ts
SELECT name, current_setting(name) AS value, pg_size_bytes(CASE WHEN unit IN ('8kB', 'kB', 'MB') THEN current_setting(name) END)::float8 AS bytes, setting <> boot_val AS "isChanged" FROM pg_settings WHERE name = ANY ($1) OR name LIKE 'enable\_%';

-- service/host/cli/checkups/jobs.ts
SELECT job, part, company_id::int AS "companyId", since, reason FROM job_failure ORDER BY since, job, part, company_id;

-- service/host/cli/checkups/machines.ts
SELECT FROM pg_extension WHERE extname = 'citus';
SELECT nodename AS host, nodeport AS port FROM pg_dist_node WHERE noderole = 'primary' AND groupid <> 0 ORDER BY nodeid;
SELECT success, result FROM master_run_on_worker(ARRAY[$1], ARRAY[$2::int], ARRAY[$3], false);
SELECT current_setting('wal_level') || ' ' || current_setting('max_prepared_transactions');
SELECT citus_check_connection_to_node($1, $2);
SELECT min(v) AS company FROM generate_series(1::bigint, 1000) v JOIN pg_dist_placement p ON p.shardid = get_shard_id_for_distribution_column('company', v) JOIN pg_dist_node n ON n.groupid = p.groupid WHERE n.nodename = $1 AND n.nodeport = $2;

-- service/host/cli/checkups/records.ts
SELECT to_regclass($1) IS NOT NULL AS known;
SELECT count(*)::int AS count FROM text_held;

-- service/host/database/catalog.ts
SELECT relname AS name, ARRAY(SELECT quote_ident(attname) FROM pg_attribute WHERE attrelid = o.oid AND attnum > 0 AND NOT attisdropped AND attgenerated = '' ORDER BY attnum) AS columns FROM pg_class o WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = o.oid AND deptype = 'e') ORDER BY relname COLLATE "C";
SELECT parent.relname AS table, child.relname AS name, pg_get_expr(child.relpartbound, child.oid) AS bound FROM pg_inherits JOIN pg_class child ON child.oid = inhrelid JOIN pg_class parent ON parent.oid = inhparent WHERE child.relnamespace = 'public'::regnamespace AND child.relkind = 'r' AND child.relispartition ORDER BY child.relname COLLATE "C";
SELECT DISTINCT source.relname AS from, target.relname AS to FROM pg_constraint JOIN pg_class source ON source.oid = conrelid JOIN pg_class target ON target.oid = confrelid WHERE contype = 'f' AND connamespace = 'public'::regnamespace AND conrelid <> confrelid;
SELECT sequencename AS name, last_value::text AS "lastValue" FROM pg_sequences WHERE schemaname = 'public' ORDER BY sequencename COLLATE "C";

-- service/host/database/cluster-password.ts
SELECT FROM pg_roles WHERE rolname = $1;

-- service/host/database/cluster.ts
SELECT FROM pg_database WHERE datname = $1;

-- service/host/database/distribution.ts
SELECT extversion AS version FROM pg_extension WHERE extname = 'citus';
SELECT nodename AS name, nodeport AS port FROM pg_dist_node WHERE shouldhaveshards AND isactive AND noderole = 'primary' ORDER BY nodeid;
SELECT relname AS name FROM pg_dist_partition JOIN pg_class ON oid = logicalrelid;
SELECT FROM pg_dist_partition WHERE logicalrelid = to_regclass('company');
SELECT FROM pg_extension WHERE extname = 'citus';
SELECT to_regclass('spreading') IS NOT NULL AS exists;
SELECT FROM spreading WHERE ended_at IS NULL;
INSERT INTO spreading (began_at) VALUES (now()) ON CONFLICT (is_only) DO UPDATE SET began_at = now(), ended_at = NULL;
UPDATE spreading SET ended_at = now();
SELECT citus_add_local_table_to_metadata($1);
SELECT create_distributed_table($1, 'company_id', colocate_with => $2);

-- service/host/database/inspect-server.ts
SELECT current_setting('server_version_num')::int AS number, ARRAY(SELECT unnest($1::text[]) EXCEPT SELECT name FROM pg_available_extensions) AS missing;
SELECT clock_timestamp() AS at;
SELECT pg_backend_pid() AS pid;

-- service/host/database/migrate.ts
SELECT pg_try_advisory_xact_lock(?) AS held;
SELECT to_regclass('migration') IS NOT NULL AS exists;
SELECT number, name, checksum FROM migration ORDER BY number;
INSERT INTO migration (number, name, checksum) VALUES ($1, $2, $3);

-- service/host/database/restore.ts
SELECT setval($1::regclass, $2::bigint);

-- service/host/database/schema-parts.ts
SELECT format('CREATE EXTENSION %I;', extname) AS text FROM pg_extension WHERE extname <> 'plpgsql' ORDER BY extname COLLATE "C";
SELECT oid::int, 'part' AS kind, format('CREATE SEQUENCE %I%s;', relname, CASE WHEN (format_type(seqtypid, NULL), seqincrement, seqmin, seqmax, seqstart) = ('bigint', 1, 1, 9223372036854775807, 1) THEN '' ELSE format(' AS %s INCREMENT %s MINVALUE %s MAXVALUE %s START %s', format_type(seqtypid, NULL), seqincrement, seqmin, seqmax, seqstart) END) AS text FROM pg_class o JOIN pg_sequence ON seqrelid = oid WHERE relnamespace = 'public'::regnamespace AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = o.oid AND deptype = 'i');
SELECT o.oid::int, 'part' AS kind, format(E'CREATE TYPE %I AS (\n %s\n);', relname, string_agg(format('%I %s', attname, format_type(atttypid, atttypmod)), E',\n ' ORDER BY attnum)) AS text FROM pg_class o JOIN pg_attribute ON attrelid = o.oid WHERE relnamespace = 'public'::regnamespace AND relkind = 'c' AND attnum > 0 AND NOT attisdropped GROUP BY o.oid, relname;
SELECT coalesce(served, oid)::int AS oid, CASE WHEN served IS NULL THEN 'whole' ELSE 'part' END AS kind, trim(pg_get_functiondef(oid), E'\n') || ';' AS text FROM pg_proc o LEFT JOIN LATERAL ( SELECT min(indrelid) AS served FROM pg_depend JOIN pg_index ON indexrelid = objid WHERE refclassid = 'pg_proc'::regclass AND refobjid = o.oid AND classid = 'pg_class'::regclass) ON true WHERE pronamespace = 'public'::regnamespace AND prokind IN ('f', 'p') AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = o.oid AND deptype = 'e');
SELECT o.oid::int, 'whole' AS kind, pg_get_triggerdef(o.oid, true) || ';' AS text FROM pg_trigger o JOIN pg_class ON pg_class.oid = tgrelid WHERE relnamespace = 'public'::regnamespace AND NOT relispartition AND NOT tgisinternal;
SELECT oid::int, 'whole' AS kind, format(E'CREATE VIEW %I AS\n%s', relname, pg_get_viewdef(oid, true)) AS text FROM pg_class o WHERE relnamespace = 'public'::regnamespace AND relkind = 'v' AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = o.oid AND deptype = 'e');
SELECT oid::int, quote_ident(relname) AS name, relpersistence = 'u' AS unlogged, CASE WHEN relkind = 'p' THEN pg_get_partkeydef(oid) END AS "partitionKey", array_to_string(reloptions, ', ') AS options, obj_description(oid, 'pg_class') AS comment FROM pg_class o WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = o.oid AND deptype = 'e');
SELECT attrelid::int AS table, quote_ident(attname) AS name, format_type(atttypid, atttypmod) AS type, attnotnull AS "notNull", pg_get_expr(adbin, adrelid, true) AS default, attgenerated <> '' AS generated, attidentity AS identity, col_description(attrelid, attnum) AS comment FROM pg_attribute LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum WHERE attnum > 0 AND NOT attisdropped AND attrelid = ANY ($1) ORDER BY attrelid, attnum;
SELECT conrelid::int AS table, conname AS name, contype AS kind, NULLIF(confrelid, 0)::int AS referenced, pg_get_constraintdef(oid, true) AS definition, ARRAY(SELECT quote_ident(attname) FROM unnest(conkey) WITH ORDINALITY AS key (number, ordinal) JOIN pg_attribute ON attrelid = conrelid AND attnum = number ORDER BY ordinal) AS columns FROM pg_constraint WHERE contype IN ('p', 'u', 'f', 'c', 'x') AND conrelid = ANY ($1) ORDER BY conrelid, array_position('{p,u,f,c,x}', contype::text), oid;
SELECT indrelid::int AS table, pg_get_indexdef(indexrelid, 0, true) AS definition FROM pg_index WHERE indrelid = ANY ($1) AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid AND conrelid = indrelid) ORDER BY indrelid, indexrelid;

-- service/host/database/schema-text.ts
WITH (?);

-- service/host/database/storage.ts
SELECT rolsuper AS is FROM pg_roles WHERE rolname = current_user;

-- service/imports/imports.sql.ts
SELECT found.id FROM unnest($2::text[]) AS wanted (mark) CROSS JOIN LATERAL (? OFFSET 0) found;
SELECT nextval('customer_id_seq') AS id FROM generate_series(1, $1::int);

-- service/ledger/appointments.sql.ts
SELECT nextval('appointment_group_id_seq') AS id;
SELECT nextval('appointment_id_seq') AS id;

-- service/ledger/class-sessions.sql.ts
SELECT nextval('class_session_id_seq') AS id FROM generate_series(1, $1::int);
SELECT nextval($1) AS id;

-- service/ledger/holds.sql.ts
SELECT nextval($1) AS id;

-- service/ledger/provider-calendars.sql.ts
SELECT nextval('provider_calendar_id_seq') AS id;
INSERT INTO calendar_read_due (company_id, calendar_id, due_at) VALUES ($1, $2, $3);
DELETE FROM calendar_read_due WHERE company_id = $1 AND calendar_id = $2;
DELETE FROM calendar_push_due WHERE company_id = $1 AND calendar_id = $2;

-- service/ledger/series.sql.ts
SELECT nextval('series_id_seq') AS id;

-- service/ledger/uploaded-files.sql.ts
SELECT nextval($1) AS id;

-- service/messages/callbacks.sql.ts
SELECT nextval($1) AS id;

-- service/messages/text-log.sql.ts
SELECT text_id AS id, due_at FROM text_due WHERE company_id = $1 AND text_id = ANY ($2::bigint[]);

-- service/outbox/answers-due.sql.ts
INSERT INTO answer_due (company_id, appointment_id, due_at) VALUES ($1, $2, $3) ON CONFLICT (company_id, appointment_id) DO UPDATE SET due_at = excluded.due_at, failures = 0, lease_token = NULL, lease_until = NULL;

-- service/outbox/calendars-due.sql.ts
INSERT INTO calendar_push_due AS d (company_id, calendar_id, appointment_id, due_at) SELECT $1, p.calendar_id, p.appointment_id, $4 FROM unnest($2::bigint[], $3::bigint[]) AS p (calendar_id, appointment_id) ON CONFLICT (company_id, calendar_id, appointment_id) DO UPDATE SET due_at = EXCLUDED.due_at, failures = 0, lease_token = CASE WHEN d.lease_token LIKE 'outdated(?)' THEN d.lease_token ELSE 'outdated(?)' || d.lease_token END;
SELECT count(*) AS count FROM calendar_push_due WHERE company_id = $1 AND calendar_id = $2;

-- service/outbox/cancels-due.sql.ts
SELECT appointment_id AS id FROM cancel_due WHERE company_id = $1 AND token_hash = $2;
SELECT actor, silent_channels AS "silentChannels" FROM cancel_due WHERE company_id = $1 AND appointment_id = $2;
INSERT INTO cancel_due (company_id, appointment_id, actor, request_id, silent_channels, due_at, token_hash) VALUES ($1, $2, $3, $4, $5, $6, $7);

-- service/outbox/deliveries-due.sql.ts
SELECT set_config(name, value, true) FROM unnest($1::text[], $2::text[]) AS s (name, value);
INSERT INTO delivery_due (company_id, delivery_id, endpoint_id, event_id, due_at, by_hand) SELECT $1, q.id, q.endpoint_id, q.event_id, $5, $6 FROM unnest($2::bigint[], $3::bigint[], $4::bigint[]) AS q (id, endpoint_id, event_id);
SELECT delivery_id AS id FROM delivery_due WHERE company_id = $1 AND endpoint_id = $2 AND NOT by_hand AND lease_token IS NULL FOR UPDATE SKIP LOCKED;
DELETE FROM delivery_due WHERE company_id = $1 AND delivery_id = ANY ($2::bigint[]);
DELETE FROM delivery_due WHERE company_id = $1 AND endpoint_id = $2;
SELECT count(*) FILTER (WHERE due_at <= $1 AND (lease_until IS NULL OR lease_until <= $1)) AS waiting, count(*) FILTER (WHERE lease_until > $1) AS "inFlight", count(*) FILTER (WHERE due_at > $1) AS later, coalesce(extract(epoch FROM $1 - min(due_at) FILTER (WHERE due_at <= $1)), 0)::float8 AS "oldestSeconds" FROM delivery_due WHERE ?;

-- service/outbox/event-order.sql.ts
SELECT era, pg_snapshot_xmin(pg_current_snapshot())::text AS xid, to_regclass('pg_catalog.pg_dist_node') IS NOT NULL AS "isSpread" FROM database_era;

-- service/outbox/events.sql.ts
SELECT nextval('event_seq') AS number, nextval('delivery_seq') AS "deliveryNumber";
SELECT nextval('event_seq') AS number FROM generate_series(1, $1::int);
SELECT newDailyId(?) AS id;
UPDATE database_era SET era = greatest(era, $1::integer) + 1 RETURNING era;
SELECT CASE WHEN is_called THEN last_value ELSE 0 END AS count FROM event_seq;

-- service/outbox/freed-due.sql.ts
SELECT nextval($1) AS id;
INSERT INTO freed_due (company_id, freed_id, provider_id, start_minute, end_minute, source, freed_at, due_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8);

-- service/outbox/holds-due.sql.ts
INSERT INTO hold_due (company_id, hold_id, due_at) VALUES ($1, $2, $3);

-- service/outbox/reports-due.sql.ts
INSERT INTO report_due (company_id, noun, from_at, until_at) VALUES ($1, $2, $3, $4);
INSERT INTO report_due (company_id, noun, from_at, until_at) SELECT $1, $2, s.from_at, s.until_at FROM unnest($3::timestamptz[], $4::timestamptz[]) AS s (from_at, until_at);
INSERT INTO report_due (company_id, noun) VALUES ($1, 'everything');
SELECT CASE WHEN count(*) = 0 THEN 0 ELSE greatest(1, ceil(extract(epoch FROM now() - min(queued_at)))) END::integer AS seconds FROM report_due WHERE company_id = $1 AND (noun = 'everything' OR (noun = $2 AND from_at <= $4 AND until_at >= $3));
SELECT company_id FROM report_due GROUP BY company_id ORDER BY min(id) LIMIT $1;
INSERT INTO report_rules (company_id, version) VALUES ($1, 0) ON CONFLICT (company_id) DO NOTHING;
SELECT 1 FROM report_rules WHERE company_id = $1 FOR UPDATE;
DELETE FROM report_due WHERE company_id = $1 AND id = ANY ( ARRAY(SELECT d.id FROM report_due d WHERE d.company_id = $1 ORDER BY d.id LIMIT $2)) RETURNING noun, from_at, until_at;
SELECT company_id, version FROM report_rules;
INSERT INTO report_rules (company_id, version) VALUES ($1, $2) ON CONFLICT (company_id) DO UPDATE SET version = EXCLUDED.version;

-- service/outbox/staff-mails.sql.ts
INSERT INTO text_due (company_id, text_id, due_at, lane) VALUES ($1, $2, $3, 'mail');
INSERT INTO text_due (company_id, text_id, due_at, lane) VALUES ($1, $2, $3, 'mail');

-- service/outbox/texts-due.sql.ts
UPDATE text_due SET lane = 'own_mail', lease_token = NULL, lease_until = NULL WHERE company_id = $1 AND text_id = $2 AND lease_token = $3;
SELECT l.lane, count(d.text_id) AS due, coalesce(extract(epoch FROM $1 - min(d.due_at)), 0)::float8 AS "oldestSeconds" FROM unnest($2::text[]) AS l (lane) LEFT JOIN text_due d ON d.lane = l.lane AND d.? AND d.due_at <= $1 AND (d.lease_until IS NULL OR d.lease_until <= $1) GROUP BY l.lane;

-- service/outbox/texts-held.sql.ts
DELETE FROM text_due WHERE due_at <= $1 AND ? RETURNING company_id, text_id, lane, due_at;
INSERT INTO text_held (company_id, text_id, lane, due_at) SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::text[], $4::timestamptz[]) ON CONFLICT (company_id, text_id) DO NOTHING;
DELETE FROM text_held WHERE company_id = $1 AND text_id = $2;
INSERT INTO text_due (company_id, text_id, due_at, lane) VALUES ($1, $2, $3, 'unasked') ON CONFLICT (company_id, text_id) DO UPDATE SET due_at = EXCLUDED.due_at;
SELECT count(*) AS count FROM text_held;
DELETE FROM text_held RETURNING company_id, text_id, lane, due_at;
INSERT INTO text_due (company_id, text_id, lane, due_at) VALUES ($1, $2, $3, $4) ON CONFLICT (company_id, text_id) DO NOTHING;

-- service/outbox/texts.sql.ts
SELECT nextval('text_message_id_seq') AS id;
INSERT INTO text_due (company_id, text_id, due_at) VALUES ($1, $2, $3);
INSERT INTO text_due (company_id, text_id, due_at, lane, lease_token, lease_until) VALUES ($1, $2, $3, $4, $5, $6);

-- service/outbox/undos-due.sql.ts
SELECT hold_id AS "holdId", appointments, allocation_ids AS "allocationIds", together, actor, request_id AS "requestId", silent_channels AS "silentChannels", due_at AS "dueAt" FROM undo_due WHERE company_id = $1 AND hold_id = $2;
SELECT hold_id AS "holdId", appointments, allocation_ids AS "allocationIds", together, actor, request_id AS "requestId", silent_channels AS "silentChannels", due_at AS "dueAt" FROM undo_due WHERE company_id = $1 AND token_hash = $2;
INSERT INTO undo_due (company_id, hold_id, token_hash, appointments, allocation_ids, together, actor, request_id, silent_channels, due_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10);
DELETE FROM undo_due WHERE company_id = $1 AND hold_id = $2 RETURNING 1;

-- service/outbox/webhook-endpoints.sql.ts
SELECT nextval('webhook_endpoint_id_seq') AS id;
SELECT e.id FROM unnest($1::bigint[]) AS e (id) WHERE EXISTS (SELECT FROM delivery_due d WHERE d.endpoint_id = e.id AND d.due_at <= $2);

-- service/people/operator-access.sql.ts
INSERT INTO operator_access (link_hash, made_at, ends_at) VALUES ($1, $2, $3);
UPDATE operator_access SET link_hash = NULL, session_hash = $2, opened_at = $3, opened_from = $4, ends_at = $5 WHERE link_hash = $1 AND ends_at > $3 RETURNING 1;
SELECT id FROM operator_access WHERE session_hash = $1 AND ends_at > $2;
UPDATE operator_access SET session_hash = NULL WHERE id = $1;
SELECT id, made_at AS "madeAt", ends_at AS "endsAt", opened_at AS "openedAt", opened_from AS "openedFrom", ends_at > $1 AND (link_hash IS NOT NULL OR session_hash IS NOT NULL) AS "isOpen" FROM operator_access ORDER BY id DESC LIMIT $2;
DELETE FROM operator_access WHERE ends_at < $1;
UPDATE operator_access SET link_hash = NULL, session_hash = NULL WHERE link_hash IS NOT NULL OR session_hash IS NOT NULL;

-- service/people/password-resets.sql.ts
DELETE FROM directory WHERE kind = 'password_reset' AND company_id = $1 AND ref_id = $2;

-- service/people/unproven-companies.sql.ts
DELETE FROM text_held WHERE company_id = $1;
DELETE FROM text_due WHERE company_id = $1;
DELETE FROM user_email WHERE company_id = $1;
DELETE FROM directory WHERE company_id = $1;

-- service/people/users.sql.ts
SELECT company_id AS "companyId", user_id AS "userId" FROM user_email WHERE email = $1 AND ($2::bigint IS NULL OR company_id = $2) ORDER BY company_id LIMIT $3;
INSERT INTO user_email (email, company_id, user_id) VALUES ($1, $2, $3);
UPDATE user_email SET email = $3 WHERE company_id = $1 AND user_id = $2 AND email <> $3;
DELETE FROM user_email WHERE company_id = $1 AND user_id = $2;

-- service/platform/code-ledger.sql.ts
SELECT pg_advisory_xact_lock(hashtextextended(key, 0)) FROM unnest($1::text[]) AS key;
SELECT ARRAY(SELECT at FROM code_ledger WHERE interface = $1 AND phone_key = ANY ($2) AND at > $5 ORDER BY at DESC LIMIT 10) AS number, ARRAY(SELECT at FROM code_ledger WHERE interface = $1 AND network_key = ANY ($3) AND at > $6 ORDER BY at DESC LIMIT 10) AS network, (SELECT at FROM code_ledger WHERE interface = $1 AND company_id = $4 AND at > $5 ORDER BY at DESC OFFSET $7::int - 1 LIMIT 1) AS blocked_by;
INSERT INTO code_ledger (company_id, interface, phone_key, network_key, at) VALUES ($1, $2, $3, $4, $5);
DELETE FROM code_ledger WHERE at < $1;
INSERT INTO used_solution (key, expires_at) VALUES ($1, $2) ON CONFLICT (key) DO NOTHING RETURNING 1;
DELETE FROM used_solution WHERE expires_at < $1;

-- service/platform/directory.sql.ts
INSERT INTO directory (kind, key, company_id, ref_id) VALUES ($1, $2, $3, $4) ON CONFLICT (kind, key) DO NOTHING RETURNING 1;
SELECT count(*)::integer AS count FROM directory WHERE kind = $1 AND company_id = $2;
INSERT INTO directory (kind, key, company_id, ref_id) VALUES ($1, $2, $3, $3) ON CONFLICT (kind, key) DO UPDATE SET active = true WHERE directory.company_id = $3 RETURNING 1;
DELETE FROM directory WHERE kind = $1 AND key = $2 AND company_id = $3;
INSERT INTO directory (kind, key, company_id, ref_id, link_version) VALUES ($1, $2, $3, $4, $5);
UPDATE directory SET active = false WHERE kind = $1 AND company_id = $2 AND ref_id = $3 AND active RETURNING key;
DELETE FROM directory WHERE kind = $1 AND company_id = $2 AND key = ANY ($3::text[]);
DELETE FROM directory WHERE kind = 'waiting_link' AND company_id = $1 AND ref_id = ANY ($2::bigint[]);
SELECT company_id AS "companyId", ref_id AS "refId", active FROM directory WHERE kind = $1 AND key = $2;
SELECT kind, company_id AS "companyId", ref_id AS "refId", link_version AS "linkVersion", active FROM directory WHERE kind IN ('link', 'manage_link') AND key = $1;
SELECT company_id AS "companyId", ref_id AS "refId", link_version AS "linkVersion", active FROM directory WHERE kind = 'waiting_link' AND key = $1;

-- service/platform/empty-company.sql.ts
DELETE FROM job_failure WHERE company_id = $1;
DELETE FROM report_due WHERE company_id = $1;
DELETE FROM report_rules WHERE company_id = $1;
DELETE FROM calendar_push_due WHERE company_id = $1;
DELETE FROM calendar_read_due WHERE company_id = $1;
DELETE FROM cancel_due WHERE company_id = $1;
DELETE FROM answer_due WHERE company_id = $1;
DELETE FROM hold_due WHERE company_id = $1;
DELETE FROM undo_due WHERE company_id = $1;
DELETE FROM freed_due WHERE company_id = $1;
DELETE FROM code_ledger WHERE company_id = $1;
DELETE FROM text_held WHERE company_id = $1;
DELETE FROM text_due WHERE company_id = $1;
DELETE FROM delivery_due WHERE company_id = $1;
DELETE FROM user_email WHERE company_id = $1;
DELETE FROM directory WHERE company_id = $1 AND kind NOT IN ('api_key', 'slug');
DELETE FROM directory WHERE company_id = $1;

-- service/platform/job-failures.sql.ts
INSERT INTO job_failure (job, part, company_id, since, failed_at, reason) SELECT $1, f.part, f.company_id, $5, $5, f.reason FROM unnest($2::text[], $3::bigint[], $4::text[]) AS f (part, company_id, reason) ON CONFLICT (job, part, company_id) DO UPDATE SET failed_at = excluded.failed_at, reason = excluded.reason;
DELETE FROM job_failure WHERE job = $1 AND (part, company_id) NOT IN (SELECT * FROM unnest($2::text[], $3::bigint[]));

-- service/platform/pg/database-state.ts
SELECT coalesce(max(number), 0) AS migration, current_setting('transaction_read_only') = 'on' AS "isReadOnly", current_setting('synchronous_standby_names') AS standbys, (SELECT count(*)::int FROM pg_stat_activity WHERE wait_event = 'SyncRep' AND usename = current_user AND query_start < clock_timestamp() - interval '1 second') AS "waitingCommits", (SELECT CASE WHEN ended_at IS NULL THEN 'now' WHEN ended_at > clock_timestamp() - interval '10 seconds' THEN 'just' END FROM spreading) AS spreading FROM migration;

-- service/platform/pg/database.ts
SELECT set_config(key, value, false) FROM json_each_text($1);
SELECT key AS setting, s.value AS wanted, current_setting(key) AS value FROM json_each_text($1) s WHERE current_setting(key) <> s.value;

-- service/platform/pg/machines.ts
SELECT FROM pg_extension WHERE extname = 'citus';
SELECT FROM pg_dist_partition WHERE logicalrelid = to_regclass('company');
SELECT n.nodename || ':' || n.nodeport AS name, min(v) AS probe FROM generate_series(1::bigint, 1000) v shardOf(?) WHERE n.groupid <> 0 GROUP BY 1 ORDER BY 1;
SELECT v AS id, CASE WHEN n.groupid <> 0 THEN n.nodename || ':' || n.nodeport END AS name FROM unnest($1::bigint[]) v shardOf(?);

-- service/platform/pg/partitions.ts
SELECT child.relname AS name FROM pg_inherits JOIN pg_class child ON child.oid = inhrelid JOIN pg_class parent ON parent.oid = inhparent WHERE parent.relname = ANY($1);

-- service/platform/queue/leases.ts
SELECT FROM text_due d JOIN namesWith(?) ON ? AND d.lease_token = k.lease_token FOR UPDATE OF d;
SELECT FROM delivery_due d JOIN namesWith(?) ON ? AND d.lease_token = k.lease_token FOR UPDATE OF d;
SELECT FROM calendar_push_due d JOIN namesWith(?) ON ? AND d.lease_token = k.lease_token FOR UPDATE OF d;
SELECT FROM calendar_read_due d JOIN namesWith(?) ON ? AND d.lease_token = k.lease_token FOR UPDATE OF d;
SELECT FROM cancel_due d JOIN namesWith(?) ON ? AND d.lease_token = k.lease_token FOR UPDATE OF d;
SELECT FROM answer_due d JOIN namesWith(?) ON ? AND d.lease_token = k.lease_token FOR UPDATE OF d;
SELECT FROM hold_due d JOIN namesWith(?) ON ? AND d.lease_token = k.lease_token FOR UPDATE OF d;
SELECT FROM undo_due d JOIN namesWith(?) ON ? AND d.lease_token = k.lease_token FOR UPDATE OF d;
SELECT FROM freed_due d JOIN namesWith(?) ON ? AND d.lease_token = k.lease_token FOR UPDATE OF d;
DELETE FROM text_due d USING namesWith(?) WHERE ? AND d.lease_token = k.lease_token RETURNING k.ordinal;
DELETE FROM delivery_due d USING namesWith(?) WHERE ? AND d.lease_token = k.lease_token RETURNING k.ordinal;
DELETE FROM calendar_push_due d USING namesWith(?) WHERE ? AND d.lease_token = k.lease_token RETURNING k.ordinal;
DELETE FROM calendar_read_due d USING namesWith(?) WHERE ? AND d.lease_token = k.lease_token RETURNING k.ordinal;
DELETE FROM cancel_due d USING namesWith(?) WHERE ? AND d.lease_token = k.lease_token RETURNING k.ordinal;
DELETE FROM answer_due d USING namesWith(?) WHERE ? AND d.lease_token = k.lease_token RETURNING k.ordinal;
DELETE FROM hold_due d USING namesWith(?) WHERE ? AND d.lease_token = k.lease_token RETURNING k.ordinal;
DELETE FROM undo_due d USING namesWith(?) WHERE ? AND d.lease_token = k.lease_token RETURNING k.ordinal;
DELETE FROM freed_due d USING namesWith(?) WHERE ? AND d.lease_token = k.lease_token RETURNING k.ordinal;
UPDATE text_due d SET due_at = k.due_at, failures = k.failures, lease_token = NULL, lease_until = NULL FROM namesWith(?) WHERE ? AND d.lease_token = k.lease_token RETURNING k.ordinal;
UPDATE delivery_due d SET due_at = k.due_at, failures = k.failures, lease_token = NULL, lease_until = NULL FROM namesWith(?) WHERE ? AND d.lease_token = k.lease_token RETURNING k.ordinal;
UPDATE calendar_push_due d SET due_at = k.due_at, failures = k.failures, lease_token = NULL, lease_until = NULL FROM namesWith(?) WHERE ? AND d.lease_token = k.lease_token RETURNING k.ordinal;
UPDATE calendar_read_due d SET due_at = k.due_at, failures = k.failures, lease_token = NULL, lease_until = NULL FROM namesWith(?) WHERE ? AND d.lease_token = k.lease_token RETURNING k.ordinal;
UPDATE cancel_due d SET due_at = k.due_at, failures = k.failures, lease_token = NULL, lease_until = NULL FROM namesWith(?) WHERE ? AND d.lease_token = k.lease_token RETURNING k.ordinal;
UPDATE answer_due d SET due_at = k.due_at, failures = k.failures, lease_token = NULL, lease_until = NULL FROM namesWith(?) WHERE ? AND d.lease_token = k.lease_token RETURNING k.ordinal;
UPDATE hold_due d SET due_at = k.due_at, failures = k.failures, lease_token = NULL, lease_until = NULL FROM namesWith(?) WHERE ? AND d.lease_token = k.lease_token RETURNING k.ordinal;
UPDATE undo_due d SET due_at = k.due_at, failures = k.failures, lease_token = NULL, lease_until = NULL FROM namesWith(?) WHERE ? AND d.lease_token = k.lease_token RETURNING k.ordinal;
UPDATE freed_due d SET due_at = k.due_at, failures = k.failures, lease_token = NULL, lease_until = NULL FROM namesWith(?) WHERE ? AND d.lease_token = k.lease_token RETURNING k.ordinal;
UPDATE text_due d SET lease_token = NULL, lease_until = NULL FROM namesWith(?) WHERE ? AND d.lease_token = k.lease_token;
UPDATE delivery_due d SET lease_token = NULL, lease_until = NULL FROM namesWith(?) WHERE ? AND d.lease_token = k.lease_token;
UPDATE calendar_push_due d SET lease_token = NULL, lease_until = NULL FROM namesWith(?) WHERE ? AND d.lease_token = k.lease_token;
UPDATE calendar_read_due d SET lease_token = NULL, lease_until = NULL FROM namesWith(?) WHERE ? AND d.lease_token = k.lease_token;
UPDATE cancel_due d SET lease_token = NULL, lease_until = NULL FROM namesWith(?) WHERE ? AND d.lease_token = k.lease_token;
UPDATE answer_due d SET lease_token = NULL, lease_until = NULL FROM namesWith(?) WHERE ? AND d.lease_token = k.lease_token;
UPDATE hold_due d SET lease_token = NULL, lease_until = NULL FROM namesWith(?) WHERE ? AND d.lease_token = k.lease_token;
UPDATE undo_due d SET lease_token = NULL, lease_until = NULL FROM namesWith(?) WHERE ? AND d.lease_token = k.lease_token;
UPDATE freed_due d SET lease_token = NULL, lease_until = NULL FROM namesWith(?) WHERE ? AND d.lease_token = k.lease_token;
DELETE FROM text_due d USING namesWith(?) WHERE ?;
DELETE FROM delivery_due d USING namesWith(?) WHERE ?;
DELETE FROM calendar_push_due d USING namesWith(?) WHERE ?;
DELETE FROM calendar_read_due d USING namesWith(?) WHERE ?;
DELETE FROM cancel_due d USING namesWith(?) WHERE ?;
DELETE FROM answer_due d USING namesWith(?) WHERE ?;
DELETE FROM hold_due d USING namesWith(?) WHERE ?;
DELETE FROM undo_due d USING namesWith(?) WHERE ?;
DELETE FROM freed_due d USING namesWith(?) WHERE ?;
WITH free AS ( SELECT ctid, lease_until FROM text_due WHERE ? FOR UPDATE SKIP LOCKED ) UPDATE text_due d SET lease_token = $1, lease_until = $2, failures = d.failures + (f.lease_until IS NOT NULL)::integer FROM free f WHERE d.ctid = f.ctid RETURNING ?, d.failures, d.lease_token AS token, f.lease_until AS "lostAt";
WITH free AS ( SELECT ctid, lease_until FROM delivery_due WHERE ? FOR UPDATE SKIP LOCKED ) UPDATE delivery_due d SET lease_token = $1, lease_until = $2, failures = d.failures + (f.lease_until IS NOT NULL)::integer FROM free f WHERE d.ctid = f.ctid RETURNING ?, d.failures, d.lease_token AS token, f.lease_until AS "lostAt";
WITH free AS ( SELECT ctid, lease_until FROM calendar_push_due WHERE ? FOR UPDATE SKIP LOCKED ) UPDATE calendar_push_due d SET lease_token = $1, lease_until = $2, failures = d.failures + (f.lease_until IS NOT NULL)::integer FROM free f WHERE d.ctid = f.ctid RETURNING ?, d.failures, d.lease_token AS token, f.lease_until AS "lostAt";
WITH free AS ( SELECT ctid, lease_until FROM calendar_read_due WHERE ? FOR UPDATE SKIP LOCKED ) UPDATE calendar_read_due d SET lease_token = $1, lease_until = $2, failures = d.failures + (f.lease_until IS NOT NULL)::integer FROM free f WHERE d.ctid = f.ctid RETURNING ?, d.failures, d.lease_token AS token, f.lease_until AS "lostAt";
WITH free AS ( SELECT ctid, lease_until FROM cancel_due WHERE ? FOR UPDATE SKIP LOCKED ) UPDATE cancel_due d SET lease_token = $1, lease_until = $2, failures = d.failures + (f.lease_until IS NOT NULL)::integer FROM free f WHERE d.ctid = f.ctid RETURNING ?, d.failures, d.lease_token AS token, f.lease_until AS "lostAt";
WITH free AS ( SELECT ctid, lease_until FROM answer_due WHERE ? FOR UPDATE SKIP LOCKED ) UPDATE answer_due d SET lease_token = $1, lease_until = $2, failures = d.failures + (f.lease_until IS NOT NULL)::integer FROM free f WHERE d.ctid = f.ctid RETURNING ?, d.failures, d.lease_token AS token, f.lease_until AS "lostAt";
WITH free AS ( SELECT ctid, lease_until FROM hold_due WHERE ? FOR UPDATE SKIP LOCKED ) UPDATE hold_due d SET lease_token = $1, lease_until = $2, failures = d.failures + (f.lease_until IS NOT NULL)::integer FROM free f WHERE d.ctid = f.ctid RETURNING ?, d.failures, d.lease_token AS token, f.lease_until AS "lostAt";
WITH free AS ( SELECT ctid, lease_until FROM undo_due WHERE ? FOR UPDATE SKIP LOCKED ) UPDATE undo_due d SET lease_token = $1, lease_until = $2, failures = d.failures + (f.lease_until IS NOT NULL)::integer FROM free f WHERE d.ctid = f.ctid RETURNING ?, d.failures, d.lease_token AS token, f.lease_until AS "lostAt";
WITH free AS ( SELECT ctid, lease_until FROM freed_due WHERE ? FOR UPDATE SKIP LOCKED ) UPDATE freed_due d SET lease_token = $1, lease_until = $2, failures = d.failures + (f.lease_until IS NOT NULL)::integer FROM free f WHERE d.ctid = f.ctid RETURNING ?, d.failures, d.lease_token AS token, f.lease_until AS "lostAt";

-- service/platform/rate-limits.sql.ts
WITH before AS ( SELECT coalesce((SELECT count FROM rate_counter WHERE key = $1 AND window_start = $3), 0) AS count ), taken AS ( INSERT INTO rate_counter (key, window_start, count) SELECT $1, $2, 1 FROM before b WHERE room(?) ON CONFLICT (key, window_start) DO UPDATE SET count = rate_counter.count + 1 WHERE (SELECT room(?) FROM before b) RETURNING count ) SELECT b.count AS before, (SELECT count FROM taken) AS taken, coalesce((SELECT count FROM rate_counter WHERE key = $1 AND window_start = $2), 0) AS present FROM before b;
UPDATE rate_counter SET count = count - 1 WHERE key = $1 AND window_start = $2 AND count > 0;
DELETE FROM rate_counter WHERE window_start < $1;

-- service/privacy/database-mark.sql.ts
SELECT system_identifier::text AS system, CASE WHEN pg_is_in_recovery() THEN '' ELSE left(pg_walfile_name(pg_current_wal_lsn()), 8) END AS timeline, current_setting('synchronous_standby_names') <> '' AS "isSynchronous" FROM pg_control_system();
SELECT m.id, e.era, m.mark, m.at, m.back_from AS "backFrom" FROM database_mark m CROSS JOIN database_era e FOR UPDATE OF m;
SELECT m.id, e.era, m.mark, m.at, m.back_from AS "backFrom" FROM database_mark m CROSS JOIN database_era e;
UPDATE database_mark SET back_from = $1;
UPDATE database_mark SET mark = greatest(mark, $2::bigint) + 1, at = $1 RETURNING mark;
SELECT sequencename AS name, coalesce(last_value, start_value) AS value FROM pg_sequences WHERE schemaname = 'public' ORDER BY sequencename;
SELECT setval($1::regclass, $2::bigint);
DELETE FROM directory WHERE kind IN ('user_session', 'password_reset');

-- service/privacy/journal-again.sql.ts
UPDATE directory SET active = false WHERE kind = $1 AND key = $2 AND active RETURNING company_id AS "companyId", ref_id AS "refId";
SELECT 1 FROM directory WHERE kind = $1 AND company_id = $2 AND ref_id = $3 AND active;
DELETE FROM undo_due WHERE company_id = $1 AND hold_id = ANY ($2::bigint[]) RETURNING hold_id AS "holdId", appointments;

-- service/privacy/personal-data.sql.ts
DELETE FROM text_due WHERE company_id = $1 AND text_id = ANY ($2::bigint[]);

-- service/test-companies/test-clocks.sql.ts
SELECT firstOf(?) AS answers, firstOf(?) AS holds, firstOf(?) AS freed, firstOf(?) AS texts, firstOf(?) AS deliveries, firstOf(?) AS "calendarWrites", firstOf(?) AS "calendarReads";
SELECT t.company_id AS "companyId" FROM unnest($1::bigint[], $2::timestamptz[]) AS t (company_id, now) WHERE ? ORDER BY t.company_id LIMIT $3;

-- service/test-companies/test-companies.sql.ts
SELECT ref_id AS id FROM directory WHERE kind = 'test_company' AND company_id = $1 AND ref_id > $2 ORDER BY ref_id LIMIT $3;
SELECT nextval($1::regclass) AS id FROM generate_series(1, $2::integer);

-- service/ways-in/agent-api/agent-sessions.sql.ts
SELECT nextval($1) AS id;

-- service/ways-in/public-page/verified-visits.sql.ts
SELECT nextval('verified_visit_id_seq') AS id;

-- service/webhooks/deliveries.sql.ts
SELECT delivery_id AS id FROM delivery_due WHERE company_id = $1 AND endpoint_id = $2;

-- service/webhooks/delivery-days.sql.ts
SELECT idDay(?)::int AS day, count(*)::int FROM delivery_due WHERE company_id = $1 AND endpoint_id = $2 AND delivery_id >= $3 AND failures = 0 GROUP BY 1;

-- service/webhooks/delivery-results.sql.ts
INSERT INTO delivery_outcome (outcome, count) SELECT * FROM unnest($1::text[], $2::bigint[]) AS o (outcome, count) ON CONFLICT (outcome) DO UPDATE SET count = delivery_outcome.count + excluded.count;
SELECT outcome, count FROM delivery_outcome ORDER BY outcome;
