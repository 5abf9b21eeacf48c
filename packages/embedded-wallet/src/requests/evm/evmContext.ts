import type { Account } from '@latchkey/core'
import { isAddress, isSameAddress } from '@latchkey/core/plugin'
import { invalidParams, parseQuantity } from '../parameters.js'

/** Where the wallet is when it is asked: what the parameters of a request have to agree with. */
export type EvmContext = {
  /** The account in use, which signs unless another one of the wallet's is named. */
  readonly address: string
  /** All of the wallet's: the key's own, and the contract that it governs. The one in use alone unless told. */
  readonly accounts?: readonly Pick<Account, 'address' | 'type'>[] | undefined
  readonly chainId: number
  /** Milliseconds since the epoch. */
  readonly now?: number | undefined
}

/** The account of a request. Throws `INVALID_PARAMS` for any other than the wallet's own. */
export function parseOwn(field: string, value: unknown, context: EvmContext): string {
  const own = findOwn(value, context)
  if (own !== undefined) return own
  throw invalidParams(`${field}: not the account of this wallet, ${context.address}.`)
}

/** The wallet's own account with this address, as it is written here. */
export function findOwn(value: unknown, { address, accounts = [] }: EvmContext): string | undefined {
  if (!isEvmAddress(value)) return undefined
  return [address, ...accounts.map((account) => account.address)].find((own) => isSameAddress('eip155', value, own))
}

/** Of which kind the wallet's account with this address is; the key's own where nothing else is known. */
export function getType(address: string, { accounts = [] }: EvmContext): Account['type'] {
  return accounts.find((account) => isSameAddress('eip155', account.address, address))?.type ?? 'eoa'
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
