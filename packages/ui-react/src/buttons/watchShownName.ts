import { watchIdentity } from '@latchkey/core/controllers'
import type { UiModal } from '../uiModal.js'

/** Loaded when a button shows an account that may have a name. A module of its own, as watchShownBalance.ts. */
export function watchShownName(modal: UiModal): () => void {
  return watchIdentity(modal)
}
