import type { AnyViewDefinition } from './defineView.js'
import { lazyView } from './lazyView.js'

const buy = () => import('./areas/buy.js')
const buyNext = () => import('./areas/buyNext.js')
const name = () => import('./areas/name.js')
const pay = () => import('./areas/pay.js')
const receive = () => import('./areas/receive.js')
const send = () => import('./areas/send.js')
const sendNext = () => import('./areas/sendNext.js')
const sessions = () => import('./areas/sessions.js')
const swap = () => import('./areas/swap.js')
const swapNext = () => import('./areas/swapNext.js')

/**
 * The views of what an account has and does: one line each, with the area that loads it. Loaded when the first of them is asked
 * for.
 */
export const moneyViews: readonly AnyViewDefinition[] = [
  lazyView('WalletReceive', 'receive', receive),
  lazyView('WalletCompatibleNetworks', 'receive', receive),
  lazyView('Transactions', 'activity', receive),
  lazyView('Swap', 'swaps', swap),
  lazyView('SwapSelectToken', 'swaps', swapNext),
  lazyView('SwapPreview', 'swaps', swapNext),
  lazyView('FundWallet', undefined, buy),
  lazyView('OnRampProviders', 'onramp', buy),
  lazyView('OnRampAmount', 'onramp', buyNext),
  lazyView('BuyInProgress', 'onramp', buyNext),
  lazyView('RegisterAccountName', undefined, name),
  lazyView('RegisterAccountNameSuccess', undefined, name),
  lazyView('SmartSessions', undefined, sessions),
  lazyView('WalletSend', 'send', send),
  lazyView('WalletSendSelectToken', 'send', sendNext),
  lazyView('WalletSendPreview', 'send', sendNext),
  lazyView('Pay', 'pay', pay),
]
