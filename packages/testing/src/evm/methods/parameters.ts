import type { LocalAccount } from 'viem'
import { createRpcError } from '../../scripted/rpc.js'
import type { WalletContext } from '../provider/walletMethod.js'

/** The object that is a method's only parameter. Throws -32602 if it is missing. */
export function firstParam(params: unknown): Readonly<Record<string, unknown>> {
  const first: unknown = Array.isArray(params) ? params[0] : undefined
  if (typeof first !== 'object' || first === null) throw createRpcError(-32_602, 'Expected an object as parameter.')
  return first as Readonly<Record<string, unknown>>
}

/** Parses a chain id as in EIP-3085: `0x`, hexadecimal, no leading zeros. Throws -32602 otherwise. */
export function parseChainId(value: unknown): number {
  const id = typeof value === 'string' && /^0x[1-9a-f][0-9a-f]*$/i.test(value) ? Number(value) : Number.NaN
  if (!Number.isSafeInteger(id)) throw createRpcError(-32_602, `Expected a 0x-prefixed chain id, got ${String(value)}.`)
  return id
}

/** The signer of an address that the site may use. Throws 4100 (EIP-1193) for any other. */
export function getSigner({ state }: WalletContext, address: unknown): LocalAccount {
  const signer = typeof address === 'string' ? state.accounts.signer(address) : undefined
  if (!signer || !state.exposed().includes(signer.address)) {
    throw createRpcError(4_100, 'The requested account has not been authorised by the user.')
  }
  return signer
}
