import { type CaipNetworkId, parseCaipNetworkId, type SiwxMessageFields } from '@latchkey/core'
import { AuthChainsNotSupportedError, MultiNamespaceRequestError, RpcError } from '@latchkey/core/plugin'
import { addRecap } from './recap.js'

/** What a wallet is asked to sign, for an account of the user's choice on each chain. [CAIP-222] */
export type AuthPayload = {
  readonly type: 'caip122'
  readonly chains: readonly CaipNetworkId[]
  readonly aud: string
  readonly domain: string
  readonly version: string
  readonly nonce: string
  readonly iat: string
  readonly exp?: string | undefined
  readonly nbf?: string | undefined
  readonly statement?: string | undefined
  readonly requestId?: string | undefined
  readonly resources: readonly string[]
}

export type AuthPayloadRequest = {
  readonly message: SiwxMessageFields
  readonly chainIds: readonly CaipNetworkId[]
  /** The methods that the wallet is asked to approve for the session. */
  readonly methods: readonly string[]
  /** Milliseconds since the epoch, for a message without `issuedAt`. */
  readonly now: number
}

/** Creates the payload of a sign-in request. Throws `INVALID_PARAMS` if the message lacks uri, domain or nonce. [S5.21] */
export function toAuthPayload({ message, chainIds, methods, now }: AuthPayloadRequest): AuthPayload {
  const { uri, domain, nonce, version, issuedAt, expirationTime, notBefore, statement, requestId } = message
  for (const [name, value] of Object.entries({ uri, domain, nonce }))
    if (typeof value !== 'string' || value === '')
      throw new RpcError(-32602, 'INVALID_PARAMS', { details: `A sign-in needs ${name}.` })
  return {
    type: 'caip122',
    chains: chainIds,
    aud: uri,
    domain,
    version: version || '1',
    nonce,
    iat: issuedAt ?? new Date(now).toISOString(),
    ...(expirationTime !== undefined && { exp: expirationTime }),
    ...(notBefore !== undefined && { nbf: notBefore }),
    ...(statement !== undefined && { statement }),
    ...(requestId !== undefined && { requestId }),
    resources: addRecap(message.resources, methods),
  }
}

/**
 * Asserts that a wallet can sign in on these chains while it connects. Throws `AUTH_CHAINS_NOT_SUPPORTED` [S8.54], also for
 * an empty list, or `MULTI_NAMESPACE_REQUEST` [S8.53]. [S5.21]
 */
export function assertAuthChains(chainIds: readonly CaipNetworkId[]): void {
  const namespaces = new Set(chainIds.map((chain) => parseCaipNetworkId(chain)?.namespace))
  const details = chainIds.join(', ')
  if (namespaces.size > 1) throw new MultiNamespaceRequestError({ details })
  if (!namespaces.has('eip155')) throw new AuthChainsNotSupportedError({ details: details || 'No chain is given.' })
}
