import { internals, type Modal } from '../../modal.js'
import type { SmartSessionsState } from './state.js'

/** Writes what is known of the permissions; nothing where there is nothing yet to change. */
export function setSessions(
  modal: Modal,
  change: (before: SmartSessionsState | undefined) => SmartSessionsState | undefined,
): void {
  const smartSessions = change(modal.getState().smartSessions)
  modal[internals].store.setState((state) => ({ ...state, smartSessions }))
}
