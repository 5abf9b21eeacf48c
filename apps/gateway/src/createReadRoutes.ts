import { createBalanceRoute } from './balances/createBalanceRoute.js'
import { createSupportedChainsRoute } from './chains/createSupportedChainsRoute.js'
import type { GatewayContext } from './context.js'
import { createHistoryRoute } from './history/createHistoryRoute.js'
import type { Route } from './http/route.js'
import { createHealthRoute } from './metrics/createHealthRoute.js'
import type { IsOperator } from './metrics/createIsOperator.js'

/** What is read from chains. */
export function createReadRoutes(context: GatewayContext, isOperator: IsOperator): readonly Route[] {
  return [
    createHealthRoute(context, isOperator),
    createSupportedChainsRoute(context),
    createBalanceRoute(context),
    createHistoryRoute(context),
  ]
}
