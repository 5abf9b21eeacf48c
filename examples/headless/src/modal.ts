import { evm } from '@latchkey/adapter-evm'
import { createModal } from '@latchkey/ui-react'
import { chain, otherChain } from './chain.ts'

/** State and verbs. The element is never put into the page, so none of its views is ever loaded. */
export const modal = createModal({ adapters: [evm({ networks: [chain, otherChain] })], disableAppend: true })

// in development, the module that replaces this one creates a new modal
import.meta.hot?.dispose(() => modal.destroy())
