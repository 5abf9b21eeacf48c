import type { LatchkeyError } from '../../errors/LatchkeyError.js'
import type { Modal } from '../../modal.js'
import { track } from '../events/track.js'

/** Tells the app why a wallet was not connected. What was given up has failed nobody. */
export function trackFailure(modal: Modal, connectorId: string, { code, shortMessage }: LatchkeyError): void {
  if (code === 'CONNECTION_REJECTED') track(modal, 'USER_REJECTED', { connectorId })
  else if (code !== 'ABORTED') track(modal, 'CONNECT_ERROR', { connectorId, code, message: shortMessage })
}
