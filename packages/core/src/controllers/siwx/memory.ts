import { internals, type Modal } from '../../modal.js'
import type { CaipAddress } from '../../utils/caip.js'
import type { SiwxMemory } from './state.js'

/** Of this modal. */
export function getSiwxMemory(modal: Modal): SiwxMemory {
  const inner = modal[internals]
  inner.signIns ??= { signedIn: [], due: undefined, unsent: undefined, isLeaving: false }
  return inner.signIns
}

/** Notes that an account had a session on its network just now. */
export function rememberSignedIn(modal: Modal, caipAddress: CaipAddress): void {
  const memory = getSiwxMemory(modal)
  memory.signedIn = [caipAddress, ...memory.signedIn.filter((item) => item !== caipAddress)]
}
