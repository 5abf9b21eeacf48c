// For @latchkey/ui-react only. Undocumented, and not covered by semantic versioning.

export { isAccountOn, setAccountTab } from '../controllers/account/account.js'
export { getRecentTransactions } from '../controllers/activity/recent.js'
export { isActivitySupported } from '../controllers/activity/transactions.js'
export { finishConnect } from '../controllers/connection/flow.js'
export { pairingRetryDelay } from '../controllers/connection/state.js'
export { setApprovalSlot } from '../controllers/login/approval.js'
export { resendEmailCode, submitEmailCode } from '../controllers/login/emailLogin.js'
export { startEmailUpdate, submitPrimaryCode, submitSecondaryCode } from '../controllers/login/emailUpdate.js'
export { retrySocialLogin } from '../controllers/login/socialLogin.js'
export { canRegisterName, resetNames } from '../controllers/names/accountName.js'
export { parseAccountName } from '../controllers/names/state.js'
export {
  resetOnRamp,
  setOnRampCurrency,
  setOnRampProvider,
  setPaymentAmount,
  setPurchaseAmount,
  startOnRamp,
} from '../controllers/onramp/form.js'
export { canBuy, getPaymentMethods, getPurchaseNetwork, isOnRampNamespace } from '../controllers/onramp/options.js'
export { endPurchase, reopenPurchase, startPurchase } from '../controllers/onramp/purchase.js'
export { fetchPurchaseQuote } from '../controllers/onramp/quote.js'
export { choosePayOption, fetchPayFee, getPayProblem } from '../controllers/pay/pay.js'
export { getPayOption } from '../controllers/pay/state.js'
export { retryPay, submitPay } from '../controllers/pay/submit.js'
export { resendPhoneCode, submitPhoneCode } from '../controllers/phone/phoneLogin.js'
export { getTokens, getWalletActions, refreshHoldings } from '../controllers/portfolio/portfolio.js'
export { getAuthConnection, getAuthConnector } from '../controllers/requests/embeddedWallet.js'
export { applyNetworkPolicy } from '../controllers/requests/setNetwork.js'
export {
  getSendFormProblem,
  retrySendLookups,
  setMaxSendAmount,
  setSendAmount,
  setSendReceiver,
  setSendToken,
  startSend,
} from '../controllers/send/form.js'
export { getSendProblem, retrySend, reviewSend, submitSend } from '../controllers/send/submit.js'
export { canListPermissions } from '../controllers/sessions/smartSessions.js'
export { groupSmartSessions } from '../controllers/sessions/state.js'
export {
  close,
  getRoute,
  hideAlert,
  isActiveConnected,
  open,
  popTo,
  popTransaction,
  pushTransaction,
  setLoading,
  shake,
  toStartRoute,
  track,
} from '../controllers/shell/actions.js'
export {
  getSwapBalance,
  getSwapDetails,
  getSwapHolding,
  getSwapIssue,
  isReadingApproval,
  isSwapSupported,
} from '../controllers/swap/details.js'
export { chooseSwapToken, flipSwap, loadSwap, setSwapAmount, watchSwap } from '../controllers/swap/form.js'
export { approveSwap, retrySwap, sendSwap } from '../controllers/swap/send.js'
export { isSameToken, swapLimits } from '../controllers/swap/state.js'
export { getAtomicHolding, getHolding, getKnownHolding } from '../controllers/transfers/holding.js'
export { dismissTransfer, getEarlierTransfer, hasUncertainTransfer } from '../controllers/transfers/openTransfers.js'
export { resumeTransfers, retrySearch } from '../controllers/transfers/sendAndTrack.js'
export { getInstalled, getJoinedConnectorIds, isInstalled } from '../controllers/wallets/connectors.js'
export type { FoundWallet } from '../controllers/wallets/groups.js'
export { findWallet, groupWalletRows } from '../controllers/wallets/groups.js'
export { walletDelays, walletLimits } from '../controllers/wallets/state.js'
export { detectHost, isPhone, readHost } from '../links/host.js'
export { isSafeLink, parseLink, parseWebLink } from '../links/parseLink.js'
export { getWalletLink, noteWalletLink } from '../links/rememberedLink.js'
export { toWalletLinks } from '../links/walletLinks.js'
export { getLiveConnections } from '../modal/connections.js'
export { hasLogins } from '../modal/features.js'
export { isSignInRequired } from '../modal/signIn.js'
export { hasBlockchainApi } from '../service/blockchain/client.js'
export { swapNetworkIds } from '../service/blockchain/swaps.js'
