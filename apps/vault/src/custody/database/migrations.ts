import { firstTables } from './tables/firstTables.js'
import { loginTables } from './tables/loginTables.js'
import { operationTables } from './tables/operationTables.js'
import { ownerTables } from './tables/ownerTables.js'

/**
 * What the tables are made by, in this order and each once. Never changed after a release: what is to be different comes
 * behind. Times are milliseconds since the epoch, of custody's own clock. `mac` covers what of its row must not be changed by
 * who can only write to the database; see sealing/rowMac.ts.
 */
export const migrations: readonly (readonly string[])[] = [
  firstTables,
  ownerTables,
  loginTables,
  operationTables,
  // a session of a browser that keeps its key is that key's alone
  [
    'ALTER TABLE sessions ADD COLUMN thumbprint text',
    'ALTER TABLE device_keys ADD COLUMN is_kept boolean NOT NULL DEFAULT false',
  ],
  // by which login a session came, and which one the link of a notice takes off: `email`, or the id of a row of logins
  ['ALTER TABLE sessions ADD COLUMN login_id text', 'ALTER TABLE mail_links ADD COLUMN login_id text'],
  // how far the audit log has come at other places; made anew after a restore, and all of it is sent again then
  [
    `CREATE TABLE audit_sinks (
      sink text PRIMARY KEY,
      seq bigint NOT NULL,
      holder text NOT NULL,
      held_until timestamptz NOT NULL
    )`,
  ],
  // what was sent counts by asset, by value and by recipient; transfers wait for a time
  [
    `ALTER TABLE spendings ADD COLUMN reservation text, ADD COLUMN asset text NOT NULL DEFAULT '',
      ADD COLUMN recipient text, ADD COLUMN value numeric, ADD COLUMN is_signed boolean NOT NULL DEFAULT false`,
    "UPDATE spendings SET asset = chain || '/native'",
    'CREATE INDEX spendings_reservation ON spendings (reservation)',
    `CREATE TABLE transfer_holds (
      user_id text NOT NULL REFERENCES users,
      subject text NOT NULL,
      device_id text NOT NULL,
      amounts text NOT NULL,
      state text NOT NULL,
      created_at bigint NOT NULL,
      due_at bigint NOT NULL,
      valid_until bigint NOT NULL,
      mac bytea NOT NULL,
      PRIMARY KEY (user_id, subject)
    )`,
    'CREATE INDEX transfer_holds_valid_until ON transfer_holds (valid_until)',
  ],
  // operators, what they freeze and stop, what waits for a second one, and how the audit log is read by user
  [
    'ALTER TABLE users ADD COLUMN frozen_at bigint',
    `CREATE TABLE operators (
      name text PRIMARY KEY,
      token_hash bytea NOT NULL UNIQUE,
      created_at bigint NOT NULL,
      mac bytea NOT NULL
    )`,
    `CREATE TABLE signing_switches (
      project text PRIMARY KEY,
      state text NOT NULL,
      changed_at bigint NOT NULL,
      mac bytea NOT NULL
    )`,
    `CREATE TABLE proposals (
      id text PRIMARY KEY,
      operator text NOT NULL,
      act text NOT NULL,
      state text NOT NULL,
      created_at bigint NOT NULL,
      valid_until bigint NOT NULL,
      mac bytea NOT NULL
    )`,
    'CREATE INDEX proposals_valid_until ON proposals (valid_until)',
    'CREATE INDEX wallets_eip155 ON wallets (lower(eip155))',
    'CREATE INDEX wallets_solana ON wallets (solana)',
    "CREATE INDEX audit_user ON audit ((entry::jsonb ->> 'user'), seq)",
    "CREATE INDEX audit_drills ON audit (seq) WHERE event IN ('drill.passed', 'drill.failed')",
  ],
  // the seals of these rows cover more of them now: who waits for a code asks for another one, browsers enrol their keys again, and one that
  // was resumed by a token logs in again
  ['DELETE FROM challenges', 'DELETE FROM device_keys', 'DELETE FROM devices WHERE generation > 0'],
  // through which browser a login by another provider went, sealed; and which window of the vault approved for a resumed session
  [
    'ALTER TABLE login_attempts DROP COLUMN return_to, ADD COLUMN opening bytea',
    'ALTER TABLE approvals ADD COLUMN consent_by text',
  ],
  // notices: emails that are tried for days, what a user's devices are notified of, a freeze by its owner, the language
  [
    'ALTER TABLE users ADD COLUMN language text',
    'ALTER TABLE mail_links ADD COLUMN permission_id text',
    `CREATE TABLE outbox (
      id text PRIMARY KEY,
      sealed bytea NOT NULL,
      attempts integer NOT NULL,
      next_at bigint NOT NULL,
      claimed_until timestamptz,
      place_in_order bigint GENERATED ALWAYS AS IDENTITY,
      created_at bigint NOT NULL,
      valid_until bigint NOT NULL,
      mac bytea NOT NULL
    )`,
    'CREATE INDEX outbox_next_at ON outbox (next_at)',
    `CREATE TABLE notices (
      id text PRIMARY KEY,
      user_id text NOT NULL REFERENCES users,
      body bytea NOT NULL,
      done_at bigint,
      created_at bigint NOT NULL,
      valid_until bigint NOT NULL,
      mac bytea NOT NULL
    )`,
    'CREATE INDEX notices_user ON notices (user_id, created_at)',
    'CREATE INDEX notices_valid_until ON notices (valid_until)',
    `CREATE TABLE notice_views (
      notice_id text NOT NULL REFERENCES notices ON DELETE CASCADE,
      device_id text NOT NULL REFERENCES devices ON DELETE CASCADE,
      PRIMARY KEY (notice_id, device_id)
    )`,
    `CREATE TABLE wallet_freezes (
      user_id text NOT NULL REFERENCES users,
      is_proven boolean NOT NULL,
      created_at bigint NOT NULL,
      ended_at bigint,
      valid_until bigint NOT NULL,
      mac bytea NOT NULL,
      PRIMARY KEY (user_id, created_at)
    )`,
  ],
]
