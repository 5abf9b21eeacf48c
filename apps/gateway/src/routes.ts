import { createBalanceRoute } from './balances/routes.js'
import { createSupportedChainsRoute } from './chains/chainBook.js'
import type { GatewayContext } from './context.js'
import { createErrorReportRoutes } from './errorReports/routes.js'
import { createHistoryRoute } from './history/routes.js'
import type { Route } from './http/route.js'
import { createImageProxyRoute, type ImageProxySettings } from './images/imageProxy.js'
import { createHealthRoute } from './monitoring/health.js'
import type { IsOperator } from './monitoring/operator.js'
import { createIdentityRoutes } from './names/identity.js'
import { createNameRoutes, type NameSettings } from './names/routes.js'
import { createOnrampRoutes } from './onramp/routes.js'
import type { OnrampSettings } from './onramp/settings.js'
import { createPriceRoute } from './prices/prices.js'
import { createProjectRoutes, type ProjectSettings, parseProjects } from './projects/projects.js'
import { createSmartSessionRoutes } from './sessions/routes.js'
import { createSwapRoutes } from './swaps/routes.js'

type ReadSettings = {
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

type ActSettings = {
  readonly names?: NameSettings | undefined
  readonly onramp?: OnrampSettings | undefined
  readonly projects?: ProjectSettings | undefined
}

/** What the gateway does for visitors: swaps, purchases, names, sessions, settings of projects, reports. Throws for settings that are not good. */
export function createActRoutes(
  context: GatewayContext,
  { names, onramp, projects = {} }: ActSettings = {},
): readonly Route[] {
  return [
    ...createSwapRoutes(context),
    createPriceRoute(context),
    ...createOnrampRoutes(context, onramp),
    ...createNameRoutes(context, names),
    ...createIdentityRoutes(context, names),
    ...createSmartSessionRoutes(context),
    ...createProjectRoutes(parseProjects(projects)),
    ...createErrorReportRoutes(context),
  ]
}
