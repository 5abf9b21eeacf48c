import { loadModule } from '../utils/loadModule.js'
import { ConnectorFailedError } from './connection.js'
import { isLatchkeyError, type LatchkeyError } from './LatchkeyError.js'

/**
 * Names whatever was thrown, as {@link toLatchkeyError} does, whose table of codes is loaded for the first fault that is
 * not one of ours: most visits have none. Where it cannot be loaded the fault is `CONNECTOR_FAILED` with its cause.
 */
export async function nameFault(thrown: unknown): Promise<LatchkeyError> {
  if (isLatchkeyError(thrown)) return thrown
  try {
    const { toLatchkeyError } = await loadModule(() => import('./toLatchkeyError.js'))
    return toLatchkeyError(thrown)
  } catch {
    return new ConnectorFailedError({ cause: thrown }) // what was thrown first matters more than why it has no name
  }
}
