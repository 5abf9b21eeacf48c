import { type CaipAddressParts, parseCaipAddress } from '../utils/caip.js'
import { LatchkeyError, type LatchkeyErrorOptions } from './LatchkeyError.js'

/** The wallet doesn't know the chain and can't add it. [S8.46] */
export class ChainNotSupportedError extends LatchkeyError {
  override readonly name = 'ChainNotSupportedError'
  constructor(options?: LatchkeyErrorOptions) {
    super('CHAIN_NOT_SUPPORTED', 'Chain is not supported', options)
  }
}

/** The wallet reported success, but is still on another chain. */
export class ChainNotSwitchedError extends LatchkeyError {
  override readonly name = 'ChainNotSwitchedError'
  constructor(options?: LatchkeyErrorOptions) {
    super('CHAIN_NOT_SWITCHED', 'The wallet did not switch the network.', options)
  }
}

/** The node behind an RPC URL serves a different chain than configured; nothing was sent. */
export class RpcChainMismatchError extends LatchkeyError {
  override readonly name = 'RpcChainMismatchError'
  constructor(options?: LatchkeyErrorOptions) {
    super('RPC_CHAIN_MISMATCH', 'The RPC endpoint serves another chain.', options)
  }
}

/** The network is not in the `networks` option. [S8.18] */
export class NetworkNotFoundError extends LatchkeyError {
  override readonly name = 'NetworkNotFoundError'
  constructor({ caipNetworkId }: { readonly caipNetworkId: string }) {
    super('NETWORK_NOT_FOUND', 'Network Not Found', {
      details: `${caipNetworkId} is not among the networks of this modal. Add it to \`networks\`.`,
    })
  }
}

/** Not a CAIP-10 account id of a known namespace. [S8.43] */
export class InvalidCaipAddressError extends LatchkeyError {
  override readonly name = 'InvalidCaipAddressError'
  constructor({ value }: { readonly value: unknown }) {
    const details =
      typeof value === 'string' ? JSON.stringify(value).slice(0, 200) : `Expected a string, got ${typeof value}.`
    super('INVALID_CAIP_ADDRESS', 'Invalid CAIP Address', { details })
  }
}

/** A node could not be reached, or failed with an unknown error; `cause` is what it returned. */
export class RpcFailedError extends LatchkeyError {
  override readonly name = 'RpcFailedError'
  constructor(options?: LatchkeyErrorOptions) {
    super('RPC_FAILED', 'The network could not be reached.', options)
  }
}

/** The network has no RPC URL. [S8.52] */
export class RpcUrlMissingError extends LatchkeyError {
  override readonly name = 'RpcUrlMissingError'
  constructor({ caipNetworkId }: { readonly caipNetworkId: string }) {
    super('RPC_URL_MISSING', `No RPC url for chain ${caipNetworkId}`)
  }
}

/** Like {@link parseCaipAddress}, but throws 'Invalid CAIP Address'. [S8.43] */
export function assertCaipAddress(value: string): CaipAddressParts {
  const parts = parseCaipAddress(value)
  if (!parts) throw new InvalidCaipAddressError({ value })
  return parts
}
