import { InvalidRequestError } from './InvalidRequestError.js'
import { type Accounts, type Keys, withKeys } from './keys.js'
import { readCanonical } from './readRequest.js'
import type { Reading } from './signingRequest.js'
import {
  encodePasskeySignature,
  type PasskeyAssertion,
  type PasskeyKey,
  type SelfCustody,
} from './smart/passkeyOwner.js'
import { toSmartAccount } from './smart/smartAccount.js'

export type SignRequestOptions = {
  /** From {@link describeRequest}, as it was stored. */
  readonly canonical: string
  /** 16 bytes. They are not changed. */
  /** The wallet's secret, see {@link readSecret}. */
  readonly entropy: Uint8Array
  /** If the user's passkeys own the smart account. */
  readonly selfCustody?: SelfCustody | undefined
  /** Values that were stored with it, and the digest that the user's device approved. */
  readonly expected: {
    readonly digest: string
    readonly method: string
    readonly chain: string
    readonly origin: string
  }
}

/**
 * Signs a described request. Reads `canonical` from scratch, describes it again and compares, so that it only signs the request that was shown. Throws
 * InvalidRequestError if anything differs.
 *
 * Results: a signature (`personal_sign`, `eth_signTypedData_v4`); `0x…` of the signed transaction, to be broadcast (`eth_sendTransaction`);
 * `{ signature }` (`solana_signMessage`), `{ transaction }`, `{ transactions }` and, to be broadcast, `{ transaction, signature, options }`
 * (`solana_signAndSendTransaction`), all base58.
 */
export async function signRequest({ canonical, entropy, selfCustody, expected }: SignRequestOptions): Promise<unknown> {
  const run = ({ keys, accounts }: { readonly keys: Keys; readonly accounts: Accounts }): Promise<unknown> => {
    const { sign } = readExpected(canonical, { accounts: { ...accounts, selfCustody }, expected })
    if (!sign) throw new InvalidRequestError('A passkey signs this')
    return sign(keys)
  }
  return withKeys(entropy, run, { hasBitcoin: expected.chain.startsWith('bip122:') })
}

export type CompleteRequestOptions = Omit<SignRequestOptions, 'entropy' | 'selfCustody'> & {
  readonly accounts: Accounts
  /** Which of the account's passkeys has signed. */
  readonly key: PasskeyKey
  readonly assertion: PasskeyAssertion
}

/**
 * Completes a described request of an account in self-custody with its passkey's signature, for which no key of the wallet is used. Reads
 * and compares as {@link signRequest} does, and throws InvalidRequestError also if the signature isn't one of this passkey for exactly this
 * request. The results are the same.
 */
export function completeRequest({ canonical, accounts, expected, key, assertion }: CompleteRequestOptions): unknown {
  const { passkey } = readExpected(canonical, { accounts, expected })
  const own = toSmartAccount(accounts).passkeys?.find(({ x, y }) => x === key.x && y === key.y)
  if (!passkey || !own) throw new InvalidRequestError('This passkey does not sign this')
  const { challenge, finish } = passkey
  return finish(encodePasskeySignature(assertion, { challenge, key, owner: own.owner }))
}

function readExpected(
  canonical: string,
  { accounts, expected }: { readonly accounts: Accounts } & Pick<SignRequestOptions, 'expected'>,
): Reading {
  const { request, reading, digest } = readCanonical(canonical, accounts)
  const isExpected =
    digest === expected.digest &&
    request.method === expected.method &&
    request.chain === expected.chain &&
    request.origin === expected.origin
  if (!isExpected) throw new InvalidRequestError('This is not the request that was shown')
  return reading
}
