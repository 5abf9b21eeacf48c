import type { SearchWalletsRequest } from '@latchkey/core'
import { searchWallets } from '@latchkey/core/controllers'
import type { UiModal } from '../../uiModal.js'

/** Apart from the view: most look through the list without a question. */
export function findWallets(modal: UiModal, request: SearchWalletsRequest): void {
  void searchWallets(modal, request)
}
