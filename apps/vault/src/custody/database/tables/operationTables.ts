/** Groups of calls of smart accounts, and what an app may have them do without asking. */
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
