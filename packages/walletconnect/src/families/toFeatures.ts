import type { Abilities, Connector, Namespace } from '@latchkey/core'
import { ChainNotSupportedError } from '@latchkey/core/plugin'
import type { LiveSession } from '../session/liveSession.js'
import { hasMethod } from '../session/parseApproval.js'

export type FeatureSource = {
  readonly namespace: Namespace
  readonly session: LiveSession
  /** Of the family's adapter. */
  readonly connector: Connector | undefined
}

/**
 * Which method a wallet has to have agreed to for an ability. Of a bundle that it takes it may not tell: who asks for its
 * status is told that this was not approved [S8.51].
 */
const needs: { readonly [name in keyof Abilities]?: string } = {
  'message:sign': 'personal_sign',
  'typedData:sign': 'eth_signTypedData_v4',
  'transaction:send': 'eth_sendTransaction',
  'calls:send': 'wallet_sendCalls',
  'calls:status': 'wallet_sendCalls',
  'capabilities:read': 'wallet_getCapabilities',
}

/** What the wallet of a session can do in a chain family: no more than it agreed to. */
export function toFeatures({ namespace, session, connector }: FeatureSource): Abilities {
  if (!connector) return {}
  const { features } = connector
  if (namespace === 'eip155') {
    const isApproved = (method: string | undefined): boolean =>
      method === undefined ||
      (session.getApproval().eip155?.chains.some((chain) => hasMethod(session.getApproval(), chain, method)) ?? false)
    const own = Object.entries(features).filter(([name]) => isApproved(needs[name as keyof Abilities]))
    return Object.fromEntries(own)
  }
  return { ...features, 'network:switch': createSwitch(session, features['network:switch']) }
}

/** Wallets are told the network with each request: it is enough that they have agreed to it. */
function createSwitch(session: LiveSession, inner: Abilities['network:switch']): Abilities['network:switch'] {
  return async (request) => {
    request.signal.throwIfAborted()
    const { caipNetworkId, chainNamespace } = request.network
    if (!session.getApproval()[chainNamespace]?.chains.includes(caipNetworkId))
      throw new ChainNotSupportedError({ details: `The wallet has not agreed to ${caipNetworkId}.` })
    session.moveTo(caipNetworkId)
    await inner?.(request)
  }
}
