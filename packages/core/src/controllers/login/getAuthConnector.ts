import type { Connector } from '../../connector.js'
import { internals, type Modal } from '../../modal.js'

/** The connector of the embedded wallet, once the modal has started; undefined where there is none. */
export function getAuthConnector(modal: Modal): Connector | undefined {
  return [...modal[internals].connectors.values()].find(({ meta }) => meta.type === 'AUTH')
}
