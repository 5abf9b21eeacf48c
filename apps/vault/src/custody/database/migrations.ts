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
]
