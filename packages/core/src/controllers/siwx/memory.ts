import type { SiwxSession } from '../../auth.js'
import { internals, type Modal } from '../../modal.js'
import type { CaipAddress } from '../../utils/caip.js'

/** What sign-in keeps for this visit, beside the state. */
export type SiwxMemory = {
  /** Accounts that had a session, with their networks; the newest first. */
  signedIn: readonly CaipAddress[]
  /** The account that is still to be asked, once nothing else is being asked. */
  due: CaipAddress | undefined
  /** A signature that could not be handed over, as nobody answered. */
  unsent: SiwxSession | undefined
  /** Whether the visitor has cancelled, and the wallet is asked to go back to a network with a session. */
  isLeaving: boolean
}

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
