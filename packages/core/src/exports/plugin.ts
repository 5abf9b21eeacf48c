// For packages that bring adapters, connectors or views: what they throw, parse and count with. Apart from the main
// entry, so that no bundler puts it into a first page.
export { raiseAlert } from '../controllers/alert/raiseAlert.js'
export { loginDelays } from '../controllers/login/state.js'
export { deadlines } from '../deadlines.js'
export { createEnv } from '../env.js'
export { AbortedError } from '../errors/AbortedError.js'
export { NoAccountAddressError, TransactionsUnavailableError } from '../errors/activity.js'
export { BalanceUnavailableError } from '../errors/BalanceUnavailableError.js'
export {
  AccountChangedError,
  DisconnectFailedError,
  InvalidConnectionStatusError,
  MultiWalletOffError,
  NotConnectedError,
} from '../errors/connected.js'
export {
  AdapterNotFoundError,
  ConnectionRejectedError,
  ConnectorFailedError,
  ConnectorNotFoundError,
  FeatureNotSupportedError,
  InvalidWalletReplyError,
  ModalClosedError,
  NotStartedError,
  TimedOutError,
} from '../errors/connection.js'
export { getRpcCode } from '../errors/getRpcCode.js'
export { HttpStatusError, RateLimitedError, ServerError } from '../errors/http.js'
export { isUnsent } from '../errors/isUnsent.js'
export {
  ActionNotAllowedError,
  EmailCooldownError,
  FrameFailedError,
  FrameLoadFailedError,
  FrameRequestTimedOutError,
  InvalidCodeError,
  InvalidEmailError,
  NoAuthConnectorError,
  NotEmailOrSocialError,
  RequestAbortedError,
  UnverifiedDomainError,
  WalletFrozenError,
} from '../errors/login.js'
export {
  ChainNotSupportedError,
  ChainNotSwitchedError,
  InvalidCaipAddressError,
  NetworkNotFoundError,
  RpcChainMismatchError,
  RpcFailedError,
  RpcUrlMissingError,
} from '../errors/network.js'
export {
  AuthChainsNotSupportedError,
  ChainsNotSupportedError,
  MultiNamespaceRequestError,
  NotApprovedError,
  NoWalletConnectError,
  PairingExpiredError,
  RelayUnreachableError,
  SessionExpiredError,
  SessionNotFoundError,
} from '../errors/pairing.js'
export { RpcError } from '../errors/rpc.js'
export { InvalidReplyError, NameRefusedError, ServiceNotConfiguredError } from '../errors/services.js'
export {
  NoActiveAddressError,
  NoActiveNetworkError,
  SignInCheckFailedError,
  SignInFailedError,
  SignInRefusedError,
  SignOutFailedError,
  SiwxNotEnabledError,
} from '../errors/siwx.js'
export {
  FarcasterFailedError,
  ForeignResultError,
  PopupBlockedError,
  PopupClosedError,
  SocialFailedError,
} from '../errors/social.js'
export {
  GasPriceNotSupportedError,
  NoLiquidityError,
  PriceChangedError,
  SwapFailedError,
  SwapNotCheckedError,
  SwapNotSupportedError,
  SwapUnsafeError,
} from '../errors/swap.js'
export { toLatchkeyError } from '../errors/toLatchkeyError.js'
export { type ProviderRpcError, toProviderError } from '../errors/toProviderError.js'
export {
  InvalidPaymentError,
  OutcomeUnknownError,
  TransactionRevertsError,
  TransferFailedError,
  TransferHeldError,
} from '../errors/transfer.js'
export { ViewNotFoundError } from '../errors/ViewNotFoundError.js'
export { readHost } from '../links/readHost.js'
export { toTarget } from '../links/toTarget.js'
export { isAddress, isSameAddress } from '../utils/address.js'
export { assertCaipAddress } from '../utils/assertCaipAddress.js'
export { isRetryStatus, rpcDefaults, toRetryDelay } from '../utils/backoff.js'
export { isEmail } from '../utils/isEmail.js'
export { pause } from '../utils/pause.js'
export { rankDefaults, rankEndpoints } from '../utils/rank.js'
export { readImageType } from '../utils/readImageType.js'
export { readText } from '../utils/readText.js'
export { type NodeReply, type NodeRequest, requestNode } from '../utils/requestNode.js'
export { toDecimal } from '../utils/toDecimal.js'
export { type WaitOptions, waitFor } from '../utils/waitFor.js'
