-- Which planner plans a company's day when staff ask for it.

ALTER TABLE company ADD COLUMN planner text NOT NULL DEFAULT 'own' CHECK (planner IN ('own', 'vroom'));
COMMENT ON COLUMN company.planner IS 'own: the built-in one. vroom: that of PLANNER_URL where it answers, else the built-in one.';
