import { type Env, loadModule, type SignatureClaim, type SignatureVerdict } from '@latchkey/core'
import { waitFor } from '@latchkey/core/plugin'
import { parseAddress } from '../address.js'
import { isBytes } from '../features/hex.js'
import type { Rpc } from '../rpc/createRpc.js'
import { hashMessage } from './hashMessage.js'
import { isSignedByKey } from './isSignedByKey.js'

/** Bytes. Signatures of passkeys and of several owners are some kB; more does not fit into a call without an address. */
const most = 24_576

/** Milliseconds for nodes with all their retries [S9.9]; one of them may ask for longer by `Retry-After`. */
const deadline = 45_000

/**
 * Whether a signature is the address's own of a text (EIP-191). The key is looked at first, and nobody is asked where it has
 * signed, also for a key that has delegated to a contract (EIP-7702). All else is the word of the contract at the address
 * (ERC-1271), or of the one that would stand there (ERC-6492).
 *
 * Rejects where the network's nodes do not answer: `TIMED_OUT`, `RPC_FAILED` and the others of {@link Rpc}.
 */
export async function verifySignature(rpc: Rpc, env: Env, claim: SignatureClaim): Promise<SignatureVerdict> {
  const { network, message, signature, signal } = claim
  signal.throwIfAborted()
  const address = parseAddress(claim.address)
  const isOfText = typeof message === 'string' && !/\p{Surrogate}/u.test(message)
  if (!address || !isOfText || network.chainNamespace !== 'eip155') return { isValid: false }
  if (!isBytes(signature) || signature.length <= 2 || signature.length > 2 + 2 * most) return { isValid: false }

  const signed = { address, hash: hashMessage(message), signature }
  if (await isSignedByKey(signed)) return { isValid: true, by: 'key' }
  const { isSignedByContract } = await loadModule(() => import('./isSignedByContract.js'))
  const isValid = await waitFor(isSignedByContract(rpc, { ...signed, network, signal }), { env, signal, deadline })
  return isValid ? { isValid, by: 'contract' } : { isValid }
}
