import type { GatewayContext } from './context.js'
import { createConvertRoutes } from './convert/createConvertRoutes.js'
import { createFungiblePriceRoute } from './convert/createFungiblePriceRoute.js'
import { createErrorRoutes } from './errors/createErrorRoutes.js'
import type { Route } from './http/route.js'
import { createIdentityRoutes } from './identity/createIdentityRoutes.js'
import { createNameRoutes } from './names/createNameRoutes.js'
import type { NameSettings } from './names/nameSettings.js'
import { createOnrampRoutes } from './onramp/createOnrampRoutes.js'
import type { OnrampSettings } from './onramp/parseOnramp.js'
import { createProjectRoutes } from './projects/createProjectRoutes.js'
import { type ProjectSettings, parseProjects } from './projects/parseProjects.js'
import { createSmartSessionRoutes } from './sessions/createSmartSessionRoutes.js'

export type ActSettings = {
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
    ...createConvertRoutes(context),
    createFungiblePriceRoute(context),
    ...createOnrampRoutes(context, onramp),
    ...createNameRoutes(context, names),
    ...createIdentityRoutes(context, names),
    ...createSmartSessionRoutes(context),
    ...createProjectRoutes(parseProjects(projects)),
    ...createErrorRoutes(context),
  ]
}
