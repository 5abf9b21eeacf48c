import { firstTables } from './tables/firstTables.js'
import { loginTables } from './tables/loginTables.js'
import { operationTables } from './tables/operationTables.js'
import { ownerTables } from './tables/ownerTables.js'
import { sealTables } from './tables/sealTables.js'

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
  sealTables,
]
