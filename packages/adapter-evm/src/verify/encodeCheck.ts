import { signatureCheckCode } from './signatureCheckCode.generated.js'

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
