import type { GatewayContext } from './context.js'
import { createConvertRoutes } from './convert/createConvertRoutes.js'
import { createErrorRoutes } from './errors/createErrorRoutes.js'
import type { Route } from './http/route.js'
import { createIdentityRoutes } from './identity/createIdentityRoutes.js'
import { createNameRoutes } from './names/createNameRoutes.js'
import type { NameSettings } from './names/nameSettings.js'
import { createProjectRoutes } from './projects/createProjectRoutes.js'
import { type ProjectSettings, projectSettings } from './projects/projectSettings.js'
import { createSmartSessionRoutes } from './sessions/createSmartSessionRoutes.js'

export type ActSettings = {
  readonly names?: NameSettings | undefined
  readonly projects?: ProjectSettings | undefined
}

/** What the gateway does for visitors: swaps, names, sessions, settings of projects, reports. Throws for settings that are not good. */
export function createActRoutes(context: GatewayContext, { names, projects = {} }: ActSettings = {}): readonly Route[] {
  return [
    ...createConvertRoutes(context),
    ...createNameRoutes(context, names),
    ...createIdentityRoutes(context, names),
    ...createSmartSessionRoutes(context),
    ...createProjectRoutes(projectSettings.parse(projects)),
    ...createErrorRoutes(context),
  ]
}
