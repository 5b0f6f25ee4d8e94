-- Who has accepted their invitation: those who did something as that user. A password is no sign of it, since a company's admins
-- can set one for any email.
UPDATE app_user SET accepted_at = NULL WHERE accepted_at = created_at;
UPDATE app_user SET accepted_at = used.at
FROM (
  SELECT company_id, (actor ->> 'user_id')::bigint AS user_id, min(at) AS at FROM audit
  WHERE actor ->> 'kind' = 'admin_user'
  GROUP BY company_id, (actor ->> 'user_id')::bigint
) used
WHERE app_user.company_id = used.company_id AND app_user.id = used.user_id AND app_user.accepted_at IS NULL;
