import { loadModule, type Namespace } from '@latchkey/core'
import type { UiModal } from '../uiModal.js'

/** Keeps something read from now on; gives what ends that. */
export type Watch = (modal: UiModal, namespace: Namespace | undefined) => () => void

/** What keeps a balance read; see watchShownBalance.ts. */
export const loadBalanceWatch = (): Promise<Watch> =>
  loadModule(() => import('./watchShownBalance.js')).then(({ watchShownBalance }) => watchShownBalance)

/** What keeps a name read; see watchShownName.ts. */
export const loadNameWatch = (): Promise<Watch> =>
  loadModule(() => import('./watchShownName.js')).then(({ watchShownName }) => watchShownName)
