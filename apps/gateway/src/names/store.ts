import type { Database } from '@latchkey/server-kit/database'
import type { NameAttributes, NameProfile } from '../api/names.js'

type NameClaim = {
  readonly name: string
  /** The signer. An account with a key is the same on every chain, a contract only on its own. */
  readonly owner: string
  readonly coinType: number
  readonly address: string
  readonly attributes: NameAttributes
  readonly signedAt: number
  readonly now: number
}

export type NameStore = {
  /** False if the name belongs to another owner. The same owner may claim again: the latest signed attributes win. */
  readonly claim: (claim: NameClaim) => Promise<boolean>
  readonly find: (name: string) => Promise<NameProfile | undefined>
  /** The names of an address, newest first. */
  readonly findOf: (address: string) => Promise<readonly NameProfile[]>
  readonly findTaken: (names: readonly string[]) => Promise<ReadonlySet<string>>
}

type NameRow = {
  readonly name: string
  readonly owner: string
  readonly attributes: string
  readonly coin_type: string
  readonly address: string
  readonly created_at: string
}

const select = `SELECT name, owner, attributes, coin_type, address, created_at FROM names JOIN name_addresses USING (name)`

const insertName = `
  INSERT INTO names (name, owner, attributes, signed_at) VALUES ($1, $2, $3, $4)
  ON CONFLICT (name) DO UPDATE SET
    attributes = CASE WHEN excluded.signed_at > names.signed_at THEN excluded.attributes ELSE names.attributes END,
    signed_at = greatest(names.signed_at, excluded.signed_at)
  WHERE names.owner = excluded.owner
  RETURNING 1`

const insertAddress = `
  INSERT INTO name_addresses (name, coin_type, address, created_at) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING`

/** Names that are returned for one address. */
const maxNames = 50

/** Stores names in PostgreSQL. Of concurrent claims, in all gateways together, one succeeds. */
export function createNameStore({ query, inTransaction }: Database): NameStore {
  return {
    claim: ({ name, owner, coinType, address, attributes, signedAt, now }) =>
      inTransaction(async ({ query }) => {
        const claimed = await query(insertName, [name, owner, JSON.stringify(attributes), signedAt])
        if (claimed.length !== 1) return false
        await query(insertAddress, [name, coinType, address, now])
        return true
      }),
    async find(name) {
      return toProfiles(await query<NameRow>(`${select} WHERE name = $1 ORDER BY coin_type`, [name]))[0]
    },
    async findOf(address) {
      const own = `SELECT name FROM name_addresses WHERE lower(address) = lower($1) ORDER BY created_at DESC LIMIT ${maxNames}`
      const order =
        'ORDER BY (SELECT min(created_at) FROM name_addresses AS a WHERE a.name = names.name) DESC, name, coin_type'
      return toProfiles(await query<NameRow>(`${select} WHERE name IN (${own}) ${order}`, [address]))
    },
    async findTaken(names) {
      const rows = await query<{ name: string }>('SELECT name FROM names WHERE name = ANY($1)', [names])
      return new Set(rows.map(({ name }) => name))
    },
  }
}

/** Coin type of an address on every EVM chain (ENSIP-19). */
const everyEvmChain = 0x8000_0000

/**
 * The address of a key is the same on every EVM chain. A contract's counts on the chains that it signed for: on others its
 * address may belong to somebody else.
 */
function toProfiles(rows: readonly NameRow[]): readonly NameProfile[] {
  const names = [...new Set(rows.map(({ name }) => name))]
  return names.map((name) => {
    const own = rows.filter((row) => row.name === name)
    const addresses = own.map(({ coin_type, address, created_at }) => {
      const created = new Date(Number(created_at)).toISOString()
      return [coin_type, { address, created }] as const
    })
    const [first] = addresses
    const isKey = own.some(({ owner }) => /^eip155:0x/.test(owner))
    if (first && isKey) addresses.push([String(everyEvmChain), first[1]])
    // validated before it was stored
    const attributes = own.slice(0, 1).map((row) => JSON.parse(row.attributes) as NameAttributes)
    return { name, addresses: Object.fromEntries(addresses), attributes }
  })
}
