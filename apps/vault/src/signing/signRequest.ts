import { InvalidRequestError } from './InvalidRequestError.js'
import { withKeys } from './keys.js'
import { readCanonical } from './readRequest.js'

export type SignRequestOptions = {
  /** From {@link describeRequest}, as it was stored. */
  readonly canonical: string
  /** 16 bytes. They are not changed. */
  readonly entropy: Uint8Array
  /** What was stored with it, and what the user's device approved. */
  readonly expected: {
    readonly digest: string
    readonly method: string
    readonly chain: string
    readonly origin: string
  }
}

/**
 * Signs a described request. Reads `canonical` from scratch, describes it again and compares, so that only what was shown is signed. Throws
 * InvalidRequestError if anything differs.
 *
 * Results: a signature (`personal_sign`, `eth_signTypedData_v4`); `0x…` of the signed transaction, to be broadcast (`eth_sendTransaction`);
 * `{ signature }` (`solana_signMessage`), `{ transaction }`, `{ transactions }` and, to be broadcast, `{ transaction, signature, options }`
 * (`solana_signAndSendTransaction`), all base58.
 */
export async function signRequest({ canonical, entropy, expected }: SignRequestOptions): Promise<unknown> {
  return withKeys(entropy, async ({ keys, accounts }) => {
    const { request, reading, digest } = readCanonical(canonical, accounts)
    const isExpected =
      digest === expected.digest &&
      request.method === expected.method &&
      request.chain === expected.chain &&
      request.origin === expected.origin
    if (!isExpected) throw new InvalidRequestError('This is not the request that was shown')
    return reading.sign(keys)
  })
}
