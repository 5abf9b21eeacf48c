import type { Abilities, Connector, Namespace } from '@latchkey/core'
import type { Access } from './createAccess.js'
import type { Places } from './createPlaces.js'

export type FeatureSource = {
  readonly namespace: Namespace
  readonly places: Places
  readonly access: Access
  /** Whose abilities are offered. */
  readonly template: Connector
  /** A connector whose wallet gives up when the signal aborts. */
  readonly create: (signal: AbortSignal) => Promise<Connector>
  /** The wallet itself, of the family's own interface; what is asked of it is given up when the signal aborts. */
  readonly createInner: (signal: AbortSignal) => unknown
}

type Eip1193 = {
  readonly request: (call: { readonly method: string; readonly params: readonly unknown[] }) => Promise<unknown>
}

type Ability = (request: { readonly signal: AbortSignal }) => Promise<unknown>

/** A key pair signs one thing at a time: bundles are for accounts that are contracts. */
const ofSmartAccounts: readonly string[] = ['calls:send', 'calls:status']

/**
 * What the wallet can do in a chain family: what the family's adapter can do with it. Each request has a connector of its
 * own, so that one that is given up leaves the frame's screen too, and no other with it.
 */
export function toFeatures({ namespace, places, access, template, create, createInner }: FeatureSource): Abilities {
  const isSmart = places.get(namespace)?.accounts[0].type === 'smartAccount'
  const names = Object.keys(template.features).filter((name) => isSmart || !ofSmartAccounts.includes(name))
  const toAbility =
    (name: string): Ability =>
    async (request) => {
      request.signal.throwIfAborted()
      const own = await create(request.signal)
      try {
        const ability = own.features[name as keyof Abilities] as Ability
        return await ability(request)
      } finally {
        own.destroy()
      }
    }
  return {
    ...(Object.fromEntries(names.map((name) => [name, toAbility(name)])) as Abilities),
    // permissions are granted by accounts that are contracts, and kept by the secure site
    ...(isSmart &&
      namespace === 'eip155' && {
        'permissions:revoke': async ({ context, account, signal }) => {
          signal.throwIfAborted()
          const params = [{ permissionsContext: context, address: account.address }]
          await (createInner(signal) as Eip1193).request({ method: 'wallet_revokePermissions', params })
        },
      }),
    'network:switch': ({ network, signal }) => access.switchTo(network, signal),
  }
}
