import { internals, type Modal } from '../../modal.js'
import type { Connection } from './state.js'
import { toConnectionKey } from './toConnectionKey.js'

/** The wallet of a connection is not followed any more. */
export function stopListening(
  modal: Modal,
  { namespace, connectorId }: Pick<Connection, 'namespace' | 'connectorId'>,
): void {
  modal[internals].listening.get(toConnectionKey(namespace, connectorId))?.()
}
