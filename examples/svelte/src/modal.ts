import { evm } from '@latchkey/adapter-evm'
import { createModal } from '@latchkey/ui-react/standalone'
import { chain } from './chain.ts'

/** The modal of this app. Nothing happens until a button of it is in the page. */
export const modal = createModal({ adapters: [evm({ networks: [chain] })] })

// in development, the module that replaces this one creates a new modal
import.meta.hot?.dispose(() => modal.destroy())
