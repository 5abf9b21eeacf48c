import { startRoute } from '../../startState.js'
import type { Route, RouterState } from './state.js'

/** The route on top of the stack: the one that is shown. */
export function getRoute({ router }: { readonly router: RouterState }): Route {
  return router.stack[router.stack.length - 1] ?? startRoute
}
