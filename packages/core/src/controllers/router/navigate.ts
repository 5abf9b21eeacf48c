import { internals, type Modal, type ModalState } from '../../modal.js'
import { getRoute } from './getRoute.js'
import type { Route, RouterState } from './state.js'

type Stack = RouterState['stack']

/** Puts a route on top. Does nothing when its view is shown already. */
export function push(modal: Modal, route: Route): void {
  setStack(modal, (state) => {
    const { stack } = state.router
    return getRoute(state).view === route.view ? stack : [...stack, route]
  })
}

/** Swaps the top route. */
export function replace(modal: Modal, route: Route): void {
  setStack(modal, ({ router: { stack } }) => (stack.length === 1 ? [route] : [stack[0], ...stack.slice(1, -1), route]))
}

/** Leaves this one route. */
export function reset(modal: Modal, route: Route): void {
  setStack(modal, () => [route])
}

/** Takes the top route off; false when it is the only one. */
export function pop(modal: Modal): boolean {
  const { stack } = modal.getState().router
  if (stack.length === 1) return false
  setStack(modal, () => [stack[0], ...stack.slice(1, -1)])
  return true
}

function setStack(modal: Modal, toStack: (state: ModalState) => Stack): void {
  modal[internals].store.setState((state) => {
    const stack = toStack(state)
    return stack === state.router.stack ? state : { ...state, router: { stack } }
  })
}
