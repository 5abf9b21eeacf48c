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
