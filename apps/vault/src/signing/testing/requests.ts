import { deriveAccounts } from '../deriveAccounts.js'
import type { SigningRequest } from '../signingRequest.js'

/** The wallet of these tests. */
export const entropy: Uint8Array = Uint8Array.from({ length: 16 }, (_, index) => index * 7 + 1)
export const accounts: SigningRequest['accounts'] = deriveAccounts(entropy)
const origin = 'https://app.example'
export const now: number = Date.parse('2026-11-22T09:00:00Z')
export const solanaChain = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
export const otherAddress: string = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'

/** A request of the site, on chain 1 unless it says so. */
export function createRequest(method: string, params: unknown, rest: Partial<SigningRequest> = {}): SigningRequest {
  const chain = method.startsWith('solana_') ? solanaChain : 'eip155:1'
  return { method, params, chain, accounts, origin, now, ...rest }
}
