/**
 * How reading a chain goes, for all gateways of the database: the genesis block of what was read, what keeps the blocks from being
 * read (`WRONG_CHAIN`, `FORK_TOO_DEEP`), and from which height the operator wants them read again.
 */
export const chainStatesMigration = `CREATE TABLE chain_states (
    chain text PRIMARY KEY,
    genesis text,
    problem text,
    reindex_from bigint
  );`

/**
 * What calls are counted in, and what is read from chains: blocks, their transactions and transfers, who took part in which,
 * and what an account may hold. All of a block comes and goes with its row. Addresses and hashes are small hex.
 */
export const readsMigration = `CREATE TABLE gateway_quotas (
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
