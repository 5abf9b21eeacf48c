import { isRecord } from '@latchkey/core'

/** What a wallet reports about a Bitcoin address. Unverified: the adapter checks it. */
export type BitcoinAccount = {
  readonly address: string
  /** Hex in lower case: compressed, or the x coordinate for Taproot. */
  readonly publicKey?: string | undefined
  /** BIP-32 derivation path. */
  readonly path?: string | undefined
  readonly purpose?: Purpose | undefined
}

type Purpose = 'payment' | 'ordinal'

/** The most characters and accounts that are read. */
const limits = { text: 100_000, accounts: 100 } as const

/**
 * Parses `bip122_getAccountAddresses` of a session's properties: JSON with a list of accounts, or lists by purpose, as the
 * request of that name returns. Ignores invalid values; of duplicate addresses the first counts.
 */
export function parseBitcoinAccounts(properties: unknown): readonly BitcoinAccount[] {
  const text = isRecord(properties) ? properties['bip122_getAccountAddresses'] : undefined
  const value = typeof text === 'string' && text.length <= limits.text ? parseJson(text) : undefined
  const lists: readonly (readonly [unknown, Purpose | undefined])[] = isRecord(value)
    ? purposes.map((purpose) => [value[purpose], purpose])
    : [[value, undefined]]
  const accounts = new Map<string, BitcoinAccount>()
  for (const [list, purpose] of lists) {
    for (const item of Array.isArray(list) ? list.slice(0, limits.accounts) : []) {
      const account = parseAccount(item, purpose)
      if (account && !accounts.has(account.address)) accounts.set(account.address, account)
    }
  }
  return [...accounts.values()]
}

const purposes = ['payment', 'ordinal'] as const

function parseAccount(item: unknown, listed: Purpose | undefined): BitcoinAccount | null {
  if (!isRecord(item)) return null
  const { address, publicKey, path, intention } = item
  if (typeof address !== 'string' || !/^[\da-z]{14,90}$/i.test(address)) return null
  const purpose = listed ?? purposes.find((known) => known === intention)
  return {
    address,
    ...(isText(publicKey, /^(0[23])?[\da-f]{64}$/i) && { publicKey: publicKey.toLowerCase() }),
    ...(isText(path, /^m(\/\d{1,10}['h]?){1,10}$/) && { path }),
    ...(purpose && { purpose }),
  }
}

function isText(value: unknown, form: RegExp): value is string {
  return typeof value === 'string' && form.test(value)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined // not JSON
  }
}
