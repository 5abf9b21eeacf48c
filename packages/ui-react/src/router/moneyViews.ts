import { loadBuyInProgress } from '../views/buy-in-progress/index.js'
import { loadFundWallet } from '../views/fund-wallet/index.js'
import { loadOnRampAmount } from '../views/on-ramp-amount/index.js'
import { loadOnRampProviders } from '../views/on-ramp-providers/index.js'
import { loadPay } from '../views/pay/index.js'
import { loadRegisterAccountName } from '../views/register-account-name/index.js'
import { loadRegisterAccountNameSuccess } from '../views/register-account-name-success/index.js'
import { loadSmartSessions } from '../views/smart-sessions/index.js'
import { loadSwapView } from '../views/swap/index.js'
import { loadSwapPreview } from '../views/swap-preview/index.js'
import { loadSwapSelectToken } from '../views/swap-select-token/index.js'
import { loadTransactions } from '../views/transactions/index.js'
import { loadWalletCompatibleNetworks } from '../views/wallet-compatible-networks/index.js'
import { loadWalletReceive } from '../views/wallet-receive/index.js'
import { loadWalletSend } from '../views/wallet-send/index.js'
import { loadWalletSendPreview } from '../views/wallet-send-preview/index.js'
import { loadWalletSendSelectToken } from '../views/wallet-send-select-token/index.js'
import type { AnyViewDefinition } from './defineView.js'
import { lazyView } from './lazyView.js'

/**
 * The views of what an account has and does: one line each,
 * `lazyView('Swap', 'swaps', async () => …)`. Loaded when the first of them is asked for.
 */
export const moneyViews: readonly AnyViewDefinition[] = [
  lazyView('WalletReceive', 'receive', loadWalletReceive),
  lazyView('WalletCompatibleNetworks', 'receive', loadWalletCompatibleNetworks),
  lazyView('Transactions', 'activity', loadTransactions),
  lazyView('Swap', 'swaps', loadSwapView),
  lazyView('SwapSelectToken', 'swaps', loadSwapSelectToken),
  lazyView('SwapPreview', 'swaps', loadSwapPreview),
  lazyView('FundWallet', undefined, loadFundWallet),
  lazyView('OnRampProviders', 'onramp', loadOnRampProviders),
  lazyView('OnRampAmount', 'onramp', loadOnRampAmount),
  lazyView('BuyInProgress', 'onramp', loadBuyInProgress),
  lazyView('RegisterAccountName', undefined, loadRegisterAccountName),
  lazyView('RegisterAccountNameSuccess', undefined, loadRegisterAccountNameSuccess),
  lazyView('SmartSessions', undefined, loadSmartSessions),
  lazyView('WalletSend', 'send', loadWalletSend),
  lazyView('WalletSendSelectToken', 'send', loadWalletSendSelectToken),
  lazyView('WalletSendPreview', 'send', loadWalletSendPreview),
  lazyView('Pay', 'pay', loadPay),
]
