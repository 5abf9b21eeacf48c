import type { Account, Accounts, AccountType, ConnectResult, FeatureRequest } from '@latchkey/core'
import { AccountChangedError, ChainNotSwitchedError, RpcError } from '@latchkey/core/plugin'
import { hex } from '@scure/base'
import { hash160 } from 'bitcoinjs-lib/src/crypto'
import { type ParsedAddress, parseAddress, toScript } from '../address.js'
import { isSameBytes, toHex } from '../encoding.js'
import type { AccountClaim } from '../providers/provider.js'
import type { Wallet } from './walletLink.js'

/** More accounts than any user connects; the rest is ignored. */
const maxAccounts = 100

type ParsedAccount = ParsedAddress & Pick<Account, 'publicKey' | 'path'> & { readonly purpose: AccountType | undefined }

export type ParsedAccounts = { readonly accounts: Accounts; readonly family: ParsedAddress['family'] }

/**
 * Parses the accounts of a wallet: the payment account, then the one for ordinals, then the others [S3.4]. If the wallet
 * doesn't specify their purposes, ordinals are at its Taproot address; a single address is for payments, whatever its type.
 * Null if there is no account, or an address isn't a Bitcoin address.
 */
export function toAccounts(
  claims: readonly AccountClaim[],
  isWanted: (family: ParsedAddress['family']) => boolean,
): ParsedAccounts | null {
  const all = Array.from({ length: Math.min(claims.length, maxAccounts) }, (_, index) => parseClaim(claims[index]))
  if (!all.every((known) => known !== null)) return null
  // wallets may expose accounts of several networks; a connection is on one
  const family = (all.find((known) => isWanted(known.family)) ?? all[0])?.family
  const own = all.filter((known) => known.family === family)
  const of = (purpose: AccountType): ParsedAccount | undefined => own.find((known) => known.purpose === purpose)
  const plain = own.filter(({ purpose }) => purpose === undefined)
  const payment = of('payment') ?? plain.find(({ type }) => type !== 'p2tr') ?? (of('ordinal') ? undefined : plain[0])
  const ordinal = of('ordinal') ?? plain.find((known) => known.type === 'p2tr' && known !== payment)
  const rest = own.map((known) => [known, known.purpose ?? 'payment'] as const)
  const [first, ...others] = [[payment, 'payment'], [ordinal, 'ordinal'], ...rest].flatMap(([known, type]) =>
    known ? [toAccount(known as ParsedAccount, type as AccountType)] : [],
  )
  if (!first || !family) return null
  const isNew = ({ address }: Account, index: number): boolean =>
    address !== first.address && others.findIndex((other) => other.address === address) === index
  return { accounts: [first, ...others.filter(isNew)], family }
}

function parseClaim(claim: AccountClaim | undefined): ParsedAccount | null {
  const parsed = parseAddress(claim?.address)
  if (!claim || !parsed) return null
  const { publicKey, purpose, path } = claim
  return { ...parsed, publicKey: toPublicKey(publicKey, parsed), purpose: toPurpose(purpose), path: toPath(path) }
}

function toAccount({ address, publicKey, path }: ParsedAccount, type: AccountType): Account {
  return { namespace: 'bip122', address, type, ...(publicKey && { publicKey }), ...(path && { path }) }
}

function toPurpose(purpose: unknown): AccountType | undefined {
  if (purpose === 'payment') return 'payment'
  return purpose === 'ordinals' || purpose === 'ordinal' ? 'ordinal' : undefined
}

function toPath(path: unknown): string | undefined {
  return typeof path === 'string' && path.length < 100 && /^m?(\/\d+['h]?)+$/.test(path) ? path : undefined
}

/** The public key in hex, if it belongs to the address. For Taproot, only its format is checked. */
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
    return undefined // not hex
  }
}

/**
 * Asserts that the wallet still exposes the account, and returns its current accounts. Asks the wallet each time, as events
 * may be late or missing. Throws `ACCOUNT_CHANGED`, or `UNAUTHORIZED` for a locked wallet.
 */
export async function assertAccount(wallet: Wallet, { account, signal }: FeatureRequest): Promise<ConnectResult> {
  const result = await wallet.read(signal)
  if (!result) throw new RpcError(4100, 'UNAUTHORIZED', { details: 'The wallet is locked or disconnected.' })
  const { accounts } = result
  if (accounts.some(({ address }) => address === account.address)) return result
  throw new AccountChangedError({ details: `Asked for ${account.address}; the wallet is on ${accounts[0].address}.` })
}

/** Asserts the account, and that the wallet is on the network. Throws `CHAIN_NOT_SWITCHED`, and as `assertAccount`. */
export async function assertWallet(wallet: Wallet, request: FeatureRequest): Promise<ConnectResult> {
  const result = await assertAccount(wallet, request)
  const { caipNetworkId } = request.network
  if (result.caipNetworkId === caipNetworkId) return result
  throw new ChainNotSwitchedError({ details: `Asked for ${caipNetworkId}; the wallet is on ${result.caipNetworkId}.` })
}
