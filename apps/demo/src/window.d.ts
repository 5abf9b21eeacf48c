import type { EvmWallet } from '@latchkey/testing'
import type { UiModal } from '@latchkey/ui-react'
import type { DevWallets } from './devWallet/wallets.js'

declare global {
  /** For experiments in the console: `devWallet.script({ methods: { personal_sign: { kind: 'reject' } } })`. */
  interface Window {
    devWallet: EvmWallet
    devWallets: DevWallets
    latchkey: UiModal
  }
}
