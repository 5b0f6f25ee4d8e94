-- An agent answers in the language of the conversation, which its start names, or which the customer has on file.

ALTER TABLE company ADD COLUMN agent_languages text[] NOT NULL DEFAULT '{}' CHECK (agent_languages <@ ARRAY['en', 'es', 'fr']);
COMMENT ON COLUMN company.agent_languages IS 'The languages besides locale in which the agent answers customers.';

ALTER TABLE agent_session ADD COLUMN language text CHECK (language IN ('en', 'es', 'fr'));
COMMENT ON COLUMN agent_session.language IS 'The language that the start of the conversation named; null for none.';
