import { evm } from '@latchkey/adapter-evm'
import { createModal } from '@latchkey/ui-react'
import { chain, otherChain } from './chain.ts'

/** State and verbs. The element is never put into the page, so none of its views is ever loaded. */
export const modal = createModal({ adapters: [evm({ networks: [chain, otherChain] })], disableAppend: true })

// while developing: the module that takes the place of this one makes a modal of its own
import.meta.hot?.dispose(() => modal.destroy())
