import type { Modal } from '../../modal.js'
import { getRoute } from './getRoute.js'
import { push, replace } from './navigate.js'
import { open } from './open.js'
import type { OpenRequest, Route } from './state.js'

/** Shows a view about what comes next, in the modal opened where need be; in place of the same about something else. */
export function show(modal: Modal, route: Route): void {
  const state = modal.getState()
  if (!state.modal.open) open(modal, { view: route.view, arguments: route.params } as OpenRequest)
  // another wallet, or the same once more: there is one waiting view
  else if (getRoute(state).view === route.view) replace(modal, route)
  else push(modal, route)
}
