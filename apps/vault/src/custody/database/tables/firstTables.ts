/** Users and their wallets, devices and sessions, codes, requests, limits and the audit log. */
export const firstTables: readonly string[] = [
  'CREATE TABLE vault_settings (name text PRIMARY KEY, value text NOT NULL)',
  'CREATE TABLE users (id text PRIMARY KEY, project text NOT NULL, created_at bigint NOT NULL, mac bytea NOT NULL)',
  `CREATE TABLE identities (
    user_id text PRIMARY KEY REFERENCES users,
    project text NOT NULL,
    email_index bytea NOT NULL,
    email bytea NOT NULL,
    changed_at bigint NOT NULL,
    mac bytea NOT NULL,
    UNIQUE (project, email_index)
  )`,
  `CREATE TABLE wallets (
    id text PRIMARY KEY,
    user_id text NOT NULL UNIQUE REFERENCES users,
    project text NOT NULL,
    dek bytea NOT NULL,
    seed bytea NOT NULL,
    eip155 text NOT NULL,
    solana text NOT NULL,
    created_at bigint NOT NULL,
    mac bytea NOT NULL
  )`,
  `CREATE TABLE devices (
    id text PRIMARY KEY,
    project text NOT NULL,
    origin text NOT NULL,
    credential_hash bytea,
    is_confirmed boolean NOT NULL,
    generation integer NOT NULL,
    rotated_at bigint NOT NULL,
    rotated_by text NOT NULL,
    created_at bigint NOT NULL,
    seen_at bigint NOT NULL,
    mac bytea NOT NULL,
    UNIQUE (credential_hash, project, origin)
  )`,
  `CREATE TABLE device_keys (
    device_id text NOT NULL REFERENCES devices ON DELETE CASCADE,
    thumbprint text NOT NULL,
    is_resumed boolean NOT NULL,
    active_until bigint NOT NULL,
    mac bytea NOT NULL,
    PRIMARY KEY (device_id, thumbprint)
  )`,
  'CREATE INDEX device_keys_thumbprint ON device_keys (thumbprint)',
  `CREATE TABLE device_users (
    device_id text NOT NULL REFERENCES devices ON DELETE CASCADE,
    user_id text NOT NULL REFERENCES users,
    created_at bigint NOT NULL,
    mac bytea NOT NULL,
    PRIMARY KEY (device_id, user_id)
  )`,
  `CREATE TABLE sessions (
    device_id text PRIMARY KEY REFERENCES devices ON DELETE CASCADE,
    id text NOT NULL,
    user_id text NOT NULL REFERENCES users,
    created_at bigint NOT NULL,
    seen_at bigint NOT NULL,
    mac bytea NOT NULL
  )`,
  'CREATE INDEX sessions_user ON sessions (user_id)',
  `CREATE TABLE challenges (
    id text PRIMARY KEY,
    device_id text NOT NULL REFERENCES devices ON DELETE CASCADE,
    purpose text NOT NULL,
    project text NOT NULL,
    email_index bytea NOT NULL,
    email bytea NOT NULL,
    user_id text,
    change_id text,
    next_index bytea,
    next_email bytea,
    origin text NOT NULL,
    browser text NOT NULL,
    place text,
    state text NOT NULL,
    link_hash bytea UNIQUE,
    link_expires_at bigint,
    approved_at bigint,
    code_mac bytea,
    code_expires_at bigint,
    code_claimed_at bigint,
    code_sent_at bigint,
    attempts integer NOT NULL DEFAULT 0,
    repeats integer NOT NULL DEFAULT 0,
    used_at bigint,
    created_at bigint NOT NULL,
    place_in_order bigint GENERATED ALWAYS AS IDENTITY,
    valid_until bigint NOT NULL,
    mac bytea NOT NULL
  )`,
  'CREATE INDEX challenges_device ON challenges (device_id, purpose, place_in_order)',
  'CREATE INDEX challenges_valid_until ON challenges (valid_until)',
  `CREATE TABLE approvals (
    id text PRIMARY KEY,
    user_id text NOT NULL REFERENCES users,
    device_id text NOT NULL REFERENCES devices ON DELETE CASCADE,
    origin text NOT NULL,
    method text NOT NULL,
    chain text NOT NULL,
    canonical text NOT NULL,
    digest text NOT NULL,
    state text NOT NULL,
    valid_until bigint NOT NULL,
    mac bytea NOT NULL
  )`,
  'CREATE INDEX approvals_valid_until ON approvals (valid_until)',
  `CREATE TABLE limit_events (
    id text PRIMARY KEY,
    kind text NOT NULL,
    subject bytea NOT NULL,
    at bigint NOT NULL,
    valid_until bigint NOT NULL
  )`,
  'CREATE INDEX limit_events_subject ON limit_events (kind, subject, at)',
  'CREATE INDEX limit_events_valid_until ON limit_events (valid_until)',
  `CREATE TABLE spent_statements (
    thumbprint text NOT NULL,
    jti text NOT NULL,
    valid_until bigint NOT NULL,
    PRIMARY KEY (thumbprint, jti)
  )`,
  'CREATE INDEX spent_statements_valid_until ON spent_statements (valid_until)',
  `CREATE TABLE audit (
    seq bigint PRIMARY KEY,
    at bigint NOT NULL,
    event text NOT NULL,
    entry text NOT NULL,
    hash bytea NOT NULL
  )`,
  `CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'the audit log is only ever added to'; END $$`,
  `CREATE TRIGGER audit_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()`,
]
