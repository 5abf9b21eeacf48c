import { actsMigration } from './actsMigration.js'
import { chainStatesMigration, readsMigration } from './readsMigration.js'

/**
 * What the tables are made by, in this order and each once. Never changed after a release: what is to be different comes
 * behind. Times are milliseconds since the epoch, of the gateway's own clock.
 */
export const migrations: readonly string[] = [
  `CREATE TABLE siwx_nonces (
    nonce text PRIMARY KEY,
    origin text NOT NULL,
    issued_at text NOT NULL,
    expiration_time text NOT NULL,
    request_id text NOT NULL,
    client text NOT NULL,
    valid_until bigint NOT NULL
  );
  CREATE INDEX siwx_nonces_client ON siwx_nonces (client, valid_until);
  CREATE INDEX siwx_nonces_valid_until ON siwx_nonces (valid_until);
  CREATE TABLE siwx_sessions (
    id text NOT NULL,
    chain_id text NOT NULL,
    address text NOT NULL,
    signed_in text NOT NULL,
    valid_until bigint NOT NULL,
    place bigint GENERATED ALWAYS AS IDENTITY,
    PRIMARY KEY (id, chain_id, address)
  );
  CREATE INDEX siwx_sessions_valid_until ON siwx_sessions (valid_until);`,
  readsMigration,
  actsMigration,
  chainStatesMigration,
]
