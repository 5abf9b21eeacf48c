import { AdapterNotFoundError } from '../../errors/connection.js'
import { internals, type Modal } from '../../modal.js'
import { track } from '../events/track.js'
import { setActiveNamespace } from '../network/setActiveNamespace.js'
import type { OpenRequest, Route } from './state.js'
import { isActiveConnected, toStartRoute } from './toStartRoute.js'

/** Opens the modal; starts it if need be. Which view shows: spec §2, opening rules. */
export function open(modal: Modal, request: OpenRequest = {}): void {
  modal.start()
  const { store } = modal[internals]
  const { namespace, view } = request
  if (modal.getState().status === 'destroyed') return
  if (namespace && !modal.getState().namespaces[namespace]) throw new AdapterNotFoundError({ namespace })
  if (namespace) setActiveNamespace(modal, namespace)

  const route = view ? ({ view, params: request.arguments } as Route) : toStartRoute(modal)
  const wasOpen = store.getState().modal.open
  const flags = { open: true, ...(namespace && { namespace }) }
  store.setState((state) => ({ ...state, modal: { ...state.modal, ...flags }, router: { stack: [route] } }))
  if (!wasOpen) track(modal, 'MODAL_OPEN', { connected: isActiveConnected(modal.getState()) })
}
