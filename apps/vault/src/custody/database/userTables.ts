/** Passkeys that open wallets, and the challenges that browsers sign with them. */
export const passkeyTables: readonly string[] = [
  `CREATE TABLE passkeys (
    id text PRIMARY KEY,
    user_id text NOT NULL REFERENCES users,
    project text NOT NULL,
    credential text NOT NULL UNIQUE,
    name bytea NOT NULL,
    public_key bytea NOT NULL,
    algorithm integer NOT NULL,
    counter bigint NOT NULL,
    transports text NOT NULL,
    is_syncable boolean NOT NULL,
    is_synced boolean NOT NULL,
    created_at bigint NOT NULL,
    used_at bigint,
    mac bytea NOT NULL
  )`,
  'CREATE INDEX passkeys_user ON passkeys (user_id)',
  // the user of a ceremony that creates one doesn't exist yet
  `CREATE TABLE passkey_ceremonies (
    id text PRIMARY KEY,
    device_id text NOT NULL REFERENCES devices ON DELETE CASCADE,
    project text NOT NULL,
    purpose text NOT NULL,
    user_id text,
    subject text,
    challenge_hash bytea NOT NULL,
    created_at bigint NOT NULL,
    used_at bigint,
    valid_until bigint NOT NULL,
    mac bytea NOT NULL
  )`,
  'CREATE INDEX passkey_ceremonies_challenge ON passkey_ceremonies (challenge_hash)',
  'CREATE INDEX passkey_ceremonies_valid_until ON passkey_ceremonies (valid_until)',
]

/** Second factors with their backup codes, and those that a user has reported lost. */
export const factorTables: readonly string[] = [
  'ALTER TABLE users ADD COLUMN factors_since bigint, ADD COLUMN step_up_above text',
  'ALTER TABLE sessions ADD COLUMN factor_due_at bigint',
  'ALTER TABLE spendings ADD COLUMN has_factor boolean NOT NULL DEFAULT false',
  `CREATE TABLE totp_factors (
    user_id text PRIMARY KEY REFERENCES users,
    id text NOT NULL,
    secret bytea NOT NULL,
    state text NOT NULL,
    last_step bigint NOT NULL,
    created_at bigint NOT NULL,
    mac bytea NOT NULL
  )`,
  `CREATE TABLE backup_codes (
    code_hash bytea PRIMARY KEY,
    user_id text NOT NULL REFERENCES users,
    factor_id text NOT NULL,
    created_at bigint NOT NULL,
    mac bytea NOT NULL
  )`,
  'CREATE INDEX backup_codes_user ON backup_codes (user_id)',
  `CREATE TABLE factor_losses (
    user_id text PRIMARY KEY REFERENCES users,
    factors_since bigint NOT NULL,
    created_at bigint NOT NULL,
    due_at bigint NOT NULL,
    valid_until bigint NOT NULL,
    mac bytea NOT NULL
  )`,
  'CREATE INDEX factor_losses_due_at ON factor_losses (due_at)',
]

/** Users whom an app creates before they log in. */
export const pregenerationTables: readonly string[] = [
  `ALTER TABLE users ADD COLUMN unclaimed_since bigint, ADD COLUMN external_id text, ADD COLUMN joined_at bigint`,
  'CREATE UNIQUE INDEX users_external_id ON users (project, external_id) WHERE external_id IS NOT NULL',
]

/** Smart accounts that passkeys own: at most one of a user is in use. */
export const selfCustodyTables: readonly string[] = [
  `CREATE TABLE self_custody (
    user_id text NOT NULL REFERENCES users,
    passkey_id text NOT NULL,
    x text NOT NULL,
    y text NOT NULL,
    state text NOT NULL,
    changed_at bigint NOT NULL,
    mac bytea NOT NULL,
    PRIMARY KEY (user_id, passkey_id)
  )`,
  "CREATE UNIQUE INDEX self_custody_on ON self_custody (user_id) WHERE state = 'on'",
]

/** The recovery code of a smart account in self-custody, its owners on networks where they were changed, and its guardians. */
export const accountOwnerTables: readonly string[] = [
  'ALTER TABLE self_custody ADD COLUMN recovery text',
  `CREATE TABLE self_custody_owners (
    user_id text NOT NULL,
    passkey_id text NOT NULL,
    chain text NOT NULL,
    owners text NOT NULL,
    read_at bigint NOT NULL,
    mac bytea NOT NULL,
    PRIMARY KEY (user_id, passkey_id, chain),
    FOREIGN KEY (user_id, passkey_id) REFERENCES self_custody
  )`,
  `CREATE TABLE self_custody_guardians (
    user_id text NOT NULL,
    passkey_id text NOT NULL,
    chain text NOT NULL,
    terms text NOT NULL,
    queue_nonce text NOT NULL,
    due_at bigint,
    read_at bigint NOT NULL,
    mac bytea NOT NULL,
    PRIMARY KEY (user_id, passkey_id, chain),
    FOREIGN KEY (user_id, passkey_id) REFERENCES self_custody
  )`,
  'CREATE INDEX self_custody_guardians_read_at ON self_custody_guardians (read_at)',
]
