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

/** Notices that are emailed and can be undone from there, recovery, sealed wallets, and spending. */
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

/** Logins by other providers: one row for each that opens a wallet, and those under way. */
export const loginTables: readonly string[] = [
  `CREATE TABLE logins (
    id text PRIMARY KEY,
    user_id text NOT NULL REFERENCES users,
    project text NOT NULL,
    provider text NOT NULL,
    issuer text NOT NULL,
    subject_index bytea NOT NULL,
    subject bytea NOT NULL,
    name bytea,
    linked_at bigint NOT NULL,
    used_at bigint NOT NULL,
    mac bytea NOT NULL,
    UNIQUE (project, issuer, subject_index)
  )`,
  'CREATE INDEX logins_user ON logins (user_id)',
  `CREATE TABLE login_attempts (
    id text PRIMARY KEY,
    device_id text NOT NULL REFERENCES devices ON DELETE CASCADE,
    project text NOT NULL,
    origin text NOT NULL,
    browser text NOT NULL,
    place text,
    provider text NOT NULL,
    link_user text,
    state_hash bytea NOT NULL UNIQUE,
    popup_hash bytea,
    secrets bytea NOT NULL,
    stage text NOT NULL,
    is_alone boolean NOT NULL DEFAULT false,
    return_to text,
    outcome bytea,
    used_at bigint,
    created_at bigint NOT NULL,
    place_in_order bigint GENERATED ALWAYS AS IDENTITY,
    valid_until bigint NOT NULL,
    mac bytea NOT NULL
  )`,
  'CREATE INDEX login_attempts_popup ON login_attempts (popup_hash)',
  'CREATE INDEX login_attempts_device ON login_attempts (device_id, place_in_order)',
  'CREATE INDEX login_attempts_valid_until ON login_attempts (valid_until)',
]

/** Call bundles of smart accounts, and the permissions that users granted to apps. */
export const operationTables: readonly string[] = [
  `CREATE TABLE call_bundles (
    user_id text NOT NULL REFERENCES users,
    origin text NOT NULL,
    id text NOT NULL,
    chain text NOT NULL,
    hash text NOT NULL,
    created_at bigint NOT NULL,
    valid_until bigint NOT NULL,
    mac bytea NOT NULL,
    PRIMARY KEY (user_id, origin, id)
  )`,
  'CREATE INDEX call_bundles_valid_until ON call_bundles (valid_until)',
  `CREATE TABLE permissions (
    id text PRIMARY KEY,
    user_id text NOT NULL REFERENCES users,
    origin text NOT NULL,
    chain text NOT NULL,
    terms text NOT NULL,
    spent text NOT NULL,
    created_at bigint NOT NULL,
    valid_until bigint NOT NULL,
    mac bytea NOT NULL
  )`,
  'CREATE INDEX permissions_valid_until ON permissions (valid_until)',
]

/** Unlocks by device, seals that wait, new devices that ask to unlock, versions of wallets and wallets of before a new seed. */
export const sealTables: readonly string[] = [
  'DROP TABLE unlocks',
  `CREATE TABLE unlocks (
    user_id text NOT NULL REFERENCES users,
    device_id text NOT NULL REFERENCES devices ON DELETE CASCADE,
    session_id text NOT NULL,
    thumbprint text NOT NULL,
    process_id text NOT NULL REFERENCES processes ON DELETE CASCADE,
    sealed bytea NOT NULL,
    valid_until bigint NOT NULL,
    PRIMARY KEY (device_id, thumbprint, process_id)
  )`,
  'CREATE INDEX unlocks_user ON unlocks (user_id)',
  'CREATE INDEX unlocks_valid_until ON unlocks (valid_until)',
  `CREATE TABLE unlock_requests (
    device_id text PRIMARY KEY REFERENCES devices ON DELETE CASCADE,
    user_id text NOT NULL REFERENCES users,
    session_id text NOT NULL,
    origin text NOT NULL,
    browser text NOT NULL,
    place text,
    state text NOT NULL,
    decided_by text,
    created_at bigint NOT NULL,
    valid_until bigint NOT NULL,
    mac bytea NOT NULL
  )`,
  'CREATE INDEX unlock_requests_user ON unlock_requests (user_id)',
  'CREATE INDEX unlock_requests_valid_until ON unlock_requests (valid_until)',
  `CREATE TABLE pending_seals (
    user_id text PRIMARY KEY REFERENCES users,
    id text NOT NULL,
    device_id text NOT NULL,
    public_key bytea NOT NULL,
    makes_seed boolean NOT NULL,
    created_at bigint NOT NULL,
    due_at bigint NOT NULL,
    mac bytea NOT NULL
  )`,
  'CREATE INDEX pending_seals_due_at ON pending_seals (due_at)',
  `CREATE TABLE kept_deks (
    wallet_id text PRIMARY KEY REFERENCES wallets,
    user_id text NOT NULL REFERENCES users,
    project text NOT NULL,
    dek bytea NOT NULL,
    created_at bigint NOT NULL,
    valid_until bigint NOT NULL,
    mac bytea NOT NULL
  )`,
  'CREATE INDEX kept_deks_user ON kept_deks (user_id)',
  'CREATE INDEX kept_deks_valid_until ON kept_deks (valid_until)',
  'ALTER TABLE wallets ADD COLUMN version bigint, ADD COLUMN retired_at bigint',
  'ALTER TABLE wallets DROP CONSTRAINT wallets_user_id_key',
  'CREATE UNIQUE INDEX wallets_user ON wallets (user_id) WHERE retired_at IS NULL',
  'CREATE INDEX wallets_all ON wallets (user_id)',
  // by which the newest version of a wallet is found in the log
  "CREATE INDEX audit_wallet ON audit ((entry::jsonb ->> 'wallet'), seq)",
]

/**
 * Data managed by operators: consoles that act for others, projects, webhooks with their deliveries, and keys of the
 * user API.
 */
export const consoleTables: readonly string[] = [
  'ALTER TABLE operators ADD COLUMN acts_for_others boolean',
  'ALTER TABLE proposals ADD COLUMN via text',
  `CREATE TABLE projects (
    id text PRIMARY KEY,
    settings text NOT NULL,
    revision bigint NOT NULL,
    updated_at bigint NOT NULL,
    updated_by text NOT NULL,
    mac bytea NOT NULL
  )`,
  'CREATE INDEX users_newest ON users (created_at, id)',
  'CREATE INDEX users_project ON users (project, created_at, id)',
  // by which the newest version of each project is found in the log
  `CREATE INDEX audit_projects ON audit ((entry::jsonb ->> 'project'), seq)
    WHERE event IN ('project.saved', 'project.deleted')`,
  "CREATE INDEX audit_project_changes ON audit (seq) WHERE event IN ('project.saved', 'project.deleted')",
  `CREATE INDEX audit_usage ON audit (at) WHERE event IN
    ('user.created', 'login.done', 'request.signed', 'login.asked', 'account.asked', 'update.asked', 'limit.reached')`,
  `CREATE TABLE webhooks (
    id text PRIMARY KEY,
    project text NOT NULL,
    url text NOT NULL,
    events text NOT NULL,
    state text NOT NULL,
    secret bytea NOT NULL,
    previous_secret bytea,
    previous_until bigint,
    created_at bigint NOT NULL,
    failing_since bigint,
    claimed_until timestamptz,
    mac bytea NOT NULL
  )`,
  'CREATE INDEX webhooks_project ON webhooks (project)',
  `CREATE TABLE deliveries (
    id text PRIMARY KEY,
    webhook_id text NOT NULL REFERENCES webhooks ON DELETE CASCADE,
    event text NOT NULL,
    body text NOT NULL,
    state text NOT NULL,
    attempts integer NOT NULL,
    next_at bigint NOT NULL,
    result text,
    place_in_order bigint GENERATED BY DEFAULT AS IDENTITY,
    created_at bigint NOT NULL,
    valid_until bigint NOT NULL,
    mac bytea NOT NULL
  )`,
  "CREATE INDEX deliveries_due ON deliveries (webhook_id, next_at) WHERE state = 'pending'",
  'CREATE INDEX deliveries_webhook ON deliveries (webhook_id, place_in_order)',
  'CREATE INDEX deliveries_valid_until ON deliveries (valid_until)',
  `CREATE TABLE api_keys (
    id text PRIMARY KEY,
    project text NOT NULL,
    name text NOT NULL,
    scopes text NOT NULL,
    secret_hash bytea NOT NULL,
    created_at bigint NOT NULL,
    created_by text NOT NULL,
    used_at bigint,
    mac bytea NOT NULL
  )`,
  'CREATE INDEX api_keys_project ON api_keys (project)',
]

/** The keys of split wallets, which share holders open. */
export const splitTables: readonly string[] = [
  `CREATE TABLE wallet_shares (
    wallet_id text NOT NULL REFERENCES wallets DEFERRABLE INITIALLY DEFERRED,
    holder text NOT NULL,
    user_id text NOT NULL REFERENCES users,
    key_id text NOT NULL,
    sealed bytea NOT NULL,
    commitment bytea NOT NULL,
    created_at bigint NOT NULL,
    mac bytea NOT NULL,
    PRIMARY KEY (wallet_id, holder)
  )`,
]
