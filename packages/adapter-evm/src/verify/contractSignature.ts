import type { Network } from '@latchkey/core'
import { RpcError } from '@latchkey/core/plugin'
import { describeValue, toHex, toQuantity } from '../encoding.js'
import type { Rpc } from '../rpc/rpc.js'
import type { SignedHash } from './keySignature.js'
import { signatureCheckCode } from './signatureCheckCode.generated.js'

export type ContractClaim = SignedHash & { readonly network: Network; readonly signal: AbortSignal }

/** Gas for the whole call: what SignatureCheck.sol forwards, plus the bytes of the longest signature. */
const maxGas = 12_000_000

const zeroAddress = '0x0000000000000000000000000000000000000000'

/**
 * Whether the contract at an address accepts a signature (ERC-1271), also if it isn't deployed yet or has to be prepared
 * first (ERC-6492). Runs as one `eth_call` with limited gas, so that a hostile factory or account has no lasting effect and
 * can't look like a failing node.
 *
 * Throws as {@link Rpc} does, and `INTERNAL_ERROR` for a reply that the check never returns.
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

/** The creation code of SignatureCheck.sol with its arguments: address, bytes32, bytes, address, bytes. */
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

/** The length in bytes, then the bytes padded to whole words. */
function toTail(value: `0x${string}`): string {
  const digits = value.slice(2)
  return toWord(digits.length / 2) + digits.padEnd(Math.ceil(digits.length / 64) * 64, '0')
}

export type Wrapped = {
  readonly signature: `0x${string}`
  /** The contract that deploys or prepares the account; absent if the signature has no wrapper. */
  readonly factory?: `0x${string}` | undefined
  /** The data that the factory is called with. */
  readonly prepare?: `0x${string}` | undefined
}

/** The suffix of a wrapped signature (ERC-6492). */
const wrapperMagic = '6492'.repeat(16)

/** Unwraps a signature of ERC-6492: ABI-encoded (address, bytes, bytes) before the suffix. Null for an invalid wrapper. */
export function parseWrapped(signature: `0x${string}`): Wrapped | null {
  if (!signature.endsWith(wrapperMagic)) return { signature }
  const body = signature.slice(2, -wrapperMagic.length)
  const prepare = readBytes(body, 1)
  const inner = readBytes(body, 2)
  if (!/^0{24}/.test(body) || !prepare || !inner) return null
  return { signature: inner, factory: `0x${body.slice(24, 64)}`, prepare }
}

/** The bytes that a word of the head points to; null if they are incomplete. */
function readBytes(body: string, index: number): `0x${string}` | null {
  const start = readNumber(body, 64 * index) * 2
  const length = readNumber(body, start) * 2
  const digits = body.slice(start + 64, start + 64 + length)
  return digits.length === length ? `0x${digits}` : null
}

/** The number in a word, or NaN if the word is incomplete. */
function readNumber(body: string, start: number): number {
  const word = body.slice(start, start + 64)
  return word.length === 64 ? Number(`0x${word}`) : Number.NaN
}
