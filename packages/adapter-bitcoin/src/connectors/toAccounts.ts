import type { Account, Accounts, AccountType } from '@latchkey/core'
import { hex } from '@scure/base'
import { hash160 } from 'bitcoinjs-lib/src/crypto'
import { isSameBytes, toHex } from '../address/bytes.js'
import { type ParsedAddress, parseAddress } from '../address/parseAddress.js'
import { toScript } from '../address/toScript.js'
import type { AccountClaim } from '../provider.js'

/** Nobody connects more. */
const most = 100

type Known = ParsedAddress & Pick<Account, 'publicKey' | 'path'> & { readonly purpose: AccountType | undefined }

export type KnownAccounts = { readonly accounts: Accounts; readonly family: ParsedAddress['family'] }

/**
 * The accounts of a wallet: the payment account, then the one for ordinals, then what else it shows [S3.4]. A wallet
 * that does not say which is which keeps ordinals at its Taproot address; a wallet with a single address pays from it,
 * so that one is `payment`, whatever its type. Null where there is none, or where an address is none of Bitcoin.
 */
export function toAccounts(
  claims: readonly AccountClaim[],
  isWanted: (family: ParsedAddress['family']) => boolean,
): KnownAccounts | null {
  const all = Array.from({ length: Math.min(claims.length, most) }, (_, index) => parseClaim(claims[index]))
  if (!all.every((known) => known !== null)) return null
  // wallets may show accounts of several networks at once: one connection is on one
  const family = (all.find((known) => isWanted(known.family)) ?? all[0])?.family
  const own = all.filter((known) => known.family === family)
  const of = (purpose: AccountType): Known | undefined => own.find((known) => known.purpose === purpose)
  const plain = own.filter(({ purpose }) => purpose === undefined)
  const payment = of('payment') ?? plain.find(({ type }) => type !== 'p2tr') ?? (of('ordinal') ? undefined : plain[0])
  const ordinal = of('ordinal') ?? plain.find((known) => known.type === 'p2tr' && known !== payment)
  const rest = own.map((known) => [known, known.purpose ?? 'payment'] as const)
  const [first, ...others] = [[payment, 'payment'], [ordinal, 'ordinal'], ...rest].flatMap(([known, type]) =>
    known ? [toAccount(known as Known, type as AccountType)] : [],
  )
  if (!first || !family) return null
  const isNew = ({ address }: Account, index: number): boolean =>
    address !== first.address && others.findIndex((other) => other.address === address) === index
  return { accounts: [first, ...others.filter(isNew)], family }
}

function parseClaim(claim: AccountClaim | undefined): Known | null {
  const parsed = parseAddress(claim?.address)
  if (!claim || !parsed) return null
  const { publicKey, purpose, path } = claim
  return { ...parsed, publicKey: toPublicKey(publicKey, parsed), purpose: toPurpose(purpose), path: toPath(path) }
}

function toAccount({ address, publicKey, path }: Known, type: AccountType): Account {
  return { namespace: 'bip122', address, type, ...(publicKey && { publicKey }), ...(path && { path }) }
}

function toPurpose(purpose: unknown): AccountType | undefined {
  if (purpose === 'payment') return 'payment'
  return purpose === 'ordinals' || purpose === 'ordinal' ? 'ordinal' : undefined
}

function toPath(path: unknown): string | undefined {
  return typeof path === 'string' && path.length < 100 && /^m?(\/\d+['h]?)+$/.test(path) ? path : undefined
}

/** A key that is not the address's own is no use to anybody. Of Taproot only the form can be seen here. */
function toPublicKey(value: unknown, { type, hash }: ParsedAddress): string | undefined {
  const key = toKeyBytes(value)
  if (!key) return undefined
  const lock = type === 'p2sh' ? hash160(toScript('p2wpkh', hash160(key))) : hash160(key)
  return type === 'p2tr' || (type !== 'p2wsh' && isSameBytes(lock, hash)) ? toHex(key) : undefined
}

function toKeyBytes(value: unknown): Uint8Array | undefined {
  try {
    const bytes = typeof value === 'string' ? hex.decode(value.toLowerCase()) : value
    const isKey = bytes instanceof Uint8Array && [32, 33, 65].includes(bytes.length)
    return isKey ? Uint8Array.from(bytes) : undefined
  } catch {
    return undefined // no hex
  }
}
