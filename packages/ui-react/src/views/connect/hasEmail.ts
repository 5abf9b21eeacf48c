import { internals, type Namespace } from '@latchkey/core'
import type { UiModal } from '../../uiModal.js'
import { isConnectedWith } from './isConnectedWith.js'

/** Whether there is a login by email to offer here: one that is not there already. */
export function hasEmail(modal: UiModal, namespace: Namespace | undefined): boolean {
  const state = modal.getState()
  const login = state.connectors.find(({ type }) => type === 'AUTH')
  return (
    state.features.email &&
    login !== undefined &&
    modal[internals].connectors.get(login.id)?.features['email:login'] !== undefined &&
    (!namespace || login.namespaces.includes(namespace)) &&
    !isConnectedWith(state, login)
  )
}
