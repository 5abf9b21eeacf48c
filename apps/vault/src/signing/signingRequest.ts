import type { CaipNetworkId } from '@latchkey/core'
import type { Summary } from '../protocol/summary.js'
import { InvalidRequestError } from './InvalidRequestError.js'
import type { Accounts, Keys } from './keys.js'
import { type SmartAccount, toSmartAccount } from './smart/smartAccount.js'

/** What a site asks the wallet to sign, as it came. */
export type SigningRequest = {
  readonly method: string
  readonly params: unknown
  /** The network in use. */
  readonly chain: string
  /** The wallet's own accounts: no other signs. */
  readonly accounts: Accounts
  /** The site's origin as the browser told the frame, e.g. `https://app.example`. */
  readonly origin: string
  /** Of custody's clock, milliseconds. A sign-in text out of its own dates is warned of. */
  readonly now: number
}

/** The same, of a method of one chain family, with its chain read. */
export type MethodRequest = Omit<SigningRequest, 'chain'> & {
  readonly chain: CaipNetworkId
  /** What follows the namespace in `chain`. */
  readonly reference: string
  /** The account of this chain family that is asked. */
  readonly account: string
  /** The visitor's account that is a contract; it is the one that is asked where `account` is its address. */
  readonly smart: SmartAccount
}

/** A request that was read to the last byte. */
export type Reading = {
  /** The same request in its one form: read again it gives itself. Plain JSON. */
  readonly params: unknown
  readonly summary: Summary
  /** Signs what was read, not what was sent. */
  readonly sign: (keys: Keys) => Promise<unknown>
}

export type MethodReader = (request: MethodRequest) => Reading

/** A request with its chain read, for a method of one chain family. Throws InvalidRequestError. */
export function toMethodRequest({ chain, ...request }: SigningRequest, namespace: 'eip155' | 'solana'): MethodRequest {
  const reference = readReference(chain, namespace)
  const account = request.accounts[namespace]
  const smart = toSmartAccount(request.accounts.eip155)
  return { ...request, chain: `${namespace}:${reference}`, reference, account, smart }
}

/** What follows the namespace: a decimal number, or the first 32 characters of a genesis hash. [CAIP-2] */
function readReference(chain: unknown, namespace: 'eip155' | 'solana'): string {
  const pattern = namespace === 'eip155' ? /^eip155:([1-9]\d{0,15})$/ : /^solana:([-_a-zA-Z0-9]{1,32})$/
  const reference = typeof chain === 'string' ? pattern.exec(chain)?.[1] : undefined
  if (reference === undefined || (namespace === 'eip155' && !Number.isSafeInteger(Number(reference))))
    throw new InvalidRequestError(`This method needs a network of ${namespace}`)
  return reference
}
