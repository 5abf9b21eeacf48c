import { internals, type Modal } from '../modal.js'
import { version } from '../version.generated.js'
import type { HttpParams } from './http.js'

/** What services are told with each call: who asks, and with what. [S7.1, S7.25] */
export function toServiceParams(modal: Modal): HttpParams {
  const { clientId, options } = modal[internals]
  const namespaces = Object.keys(modal.getState().namespaces).sort().join() || 'core'
  return { projectId: options.projectId, st: 'latchkey', sv: `js-${namespaces}-${version}`, clientId }
}
