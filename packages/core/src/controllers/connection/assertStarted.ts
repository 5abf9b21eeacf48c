import { NotStartedError } from '../../errors/connection.js'
import type { Modal } from '../../modal.js'

/** Throws `NOT_STARTED` before `start()` and after `destroy()`. [S8.41] */
export function assertStarted(modal: Modal): void {
  if (modal.getState().status !== 'ready') throw new NotStartedError()
}
