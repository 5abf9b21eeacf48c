import type { Network } from '@latchkey/core'
import { switchNetwork } from '@latchkey/core/controllers'
import type { UiModal } from '../uiModal.js'

/** Loaded when somebody switches. A module of its own: importing all controllers at once would load all of them. */
export function switchTo(modal: UiModal, network: Network): Promise<void> {
  return switchNetwork(modal, { network })
}
