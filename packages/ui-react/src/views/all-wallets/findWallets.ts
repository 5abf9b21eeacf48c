import type { SearchWalletsRequest } from '@latchkey/core'
import { searchWallets } from '@latchkey/core/controllers'
import { readInView } from '../../hooks/readInView.js'
import type { UiModal } from '../../uiModal.js'

/** Apart from the view: most look through the list without a question. */
export function findWallets(modal: UiModal, request: SearchWalletsRequest): void {
  readInView(modal, searchWallets(modal, request))
}
