import { type Env, isRecord, type SignatureClaim, type SignatureVerdict, type VerifySignature } from '@latchkey/core'
import { createEnv, waitFor } from '@latchkey/core/plugin'
import { isBytes, keccak256, parseAddress } from '../encoding.js'
import { createRpc, type Rpc } from '../rpc/rpc.js'
import { isSignedByContract } from './contractSignature.js'
import { isSignedByKey } from './keySignature.js'

export type EvmVerifierOptions = {
  /** Sends the requests to nodes. Default: `globalThis.fetch`. */
  readonly fetch?: typeof globalThis.fetch | undefined
  /** Ends the verifier: requests in progress reject. */
  readonly signal?: AbortSignal | undefined
}

export type EvmVerifier = { readonly namespace: 'eip155'; readonly verify: VerifySignature }

/**
 * Verifies sign-ins with EVM wallets on servers: signatures of keys, and of contracts (ERC-1271, ERC-6492), for which it asks
 * the nodes of the network.
 *
 * @example
 * const { verify } = createEvmVerifier()
 * const verdict = await verify({ network, address, message, signature, signal })
 */
export function createEvmVerifier({ fetch, signal }: EvmVerifierOptions = {}): EvmVerifier {
  const env = createEnv({ setTimeout: setUnrefTimeout, ...(fetch && { fetch }) })
  const rpc = createRpc({
    env,
    signal: signal ?? new AbortController().signal,
    warn: () => undefined, // only failed measurements of nodes, which the next request repeats
  })
  return { namespace: 'eip155', verify: (claim) => verifySignature(rpc, env, claim) }
}

/** A timeout that does not keep the process alive. */
function setUnrefTimeout(run: () => void, ms: number): () => void {
  const timer: unknown = setTimeout(run, ms)
  if (isRecord(timer) && typeof timer['unref'] === 'function') timer['unref']()
  return () => clearTimeout(timer as ReturnType<typeof setTimeout>)
}

/** Bytes. Signatures of passkeys and multisigs take a few kB; more does not fit into an `eth_call` without an address. */
const maxSignatureLength = 24_576

/** Milliseconds for nodes, with all retries [S9.9] and some time for `Retry-After`. */
const nodeTimeout = 45_000

/**
 * Whether an address signed a text (EIP-191). A signature of the address's key is accepted without asking a node, also if the
 * key has delegated to a contract (EIP-7702). For others, the contract at the address decides (ERC-1271), deployed or not
 * (ERC-6492). An address with a wrong checksum is refused, and one without a checksum unless the wallet wrote the text.
 *
 * Rejects as {@link Rpc} does, e.g. with `TIMED_OUT` or `RPC_FAILED`, if no node answers.
 */
export async function verifySignature(rpc: Rpc, env: Env, claim: SignatureClaim): Promise<SignatureVerdict> {
  const { network, message, signature, isWalletText, signal } = claim
  signal.throwIfAborted()
  const address = parseAddress(claim.address)
  const isOfText = typeof message === 'string' && !/\p{Surrogate}/u.test(message)
  // a text shows its address with the checksum (EIP-55, as EIP-4361 requires), which some wallets omit from their own texts
  const isShownAddress =
    address && (claim.address === address || (isWalletText && claim.address === address.toLowerCase()))
  if (!isShownAddress || !isOfText || network.chainNamespace !== 'eip155') return { isValid: false }
  if (!isBytes(signature) || signature.length <= 2 || signature.length > 2 + 2 * maxSignatureLength)
    return { isValid: false }

  const signed = { address, hash: hashMessage(message), signature }
  if (await isSignedByKey(signed)) return { isValid: true, by: 'key' }
  const reply = isSignedByContract(rpc, { ...signed, network, signal })
  const isValid = await waitFor(reply, { env, signal, timeout: nodeTimeout })
  return isValid ? { isValid, by: 'contract' } : { isValid }
}

/** The hash that is signed for a text: of its UTF-8 bytes, with the prefix of EIP-191 (`personal_sign`). */
export function hashMessage(message: string): Uint8Array {
  const bytes = new TextEncoder().encode(message)
  const prefix = new TextEncoder().encode(`\x19Ethereum Signed Message:\n${bytes.length}`)
  const whole = new Uint8Array(prefix.length + bytes.length)
  whole.set(prefix)
  whole.set(bytes, prefix.length)
  return keccak256(whole)
}
