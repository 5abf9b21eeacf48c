import type { CaipNetworkId } from '@latchkey/core'
import type { Summary } from '../protocol/summary.js'
import { listBitcoinAccounts } from './bitcoin/accounts.js'
import { InvalidRequestError } from './InvalidRequestError.js'
import type { Accounts, Signing } from './keys.js'
import { type SmartAccount, toSmartAccount } from './smart/smartAccount.js'

/** A site's request to sign something, as received. */
export type SigningRequest = {
  readonly method: string
  readonly params: unknown
  /** The current network. */
  readonly chain: string
  /** The wallet's own accounts: no other signs. */
  readonly accounts: Accounts
  /** The site's origin as the browser reported it to the frame, e.g. `https://app.example`. */
  readonly origin: string
  /** Custody's clock, milliseconds. Signing in outside a text's validity gives a warning. */
  readonly now: number
}

/** The same, for a method of one namespace, with its chain parsed. */
export type MethodRequest = Omit<SigningRequest, 'chain'> & {
  readonly chain: CaipNetworkId
  /** The CAIP-2 reference in `chain`. */
  readonly reference: string
  /** The account of this namespace that signs. */
  readonly account: string
  /** The user's smart account; it signs if `account` is its address. */
  readonly smart: SmartAccount
}

/** A request that was read to the last byte. */
export type Reading = Signing & {
  /** The canonical request: reading it gives the same. Plain JSON. */
  readonly params: unknown
  readonly summary: Summary
}

export type MethodReader = (request: MethodRequest) => Reading

export type SigningNamespace = 'eip155' | 'solana' | 'bip122'

/** Parses the chain of a request, for a method of one namespace. Throws InvalidRequestError. */
export function toMethodRequest({ chain, ...request }: SigningRequest, namespace: SigningNamespace): MethodRequest {
  const reference = readReference(chain, namespace)
  const account = findAccount(request.accounts, namespace, chain)
  const smart = toSmartAccount(request.accounts)
  return { ...request, chain: `${namespace}:${reference}`, reference, account, smart }
}

/** The account of the namespace; on Bitcoin the one for payments. */
function findAccount(accounts: Accounts, namespace: SigningNamespace, chain: string): string {
  if (namespace !== 'bip122') return accounts[namespace]
  const [payment] = listBitcoinAccounts(accounts.bip122, chain)
  if (!payment) throw new InvalidRequestError('This wallet has no account on this Bitcoin network')
  return payment.address
}

const references = {
  eip155: /^eip155:([1-9]\d{0,15})$/,
  solana: /^solana:([-_a-zA-Z0-9]{1,32})$/,
  bip122: /^bip122:([\da-f]{32})$/,
} as const

/** The CAIP-2 reference: a decimal number, or the first 32 characters of a genesis hash. [CAIP-2] */
function readReference(chain: unknown, namespace: SigningNamespace): string {
  const reference = typeof chain === 'string' ? references[namespace].exec(chain)?.[1] : undefined
  if (reference === undefined || (namespace === 'eip155' && !Number.isSafeInteger(Number(reference))))
    throw new InvalidRequestError(`This method needs a network of ${namespace}`)
  return reference
}
