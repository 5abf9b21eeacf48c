import type { Abilities, Connector } from '../contracts/connector.js'

type Ability = (request: { readonly signal: AbortSignal }) => Promise<unknown>

/**
 * Creates a feature whose requests each use a connector of their own, so that canceling one leaves the others. `create` makes a
 * connector whose requests are canceled when the signal aborts.
 */
export function perRequest(name: string, create: (signal: AbortSignal) => Promise<Connector>): Ability {
  return async (request) => {
    request.signal.throwIfAborted()
    const own = await create(request.signal)
    try {
      const ability = own.features[name as keyof Abilities] as Ability
      return await ability(request)
    } finally {
      own.destroy()
    }
  }
}
