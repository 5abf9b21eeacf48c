import type { Modal } from '../../modal.js'
import { setTimer } from '../../timers.js'
import { getRoute } from '../router/getRoute.js'
import { reset } from '../router/navigate.js'
import { open } from '../router/open.js'
import { toStartRoute } from '../router/toStartRoute.js'
import { showToast } from '../toast/showToast.js'
import { rejectApprovals } from './rejectApprovals.js'
import { notAllowedDelay } from './state.js'

/**
 * The app asked the embedded wallet for what it never does: the modal opens and says so after 300 ms, and what waits is
 * rejected, as the app may not be what it seems. [S8.17]
 */
export function refuseAction(modal: Modal): void {
  rejectApprovals(modal)
  const state = modal.getState()
  if (!state.modal.open) open(modal)
  else if (getRoute(state).view === 'ApproveTransaction') reset(modal, toStartRoute(modal))
  const toast = { variant: 'error', message: { code: 'ACTION_NOT_ALLOWED' } } as const
  setTimer(modal, 'notAllowed', () => showToast(modal, toast), notAllowedDelay)
}
