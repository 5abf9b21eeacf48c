import type { Modal } from '../../modal.js'
import { close } from '../router/close.js'
import { reset } from '../router/navigate.js'
import { open } from '../router/open.js'
import { isRefusedNetwork } from './isRefusedNetwork.js'

/** Asks for another network when the wallet came to one that is refused, and stops asking when it has left. [S4.17] */
export function applyNetworkPolicy(modal: Modal): void {
  const { modal: flags, router } = modal.getState()
  const isAsking = flags.open && router.stack[0].view === 'UnsupportedChain'
  if (isRefusedNetwork(modal)) {
    if (isAsking) return
    if (flags.open) reset(modal, { view: 'UnsupportedChain', params: undefined })
    else open(modal, { view: 'UnsupportedChain' })
  } else if (isAsking) close(modal, { force: true })
}
