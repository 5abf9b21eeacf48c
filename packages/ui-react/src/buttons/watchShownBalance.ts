import type { Namespace } from '@latchkey/core'
import { watchBalance } from '@latchkey/core/controllers'
import type { UiModal } from '../uiModal.js'

/** Loaded when a button shows a balance. A module of its own: importing all controllers at once would load all of them. */
export function watchShownBalance(modal: UiModal, namespace: Namespace | undefined): () => void {
  return watchBalance(modal, namespace)
}
