import type { UiModal } from '@latchkey/ui-react'
import type { DevWallet } from './devWallet/createDevWallet.js'

declare global {
  /** For experiments in the console: `devWallet.script({ methods: { personal_sign: { kind: 'reject' } } })`. */
  interface Window {
    devWallet: DevWallet
    latchkey: UiModal
  }
}
