import type { Network } from '@latchkey/core'
import { RpcError } from '@latchkey/core/plugin'
import { describeValue, toHex, toQuantity } from '../encoding.js'
import type { Rpc } from '../rpc/rpc.js'
import type { SignedHash } from './keySignature.js'
import { signatureCheckCode } from './signatureCheckCode.generated.js'

export type ContractClaim = SignedHash & { readonly network: Network; readonly signal: AbortSignal }

/** Units of gas for the whole call: what SignatureCheck.sol gives away, and the bytes of the longest signature. */
const maxGas = 12_000_000

const zeroAddress = '0x0000000000000000000000000000000000000000'

/**
 * Whether the contract at an address takes a signature (ERC-1271), also one that is not deployed yet or has to be prepared
 * first (ERC-6492). All of it happens in one `eth_call`, within bounds of gas: nothing that a hostile factory or account does
 * stays, and none of it is taken for a fault of the node.
 *
 * Throws as {@link Rpc} does, and `INTERNAL_ERROR` for an answer that the check does not give.
 */
export async function isSignedByContract(rpc: Rpc, claim: ContractClaim): Promise<boolean> {
  const { address, hash, network, signal } = claim
  const wrapped = parseWrapped(claim.signature)
  if (!wrapped) return false
  const { signature, factory = zeroAddress, prepare = '0x' } = wrapped
  const data = encodeCheck({ address, hash: toHex(hash), signature, factory, prepare })
  const call = { method: 'eth_call', params: [{ data, gas: toQuantity('gas', maxGas) }, 'latest'] }
  const reply = await rpc.request(network, call, signal)
  if (typeof reply === 'string' && /^0x0{63}[01]$/.test(reply)) return reply.endsWith('1')
  throw new RpcError(-32603, 'INTERNAL_ERROR', { details: `eth_call: ${describeValue(reply)}` })
}

export type Check = {
  readonly address: `0x${string}`
  /** 32 bytes. */
  readonly hash: `0x${string}`
  readonly signature: `0x${string}`
  readonly factory: `0x${string}`
  readonly prepare: `0x${string}`
}

/**
 * SignatureCheck.sol with what its constructor takes: address, bytes32, bytes, address, bytes. By hand, as bundlers that split by
 * file put whatever is used of viem beside its transport, which every balance loads.
 */
export function encodeCheck({ address, hash, signature, factory, prepare }: Check): `0x${string}` {
  const tail = toTail(signature)
  const first = 5 * 32
  const second = first + tail.length / 2
  const head = [toWord(address), hash.slice(2), toWord(first), toWord(factory), toWord(second)]
  return `${signatureCheckCode}${head.join('')}${tail}${toTail(prepare)}`
}

function toWord(value: `0x${string}` | number): string {
  return (typeof value === 'number' ? value.toString(16) : value.slice(2)).padStart(64, '0')
}

/** The length in bytes, and the bytes in whole words. */
function toTail(value: `0x${string}`): string {
  const digits = value.slice(2)
  return toWord(digits.length / 2) + digits.padEnd(Math.ceil(digits.length / 64) * 64, '0')
}

export type Wrapped = {
  readonly signature: `0x${string}`
  /** Who makes the account, or prepares it; absent where the signature came without a wrapper. */
  readonly factory?: `0x${string}` | undefined
  /** What the factory is called with. */
  readonly prepare?: `0x${string}` | undefined
}

/** Marks a signature that brings what its account is made with (ERC-6492). */
const wrapperMagic = '6492'.repeat(16)

/**
 * What is in a signature of an account that may not be deployed yet: the ABI's (address, bytes, bytes) before the mark (ERC-6492).
 * Null where its wrapper makes no sense.
 */
export function parseWrapped(signature: `0x${string}`): Wrapped | null {
  if (!signature.endsWith(wrapperMagic)) return { signature }
  const body = signature.slice(2, -wrapperMagic.length)
  const prepare = readBytes(body, 1)
  const inner = readBytes(body, 2)
  if (!/^0{24}/.test(body) || !prepare || !inner) return null
  return { signature: inner, factory: `0x${body.slice(24, 64)}`, prepare }
}

/** The bytes that a word of the head leads to; null where they are not all there. */
function readBytes(body: string, index: number): `0x${string}` | null {
  const start = readNumber(body, 64 * index) * 2
  const length = readNumber(body, start) * 2
  const digits = body.slice(start + 64, start + 64 + length)
  return digits.length === length ? `0x${digits}` : null
}

/** NaN where there is no whole word; what is too large for a number leads nowhere as well. */
function readNumber(body: string, start: number): number {
  const word = body.slice(start, start + 64)
  return word.length === 64 ? Number(`0x${word}`) : Number.NaN
}
