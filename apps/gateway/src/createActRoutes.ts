import type { GatewayContext } from './context.js'
import type { Route } from './http/route.js'

/** What is done for a caller: exchange, names, purchases, sessions, settings of projects. */
export function createActRoutes(_context: GatewayContext): readonly Route[] {
  return []
}
