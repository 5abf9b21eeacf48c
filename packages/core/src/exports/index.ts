export type { Account, Accounts, AccountType, LoginAccountType } from '../account.js'
export type {
  AdapterInstance,
  AppMetadata,
  AuthPlugin,
  ChainAdapter,
  ConnectorPlugin,
  NamespacesOf,
  Plugin,
  PluginContext,
} from '../adapter.js'
export { apiVersion } from '../adapter.js'
export type {
  BuiltTransaction,
  GasPrice,
  HistoryTransaction,
  HistoryTransfer,
  MoneyAmount,
  NameProfile,
  NameSuggestion,
  Nft,
  OnRampOptions,
  OnRampProvider,
  OnRampQuote,
  PaymentCurrency,
  PurchaseCurrency,
  SmartSession,
  SwapQuote,
  SwapToken,
  Token,
  TokenBalance,
  TokenPrice,
} from '../api/blockchain/types.js'
export type {
  Cacao,
  SignatureClaim,
  SignatureVerdict,
  Siwx,
  SiwxMessage,
  SiwxMessageFields,
  SiwxMessageRequest,
  SiwxSession,
  VerifySignature,
} from '../auth.js'
export type {
  Abilities,
  Connector,
  ConnectorEvents,
  ConnectorMeta,
  ConnectorType,
  ConnectRequest,
  ConnectResult,
  NamespaceRequest,
  User,
  WalletIdentity,
} from '../connector.js'
export type { AccountState } from '../controllers/account/getAccount.js'
export type { SetPreferredAccountTypeRequest } from '../controllers/account/setPreferredAccountType.js'
export type { AccountTab, AccountTypeChange } from '../controllers/account/state.js'
export type { FetchTransactionsRequest } from '../controllers/activity/fetchTransactions.js'
export type { TransactionMonth, TransactionYear } from '../controllers/activity/getTransactionsByYear.js'
export type { ActivityError, ActivityState } from '../controllers/activity/state.js'
export type { WatchTransactionsOptions } from '../controllers/activity/watchTransactions.js'
export type { Alert } from '../controllers/alert/state.js'
export type { Approval } from '../controllers/approval/state.js'
export type { FetchBalanceOptions } from '../controllers/balance/fetchBalance.js'
export type { BalanceAmount, BalanceState, ShownAmount } from '../controllers/balance/state.js'
export { balanceLimits, zeroBalance } from '../controllers/balance/state.js'
export type { BroadcastTransactionRequest } from '../controllers/connection/broadcastTransaction.js'
export type { WalletRequest } from '../controllers/connection/callFeature.js'
export type { ConfirmTransactionRequest } from '../controllers/connection/confirmTransaction.js'
export type { ConnectOptions } from '../controllers/connection/connect.js'
export type { ConnectChainsOptions, ConnectChainsResult } from '../controllers/connection/connectChains.js'
export type { DisconnectOptions } from '../controllers/connection/disconnect.js'
export type { ConnectionEntry } from '../controllers/connection/getConnections.js'
export type { CapabilityLookup, ReadCapabilitiesRequest } from '../controllers/connection/readCapabilities.js'
export type { ConnectionChoice } from '../controllers/connection/requireConnection.js'
export type { SendTransactionRequest } from '../controllers/connection/sendTransaction.js'
export type { SignMessageRequest } from '../controllers/connection/signMessage.js'
export type { SignAllTransactionsRequest, SignTransactionRequest } from '../controllers/connection/signTransaction.js'
export type { SignTypedDataRequest } from '../controllers/connection/signTypedData.js'
export type { StartConnectOptions } from '../controllers/connection/startConnect.js'
export type { StartConnectChainsOptions } from '../controllers/connection/startConnectChains.js'
export type { StartPairingOptions } from '../controllers/connection/startPairing.js'
export type {
  Ask,
  AskError,
  ChainAsk,
  Connection,
  ConnectionState,
  StoredConnection,
  StoredStatus,
} from '../controllers/connection/state.js'
export type { SwitchConnectionRequest } from '../controllers/connection/switchConnection.js'
export type { EmailUpdateState } from '../controllers/emailUpdate/state.js'
export type { ModalEvent, TrackedEvents } from '../controllers/events/state.js'
export type { StartFarcasterOptions } from '../controllers/farcaster/startFarcaster.js'
export type { FarcasterState } from '../controllers/farcaster/state.js'
export type {
  ConnectMethod,
  ConnectorKind,
  Features,
  Social,
  SocialProvider,
  WalletFeature,
} from '../controllers/features/state.js'
export { defaultFeatures } from '../controllers/features/state.js'
export type { IdentityState } from '../controllers/identity/state.js'
export type { StartEmailLoginOptions } from '../controllers/login/startEmailLogin.js'
export type { LoginError, LoginState } from '../controllers/login/state.js'
export type { NameError, NamesState } from '../controllers/names/state.js'
export type { NetworkState } from '../controllers/network/getNetworkState.js'
export type { SwitchNetworkRequest } from '../controllers/network/setNetwork.js'
export type { PaymentCheck, PaymentFault } from '../controllers/onramp/getPaymentMethods.js'
export type { CurrencyChoice } from '../controllers/onramp/setOnRampCurrency.js'
export type { OnRampError, OnRampState, Purchase } from '../controllers/onramp/state.js'
export type { PayProblem } from '../controllers/pay/getPayProblem.js'
export type { PayAsset, Payment, PayOption, PayRequest, PayState, PayStep } from '../controllers/pay/state.js'
export type { FetchPortfolioOptions } from '../controllers/portfolio/loadPortfolio.js'
export type { Portfolio, PortfolioState } from '../controllers/portfolio/state.js'
export type {
  CloseOptions,
  ModalFlags,
  OpenRequest,
  Route,
  RouterState,
  TransactionEntry,
  ViewName,
  Views,
} from '../controllers/router/state.js'

export { shakeDuration } from '../controllers/router/state.js'
export type { SendFormProblem } from '../controllers/send/getSendFormProblem.js'
export type { SendProblem } from '../controllers/send/getSendProblem.js'
export type { SendRequest } from '../controllers/send/requestSend.js'
export type { SendFault, SendFee, SendReceiver, SendState, SendStep, SentTransfer } from '../controllers/send/state.js'
export type { SignInOptions } from '../controllers/siwx/signIn.js'
export type { SiwxState } from '../controllers/siwx/state.js'
export type { SessionGroups } from '../controllers/smartSessions/groupSmartSessions.js'
export type { SmartSessionsState } from '../controllers/smartSessions/state.js'
export type { StartSocialLoginOptions } from '../controllers/social/startSocialLogin.js'
export type { SocialLoginError, SocialLoginState } from '../controllers/social/state.js'
export type { SwapDetails } from '../controllers/swap/getSwapDetails.js'
export type { SwapIssue } from '../controllers/swap/getSwapIssue.js'
export type {
  SwapFault,
  SwapOffer,
  SwapQuoteState,
  SwapSide,
  SwapState,
  SwapStep,
  SwapWish,
} from '../controllers/swap/state.js'
export type { ThemeMode, ThemeState, ThemeVariables } from '../controllers/theme/state.js'
export type { NoticeCode, Toast, ToastMessage, ToastVariant } from '../controllers/toast/state.js'
export { toastDelays } from '../controllers/toast/state.js'
export type { OpenTransfer, OpenTransferStatus } from '../controllers/transfers/state.js'
export type { FetchWalletListingRequest } from '../controllers/wallets/fetchWalletListing.js'
export type { WalletRow } from '../controllers/wallets/getWalletRows.js'
export type { SearchWalletsRequest } from '../controllers/wallets/searchWallets.js'
export type { WalletListing, WalletPage, WalletsState } from '../controllers/wallets/state.js'
export type { ModalExtension } from '../createModalCore.js'
export { createModalCore } from '../createModalCore.js'
export type { Env, SyncStorage } from '../env.js'
export type { ErrorCode } from '../errors/codes.js'
export type { LatchkeyErrorOptions } from '../errors/LatchkeyError.js'
export { isLatchkeyError, LatchkeyError } from '../errors/LatchkeyError.js'
export type { RpcErrorName } from '../errors/rpcCodes.js'
export type { NameReason } from '../errors/services.js'
export { InvalidOptionsError, StorageUnavailableError } from '../errors/setup.js'
export type {
  AdapterFeatures,
  Balance,
  Call,
  CallBundle,
  CallBundleStatus,
  Capabilities,
  ConnectorFeatures,
  EmailLoginAction,
  EmailUpdateAction,
  FeatureRequest,
  PairingCode,
  PairingSignIn,
  Rect,
  SocialStep,
  SwapCheckRequest,
  SwapRouter,
  SwapTrade,
  TokenFacts,
  Transaction,
  TransactionMark,
  TransactionOutcome,
  Transactions,
  TransactionTrace,
  TransferRequest,
  TypedData,
  TypedDataByNamespace,
} from '../features.js'
export type { InitialState, InitialStateOption } from '../initialState.js'
export type { GetWalletLinkOptions } from '../links/getWalletLink.js'
export type { Host, HostKind, HostTraits } from '../links/host.js'
export type { WayKind } from '../links/strategies.js'
export type { WalletLink, WalletLinksRequest, WalletWay } from '../links/toWalletLinks.js'
export type { AppLink } from '../links/walletLink.js'
export type { Internals, Modal, ModalState, NamespaceState } from '../modal.js'
export { internals } from '../modal.js'
export type { Network, NetworkInput } from '../network.js'
export type { Check, Checks } from '../options/check.js'
export { mustBe } from '../options/check.js'
export type { ChooseServicesOptions } from '../options/chooseServices.js'
export type {
  ModalOptions,
  ResolvedOptions,
  Services,
  ShownToken,
  ShownTokens,
  SwapRouters,
} from '../options/options.js'
export { pairingChecks } from '../options/pairingChecks.js'
export type { SiweConfig, SiweMessageFields, SiweMessageParams, SiweSession } from '../options/siweConfig.js'
export { routedNetworkIds } from '../options/toNetwork.js'
export type { ReadonlyStore } from '../store/createStore.js'
export type { CaipAddress, CaipAddressParts, CaipNetworkId, CaipNetworkIdParts, Namespace } from '../utils/caip.js'
export { isNamespace, namespaces, parseCaipNetworkId, toCaipAddress } from '../utils/caip.js'
export {
  type ConnectorEventsOptions,
  type ConnectorListeners,
  createConnectorEvents,
} from '../utils/createConnectorEvents.js'
export { type ConnectorList, createConnectorList } from '../utils/createConnectorList.js'
export {
  createLazyConnector,
  type LazyConnector,
  type LazyConnectorOptions,
  type OpenWallet,
} from '../utils/createLazyConnector.js'
export { isRecord } from '../utils/isRecord.js'
export { lazily } from '../utils/lazily.js'
export { loadModule } from '../utils/loadModule.js'
export { parseCaipAddress } from '../utils/parseCaipAddress.js'
export type { RankSample } from '../utils/rank.js'
export { toShortAddress } from '../utils/shortAddress.js'
export { tell } from '../utils/tell.js'
export { toFixedDecimals } from '../utils/toFixedDecimals.js'
export { toLazyFeatures } from '../utils/toLazyFeatures.js'
export { toWalletIcon, toWalletName } from '../utils/walletClaims.js'
export type { StandardAccount, StandardWallet, StandardWalletListeners } from '../utils/watchStandardWallets.js'
export { watchStandardWallets } from '../utils/watchStandardWallets.js'
