import { isAddress, isSameAddress } from '@latchkey/core/plugin'
import { invalidParams } from './invalidParams.js'
import { parseQuantity } from './parseQuantity.js'

/** Where the wallet is when it is asked: what the parameters of a request have to agree with. */
export type EvmContext = {
  /** The account that signs. */
  readonly address: string
  readonly chainId: number
}

/** The account of a request. Throws `INVALID_PARAMS` for any other than the wallet's own. */
export function parseOwn(field: string, value: unknown, { address }: EvmContext): string {
  if (isOwn(value, address)) return address
  throw invalidParams(`${field}: not the account of this wallet, ${address}.`)
}

export function isOwn(value: unknown, address: string): boolean {
  return isEvmAddress(value) && isSameAddress('eip155', value, address)
}

/** With 0x: 40 bare hex characters are as well a text to sign. */
export function isEvmAddress(value: unknown): value is `0x${string}` {
  return typeof value === 'string' && value.length === 42 && isAddress('eip155', value)
}

/** Chain ids are numbers, in whatever way they are written: `0x01` is chain 1. Throws `INVALID_PARAMS` for another chain. */
export function parseOwnChain(field: string, value: unknown, { chainId }: EvmContext): `0x${string}` {
  const own = `0x${chainId.toString(16)}` as const
  const isDecimal = typeof value === 'string' && /^\d{1,20}$/.test(value)
  if (parseQuantity(field, isDecimal ? BigInt(value) : value) === own) return own
  throw invalidParams(`${field}: the wallet is on chain ${chainId}.`)
}
