import type { Account } from '@latchkey/core'
import { isAddress, isSameAddress, RpcError } from '@latchkey/core/plugin'
import { invalidParams, parseQuantity } from '../parameters.js'

/** The state that the parameters of a request must match. */
export type EvmContext = {
  /** The active account. It signs unless the request names another one of the wallet's accounts. */
  readonly address: string
  /** All accounts of the wallet: the key's own, and the contract that it controls. Default: the active one. */
  readonly accounts?: readonly Pick<Account, 'address' | 'type'>[] | undefined
  readonly chainId: number
  /** Milliseconds since the epoch. */
  readonly now?: number | undefined
}

/** Parses the account of a request. Throws `INVALID_PARAMS` for an account of someone else. */
export function parseOwn(field: string, value: unknown, context: EvmContext): string {
  const own = findOwn(value, context)
  if (own !== undefined) return own
  throw invalidParams(`${field}: expected the wallet's account ${context.address}.`)
}

/** The wallet's account with this address, in the wallet's own spelling. */
export function findOwn(value: unknown, { address, accounts = [] }: EvmContext): string | undefined {
  if (!isEvmAddress(value)) return undefined
  return [address, ...accounts.map((account) => account.address)].find((own) => isSameAddress('eip155', value, own))
}

/** The type of the wallet's account with this address. Default: `eoa`. */
export function getType(address: string, { accounts = [] }: EvmContext): Account['type'] {
  return accounts.find((account) => isSameAddress('eip155', account.address, address))?.type ?? 'eoa'
}

/**
 * The error for a deployment by a smart account: its calls go through an entry point that only calls contracts, and a factory would
 * be the new contract's deployer instead of the account.
 */
export function toDeploymentError(field: string): RpcError {
  return new RpcError(4200, 'UNSUPPORTED_METHOD', {
    details: `${field}: a smart account can't deploy a contract. Use the key, see setPreferredAccountType(), or call a factory.`,
  })
}

/** Requires the 0x prefix, because 40 bare hex characters can also be a text to sign. */
export function isEvmAddress(value: unknown): value is `0x${string}` {
  return typeof value === 'string' && value.length === 42 && isAddress('eip155', value)
}

/** Parses a chain id in any notation (`0x01` is chain 1). Throws `INVALID_PARAMS` if it isn't the wallet's chain. */
export function parseOwnChain(field: string, value: unknown, { chainId }: EvmContext): `0x${string}` {
  const own = `0x${chainId.toString(16)}` as const
  const isDecimal = typeof value === 'string' && /^\d{1,20}$/.test(value)
  if (parseQuantity(field, isDecimal ? BigInt(value) : value) === own) return own
  throw invalidParams(`${field}: the wallet is on chain ${chainId}.`)
}
