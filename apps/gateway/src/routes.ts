import type { ReadinessProbe } from '@latchkey/server-kit/readiness'
import { getOpenApi } from './api/monitoring.js'
import { toOpenApiDocument } from './api/openapi.js'
import { createBalanceRoute } from './balances/routes.js'
import { createSupportedChainsRoute } from './chains/chainBook.js'
import type { GatewayContext } from './context.js'
import { createErrorReportRoutes } from './errorReports/routes.js'
import { createHistoryRoute } from './history/routes.js'
import { createRoute, type Route } from './http/route.js'
import { createImageProxyRoute, type ImageProxySettings } from './images/imageProxy.js'
import { createHealthRoute, createReadinessRoute } from './monitoring/health.js'
import type { IsOperator } from './monitoring/operator.js'
import { createIdentityRoute } from './names/identity.js'
import { createNameRoutes, type NameSettings } from './names/routes.js'
import { createOnrampRoutes } from './onramp/routes.js'
import type { OnrampSettings } from './onramp/settings.js'
import { createPriceRoute } from './prices/prices.js'
import { createProjectRoutes, type ProjectBook } from './projects/projects.js'
import { createSmartSessionRoutes } from './sessions/routes.js'
import { createSwapRoutes } from './swaps/routes.js'
import { createWalletRoutes, type WalletRoutesOptions } from './wallets/wallets.js'

export type CreateRoutesOptions = WalletRoutesOptions & {
  readonly isOperator: IsOperator
  readonly readiness: ReadinessProbe
  readonly imageProxy?: ImageProxySettings | false | undefined
  readonly names?: NameSettings | undefined
  readonly onramp?: OnrampSettings | undefined
  readonly projects: ProjectBook
}

/** Creates all routes of the HTTP API and the OpenAPI document that describes them. Throws for invalid settings. */
export function createRoutes(context: GatewayContext, options: CreateRoutesOptions): readonly Route[] {
  const { isOperator, readiness, imageProxy, names, onramp, projects, wallets, imagesFolder } = options
  const routes: readonly Route[] = [
    ...createWalletRoutes({ wallets, imagesFolder }),
    createHealthRoute(context, isOperator),
    createReadinessRoute(readiness),
    createSupportedChainsRoute(context.chains),
    createBalanceRoute(context),
    createHistoryRoute(context),
    createImageProxyRoute(imageProxy),
    ...createSwapRoutes(context),
    createPriceRoute(context),
    ...createOnrampRoutes(context, onramp),
    ...createNameRoutes(context, names),
    createIdentityRoute(context, names),
    ...createSmartSessionRoutes(context),
    ...createProjectRoutes(projects),
    ...createErrorReportRoutes(context, projects),
  ]
  const endpoints = [...routes.flatMap(({ endpoint }) => endpoint ?? []), getOpenApi]
  return [...routes, createRoute(getOpenApi, () => toOpenApiDocument(endpoints))]
}
