import { internals, type Modal } from '../../modal.js'

/** Tells a connector how the modal looks now, where it wants to know. */
export function syncTheme(modal: Modal, connectorId: string): void {
  const { connectors, warn } = modal[internals]
  try {
    connectors.get(connectorId)?.features['theme:sync']?.(modal.getState().theme)
  } catch (cause) {
    warn(cause) // the look of a screen stops nobody
  }
}
