import { createBalanceRoute } from './balances/createBalanceRoute.js'
import { createSupportedChainsRoute } from './chains/createSupportedChainsRoute.js'
import type { GatewayContext } from './context.js'
import { createHistoryRoute } from './history/createHistoryRoute.js'
import type { Route } from './http/route.js'
import { createImageProxyRoute, type ImageProxySettings } from './images/createImageProxyRoute.js'
import { createHealthRoute } from './metrics/createHealthRoute.js'
import type { IsOperator } from './metrics/createIsOperator.js'

export type ReadSettings = {
  readonly isOperator: IsOperator
  readonly imageProxy?: ImageProxySettings | false | undefined
}

/** What is read from chains, and the pictures that belong to it. Throws for settings that are not good. */
export function createReadRoutes(context: GatewayContext, { isOperator, imageProxy }: ReadSettings): readonly Route[] {
  return [
    createHealthRoute(context, isOperator),
    createSupportedChainsRoute(context),
    createBalanceRoute(context),
    createHistoryRoute(context),
    createImageProxyRoute(imageProxy),
  ]
}
