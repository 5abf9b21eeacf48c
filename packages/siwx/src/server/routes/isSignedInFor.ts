import { type CaipNetworkId, isRecord, parseCaipNetworkId } from '@latchkey/core'
import { isSameAddress } from '@latchkey/core/plugin'
import { SiwxRefusal } from '../SiwxRefusal.js'
import type { SignedIn } from '../stores/sessionStore.js'

/** Undefined: whichever. */
export type AccountQuery = { readonly chainId?: CaipNetworkId | undefined; readonly address?: string | undefined }

/** Throws 400 where it names a network or an address that is none. */
export function parseAccountQuery(value: unknown): AccountQuery {
  const { chainId, address } = isRecord(value) ? value : {}
  if (chainId !== undefined && !parseCaipNetworkId(chainId)) throw refuse('chainId')
  if (address !== undefined && !(typeof address === 'string' && /^\w{8,128}$/.test(address))) throw refuse('address')
  return { chainId: chainId as CaipNetworkId | undefined, address }
}

/** Whether a sign-in holds for it. That of a key holds on every network of its chain family, that of a contract on its own. */
export function isSignedInFor({ data, by }: SignedIn, { chainId, address }: AccountQuery): boolean {
  const own = parseCaipNetworkId(data.chainId)
  if (!own) return false
  if (address !== undefined && !isSameAddress(own.namespace, address, data.accountAddress)) return false
  if (chainId === undefined || chainId === data.chainId) return true
  return by === 'key' && parseCaipNetworkId(chainId)?.namespace === own.namespace
}

function refuse(field: string): SiwxRefusal {
  return new SiwxRefusal(`${field} is none.`, { status: 400, code: 'BAD_REQUEST', field })
}
