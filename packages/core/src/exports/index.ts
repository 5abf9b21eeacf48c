export {
  type ConnectorEventsOptions,
  type ConnectorList,
  type ConnectorListeners,
  createConnectorEvents,
  createConnectorList,
} from '../connectors/connectorList.js'
export {
  createLazyConnector,
  type LazyConnector,
  type LazyConnectorOptions,
  type OpenWallet,
  toLazyFeatures,
} from '../connectors/lazyConnector.js'
export type { StandardAccount, StandardWallet, StandardWalletListeners } from '../connectors/standardWallets.js'
export { watchStandardWallets } from '../connectors/standardWallets.js'
export type { Account, AccountCustody, Accounts, AccountType, LoginAccountType } from '../contracts/account.js'
export type {
  AdapterInstance,
  AppMetadata,
  AuthPlugin,
  ChainAdapter,
  ConnectorPlugin,
  NamespaceDisplay,
  NamespacesOf,
  Plugin,
  PluginContext,
} from '../contracts/adapter.js'
export { apiVersion } from '../contracts/adapter.js'
export type {
  Cacao,
  PairingSignIn,
  SignatureClaim,
  SignatureVerdict,
  Siwx,
  SiwxMessage,
  SiwxMessageFields,
  SiwxMessageRequest,
  SiwxSession,
  VerifySignature,
} from '../contracts/auth.js'
export type {
  Abilities,
  Connector,
  ConnectorEvents,
  ConnectorMeta,
  ConnectorType,
  ConnectRequest,
  ConnectResult,
  LoginLook,
  NamespaceRequest,
  User,
  WalletIdentity,
} from '../contracts/connector.js'
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
  GrantedPermissions,
  PairingCode,
  Permission,
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
} from '../contracts/features.js'
export type { Network, NetworkInput } from '../contracts/network.js'
export type { AccountState } from '../controllers/account/account.js'
export { getAccount, isSmartAccountEnabled } from '../controllers/account/account.js'
export type { SetPreferredAccountTypeRequest } from '../controllers/account/accountType.js'
export type { AccountTab, AccountTypeChange } from '../controllers/account/state.js'
export { toUserName } from '../controllers/account/state.js'
export type { AddRecentTransactionRequest } from '../controllers/activity/followRecent.js'
export type { WatchTransactionsOptions } from '../controllers/activity/refresh.js'
export type {
  ActivityError,
  ActivityState,
  RecentTransaction,
  RecentTransactionStatus,
  TransactionMonth,
  TransactionYear,
} from '../controllers/activity/state.js'
export type { FetchTransactionsRequest } from '../controllers/activity/transactions.js'
export type { ConnectOptions } from '../controllers/connection/connect.js'
export type { SwitchConnectionRequest } from '../controllers/connection/connections.js'
export type { DisconnectOptions } from '../controllers/connection/disconnect.js'
export type {
  ConnectChainsOptions,
  ConnectChainsResult,
  StartConnectChainsOptions,
  StartConnectOptions,
} from '../controllers/connection/flow.js'
export type { StartPairingOptions } from '../controllers/connection/pair.js'
export type {
  Ask,
  Connection,
  ConnectionState,
  NamespaceRequestState,
  RequestError,
  StoredConnection,
  StoredStatus,
} from '../controllers/connection/state.js'
export type { GuestLoginOptions, TokenLoginOptions } from '../controllers/login/directLogin.js'
export type { StartEmailLoginOptions } from '../controllers/login/emailLogin.js'
export type { StartFarcasterOptions } from '../controllers/login/farcaster.js'
export type { StartPasskeyLoginOptions } from '../controllers/login/passkeyLogin.js'
export type { StartSocialLoginOptions } from '../controllers/login/socialLogin.js'
export type {
  FarcasterState,
  PasskeyLoginState,
  SocialLoginError,
  SocialLoginState,
} from '../controllers/login/socialState.js'
export type { Approval, EmailUpdateState, LoginError, LoginState } from '../controllers/login/state.js'
export type { AccountName, FetchNameRequest } from '../controllers/names/fetchName.js'
export type { IdentityState, NameError, NamesState } from '../controllers/names/state.js'
export type { CurrencyChoice } from '../controllers/onramp/form.js'
export type { PaymentCheck, PaymentError } from '../controllers/onramp/options.js'
export type { OnRampError, OnRampState, Purchase } from '../controllers/onramp/state.js'
export type { PayProblem } from '../controllers/pay/pay.js'
export type { PayAsset, Payment, PayOption, PayRequest, PayState, PayStep } from '../controllers/pay/state.js'
export type { PhoneLoginState } from '../controllers/phone/state.js'
export type { FetchBalanceOptions, ReadBalanceRequest } from '../controllers/portfolio/balance.js'
export type { FetchPortfolioOptions } from '../controllers/portfolio/portfolio.js'
export type {
  BalanceAmount,
  BalanceState,
  Portfolio,
  PortfolioState,
  ShownAmount,
} from '../controllers/portfolio/state.js'
export type { BroadcastTransactionRequest, ConfirmTransactionRequest } from '../controllers/requests/network.js'
export type { SwitchNetworkRequest } from '../controllers/requests/setNetwork.js'
export type {
  CapabilityLookup,
  ConnectionChoice,
  ReadCapabilitiesRequest,
  SendTransactionRequest,
  SignAllTransactionsRequest,
  SignMessageRequest,
  SignTransactionRequest,
  SignTypedDataRequest,
  WalletRequest,
} from '../controllers/requests/wallet.js'
export type { SendFormProblem } from '../controllers/send/form.js'
export type { SendError, SendFee, SendReceiver, SendState, SendStep, SentTransfer } from '../controllers/send/state.js'
export type { SendProblem, SendRequest } from '../controllers/send/submit.js'
export type { SessionGroups, SmartSessionsState } from '../controllers/sessions/state.js'
export type {
  Alert,
  CloseOptions,
  ModalEvent,
  ModalFlags,
  NoticeCode,
  OpenRequest,
  Route,
  RouterState,
  ThemeMode,
  ThemeState,
  ThemeVariables,
  Toast,
  ToastMessage,
  ToastVariant,
  TrackedEvents,
  TransactionEntry,
  ViewName,
  Views,
} from '../controllers/shell/state.js'
export type { SignInOptions } from '../controllers/sign-in/signIn.js'
export type { SiwxState } from '../controllers/sign-in/state.js'
export type { SwapDetails, SwapIssue } from '../controllers/swap/details.js'
export type {
  SwapError,
  SwapOffer,
  SwapPreset,
  SwapQuoteState,
  SwapSide,
  SwapState,
  SwapStep,
} from '../controllers/swap/state.js'
export type { OpenTransfer, OpenTransferStatus } from '../controllers/transfers/state.js'
export type { WalletRow } from '../controllers/wallets/connectors.js'
export { getConnectors, getWalletListing, getWalletRows } from '../controllers/wallets/connectors.js'
export type { FetchWalletListingRequest, SearchWalletsRequest } from '../controllers/wallets/fetchWallets.js'
export type { WalletListing, WalletPage, WalletsState } from '../controllers/wallets/state.js'
export type { ErrorCode, RpcErrorName } from '../errors/codes.js'
export type { LatchkeyErrorOptions } from '../errors/LatchkeyError.js'
export { isLatchkeyError, LatchkeyError } from '../errors/LatchkeyError.js'
export type { NameReason } from '../errors/services.js'
export { InvalidOptionsError, StorageUnavailableError } from '../errors/setup.js'
export type { AppLink, Host, HostKind, HostTraits } from '../links/host.js'
export type { GetWalletLinkOptions } from '../links/rememberedLink.js'
export type { LinkKind, WalletLink, WalletLinksRequest, WalletOption } from '../links/walletLinks.js'
export type { ConnectionEntry } from '../modal/connections.js'
export { getConnection, getConnections, getPreferredAccountType } from '../modal/connections.js'
export type { InitialState, InitialStateOption, ModalExtension } from '../modal/createModalCore.js'
export { createModalCore } from '../modal/createModalCore.js'
export type { Env, SyncStorage } from '../modal/env.js'
export type {
  ConnectMethod,
  ConnectorKind,
  Features,
  LoginMethod,
  PasskeyUse,
  Social,
  SocialProvider,
  WalletFeature,
} from '../modal/features.js'
export { defaultFeatures } from '../modal/features.js'
export type { Internals, Modal, ModalState, NamespaceState } from '../modal/modal.js'
export { internals } from '../modal/modal.js'
export type { NetworkState } from '../modal/namespaces.js'
export { getCaipNetworkId, getNetwork, getNetworkState, getNetworks } from '../modal/namespaces.js'
export type { Check, Checks } from '../modal/options/check.js'
export { mustBe } from '../modal/options/check.js'
export { pairingChecks } from '../modal/options/checks.js'
export type {
  DisclaimerPart,
  ModalOptions,
  ResolvedOptions,
  Services,
  ShownToken,
  ShownTokens,
  SwapRouters,
  WalletGroup,
} from '../modal/options/options.js'
export type { SiweConfig, SiweMessageFields, SiweMessageParams, SiweSession } from '../modal/options/siweConfig.js'
export type { RankSample } from '../rpc/requestNode.js'
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
} from '../service/blockchain/types.js'
export type { ReadonlyStore } from '../store/createStore.js'
export { toFixedDecimals } from '../utils/amounts.js'
export type {
  ByNamespace,
  CaipAddress,
  CaipAddressParts,
  CaipNetworkId,
  CaipNetworkIdParts,
  Namespace,
} from '../utils/caip.js'
export {
  isNamespace,
  namespaces,
  parseCaipAddress,
  parseCaipNetworkId,
  toCaipAddress,
  toShortAddress,
} from '../utils/caip.js'
export { lazily, loadModule } from '../utils/loadModule.js'
export { notifyListeners } from '../utils/notifyListeners.js'
export { isRecord } from '../utils/records.js'
export { toWalletIcon, toWalletName } from '../utils/walletClaims.js'
