import type { GatewayContext } from '../context.js'
import { toJsonAnswer } from '../http/answer.js'
import type { Route } from '../http/route.js'

/** Which chains are served. [S7.2] */
export function createSupportedChainsRoute({ chains }: Pick<GatewayContext, 'chains'>): Route {
  const http = chains.all.map(({ caipNetworkId }) => caipNetworkId)
  return {
    method: 'GET',
    path: '/v1/supported-chains',
    answer: () => toJsonAnswer({ http, ws: [] }, { maxAge: 60 }),
  }
}
