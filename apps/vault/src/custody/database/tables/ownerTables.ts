/** What an owner is told by mail and can undo there, recovery, sealed wallets, and what was spent. */
export const ownerTables: readonly string[] = [
  'ALTER TABLE device_users ADD COLUMN browser text, ADD COLUMN place text',
  `CREATE TABLE mail_links (
    id text PRIMARY KEY,
    kind text NOT NULL,
    project text NOT NULL,
    user_id text NOT NULL REFERENCES users,
    device_id text,
    email_index bytea,
    email bytea,
    link_hash bytea NOT NULL UNIQUE,
    created_at bigint NOT NULL,
    used_at bigint,
    valid_until bigint NOT NULL,
    mac bytea NOT NULL
  )`,
  'CREATE INDEX mail_links_user ON mail_links (user_id, kind)',
  'CREATE INDEX mail_links_email ON mail_links (project, email_index)',
  'CREATE INDEX mail_links_valid_until ON mail_links (valid_until)',
  `CREATE TABLE recovery_codes (
    user_id text PRIMARY KEY REFERENCES users,
    code_hash bytea NOT NULL UNIQUE,
    created_at bigint NOT NULL,
    mac bytea NOT NULL
  )`,
  `CREATE TABLE recoveries (
    id text PRIMARY KEY,
    project text NOT NULL,
    user_id text NOT NULL UNIQUE REFERENCES users,
    email_index bytea NOT NULL,
    email bytea NOT NULL,
    created_at bigint NOT NULL,
    due_at bigint NOT NULL,
    valid_until bigint NOT NULL,
    mac bytea NOT NULL
  )`,
  'CREATE INDEX recoveries_email ON recoveries (project, email_index)',
  'CREATE INDEX recoveries_valid_until ON recoveries (valid_until)',
  `CREATE TABLE seals (
    id text PRIMARY KEY,
    user_id text NOT NULL REFERENCES users,
    kind text NOT NULL,
    credential text,
    sealed_key bytea NOT NULL,
    created_at bigint NOT NULL,
    mac bytea NOT NULL
  )`,
  'CREATE INDEX seals_user ON seals (user_id)',
  `CREATE TABLE processes (
    id text PRIMARY KEY,
    public_key bytea NOT NULL,
    created_at bigint NOT NULL,
    seen_at timestamptz NOT NULL DEFAULT now(),
    mac bytea NOT NULL
  )`,
  `CREATE TABLE unlocks (
    user_id text NOT NULL REFERENCES users,
    process_id text NOT NULL REFERENCES processes ON DELETE CASCADE,
    sealed bytea NOT NULL,
    valid_until bigint NOT NULL,
    PRIMARY KEY (user_id, process_id)
  )`,
  'CREATE INDEX unlocks_valid_until ON unlocks (valid_until)',
  `CREATE TABLE spendings (
    id text PRIMARY KEY,
    user_id text NOT NULL REFERENCES users,
    chain text NOT NULL,
    amount numeric NOT NULL,
    at bigint NOT NULL,
    valid_until bigint NOT NULL
  )`,
  'CREATE INDEX spendings_user ON spendings (user_id, chain, at)',
  'CREATE INDEX spendings_valid_until ON spendings (valid_until)',
]
