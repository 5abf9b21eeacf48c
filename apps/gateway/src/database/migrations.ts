/**
 * State of the indexer per chain, for all gateways of the database: the genesis block, the problem that stops it (`WRONG_CHAIN`,
 * `FORK_TOO_DEEP`), and the height from which the operator wants to reindex.
 */
const chainStatesMigration = `CREATE TABLE chain_states (
    chain text PRIMARY KEY,
    genesis text,
    problem text,
    reindex_from bigint
  );`

/**
 * Quotas and indexed chains: blocks, transactions, transfers, their participants, and the tokens that an account may hold. The rows of a block
 * are inserted and deleted together. Addresses and hashes are lowercase hex.
 */
const chainsMigration = `CREATE TABLE gateway_quotas (
    key text NOT NULL,
    valid_until bigint NOT NULL,
    taken bigint NOT NULL,
    PRIMARY KEY (key, valid_until)
  );
  CREATE INDEX gateway_quotas_valid_until ON gateway_quotas (valid_until);
  CREATE TABLE chain_blocks (
    chain text NOT NULL,
    height bigint NOT NULL,
    hash text NOT NULL,
    PRIMARY KEY (chain, height)
  );
  CREATE TABLE chain_transactions (
    chain text NOT NULL,
    height bigint NOT NULL,
    position integer NOT NULL,
    hash text NOT NULL,
    sender text NOT NULL,
    recipient text,
    nonce bigint NOT NULL,
    method text NOT NULL,
    is_confirmed boolean NOT NULL,
    mined_at bigint NOT NULL,
    PRIMARY KEY (chain, height, position)
  );
  CREATE TABLE chain_transfers (
    chain text NOT NULL,
    height bigint NOT NULL,
    position integer NOT NULL,
    place integer NOT NULL,
    token text,
    token_id numeric,
    sender text NOT NULL,
    recipient text NOT NULL,
    amount numeric NOT NULL,
    PRIMARY KEY (chain, height, position, place)
  );
  CREATE TABLE chain_activity (
    account text NOT NULL,
    mined_at bigint NOT NULL,
    chain text NOT NULL,
    height bigint NOT NULL,
    position integer NOT NULL,
    PRIMARY KEY (account, mined_at, chain, height, position)
  );
  CREATE INDEX chain_activity_account ON chain_activity (account, chain, mined_at, height, position);
  CREATE INDEX chain_activity_block ON chain_activity (chain, height);
  CREATE TABLE chain_holdings (
    account text NOT NULL,
    chain text NOT NULL,
    token text NOT NULL,
    token_id numeric NOT NULL,
    PRIMARY KEY (account, chain, token, token_id)
  );
  CREATE TABLE chain_tokens (
    chain text NOT NULL,
    address text NOT NULL,
    name text NOT NULL,
    symbol text NOT NULL,
    decimals integer NOT NULL,
    PRIMARY KEY (chain, address)
  );`

/** Data of users: names, orders, sessions and error reports. */
const usersMigration: string = `
  CREATE TABLE names (
    name text PRIMARY KEY,
    owner text NOT NULL,
    attributes text NOT NULL,
    signed_at bigint NOT NULL
  );
  CREATE TABLE name_addresses (
    name text NOT NULL REFERENCES names ON DELETE CASCADE,
    coin_type bigint NOT NULL,
    address text NOT NULL,
    created_at bigint NOT NULL,
    PRIMARY KEY (name, coin_type)
  );
  CREATE INDEX name_addresses_address ON name_addresses (lower(address), created_at);

  CREATE TABLE onramp_orders (
    id text PRIMARY KEY,
    provider text NOT NULL,
    project text NOT NULL,
    network text NOT NULL,
    address text NOT NULL,
    details text NOT NULL,
    status text NOT NULL,
    hash text,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL
  );
  CREATE INDEX onramp_orders_unpaid ON onramp_orders (created_at) WHERE status = 'created';
  CREATE TABLE onramp_events (
    provider text NOT NULL,
    id text NOT NULL,
    valid_until bigint NOT NULL,
    PRIMARY KEY (provider, id)
  );
  CREATE INDEX onramp_events_valid_until ON onramp_events (valid_until);

  CREATE TABLE smart_sessions (
    pci text PRIMARY KEY,
    address text NOT NULL,
    details text NOT NULL,
    context text,
    expiration bigint NOT NULL,
    created_at bigint NOT NULL,
    activated_at bigint,
    revoked_at bigint
  );
  CREATE INDEX smart_sessions_address ON smart_sessions (address, created_at);
  CREATE INDEX smart_sessions_pending ON smart_sessions (created_at) WHERE activated_at IS NULL;

  CREATE TABLE error_reports (
    project text NOT NULL,
    id text NOT NULL,
    report text NOT NULL,
    valid_until bigint NOT NULL,
    PRIMARY KEY (project, id)
  );
  CREATE INDEX error_reports_valid_until ON error_reports (valid_until);
  CREATE TABLE error_quotas (
    id text PRIMARY KEY,
    times bigint[] NOT NULL,
    valid_until bigint NOT NULL
  );
  CREATE INDEX error_quotas_valid_until ON error_quotas (valid_until);
`

/**
 * Data for operators: projects, with a counter that grows with each change, the log of changes, requests per day, and the
 * running processes with the number of the last batch of requests that was added.
 */
const operatorMigration: string = `
  CREATE TABLE gateway_projects (
    id text PRIMARY KEY,
    settings text NOT NULL,
    revision bigint NOT NULL,
    updated_at bigint NOT NULL,
    updated_by text NOT NULL
  );
  CREATE TABLE gateway_revision (
    is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
    revision bigint NOT NULL
  );
  INSERT INTO gateway_revision (revision) VALUES (0);
  CREATE TABLE gateway_audit (
    id bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
    made_at bigint NOT NULL,
    operator text NOT NULL,
    action text NOT NULL,
    project text NOT NULL,
    settings_before text,
    settings_after text,
    request_id text
  );
  CREATE INDEX gateway_audit_project ON gateway_audit (project, id);
  CREATE INDEX gateway_audit_operator ON gateway_audit (operator, id);
  CREATE TABLE gateway_usage (
    day date NOT NULL,
    project text NOT NULL,
    kind text NOT NULL,
    requests bigint NOT NULL,
    failed bigint NOT NULL,
    refused bigint NOT NULL,
    valid_until bigint NOT NULL,
    PRIMARY KEY (day, project, kind)
  );
  CREATE INDEX gateway_usage_valid_until ON gateway_usage (valid_until);
  CREATE TABLE gateway_processes (
    id text PRIMARY KEY,
    host text NOT NULL,
    pid integer NOT NULL,
    version text NOT NULL,
    providers text NOT NULL,
    batch bigint NOT NULL,
    started_at bigint NOT NULL,
    seen_at bigint NOT NULL,
    valid_until bigint NOT NULL
  );
  CREATE INDEX gateway_processes_valid_until ON gateway_processes (valid_until);
  CREATE INDEX onramp_orders_created_at ON onramp_orders (created_at, id);
`

/** Decimals are null for a token that doesn't say how many it has. Releases before read that as well. */
const unknownDecimalsMigration = 'ALTER TABLE chain_tokens ALTER COLUMN decimals DROP NOT NULL'

/**
 * The migrations, in order. Released ones never change: append new ones. Times are milliseconds since the epoch, by the gateway's
 * clock.
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
  chainsMigration,
  usersMigration,
  chainStatesMigration,
  operatorMigration,
  unknownDecimalsMigration,
]
