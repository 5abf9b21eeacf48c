// Entry for packages with adapters, connectors or views: errors, parsers and helpers. Separate from the main entry, so
// that bundlers keep it out of the first page load.

export { joinPrompts } from '../connectors/joinPrompts.js'
export { perRequest } from '../connectors/perRequest.js'
export { loginDelays } from '../controllers/login/state.js'
export { showErrorAlert } from '../controllers/shell/actions.js'
export {
  AccountChangedError,
  AdapterNotFoundError,
  ConnectionRejectedError,
  ConnectorFailedError,
  ConnectorNotFoundError,
  DisconnectFailedError,
  FeatureNotSupportedError,
  InvalidConnectionStatusError,
  InvalidWalletReplyError,
  ModalClosedError,
  MultiWalletOffError,
  NotConnectedError,
  NotStartedError,
  TimedOutError,
} from '../errors/connection.js'
export { beforeSending, isUnsent } from '../errors/isUnsent.js'
export { AbortedError, ViewNotFoundError } from '../errors/LatchkeyError.js'
export {
  ActionNotAllowedError,
  EmailCooldownError,
  FarcasterFailedError,
  ForeignResultError,
  FrameFailedError,
  FrameLoadFailedError,
  FrameRequestTimedOutError,
  InvalidCodeError,
  InvalidEmailError,
  InvalidPhoneError,
  NoAuthConnectorError,
  NotEmailOrSocialError,
  PasskeyCanceledError,
  PasskeyExpiredError,
  PasskeyFailedError,
  PasskeyUnknownError,
  PasskeyUnsupportedError,
  PhoneNotAllowedError,
  PopupBlockedError,
  PopupClosedError,
  RequestAbortedError,
  SmsFailedError,
  SocialFailedError,
  UnverifiedDomainError,
  WalletFrozenError,
} from '../errors/login.js'
export {
  assertCaipAddress,
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
export { getRpcCode, RpcError } from '../errors/rpc.js'
export {
  BalanceUnavailableError,
  HttpStatusError,
  InvalidReplyError,
  NameRefusedError,
  NoAccountAddressError,
  RateLimitedError,
  ServerError,
  ServiceNotConfiguredError,
  TransactionsUnavailableError,
} from '../errors/services.js'
export {
  NoActiveAddressError,
  NoActiveNetworkError,
  SignInCheckFailedError,
  SignInFailedError,
  SignInRefusedError,
  SignOutFailedError,
  SiwxNotEnabledError,
} from '../errors/signIn.js'
export { toLatchkeyError } from '../errors/toLatchkeyError.js'
export { type ProviderRpcError, toProviderError } from '../errors/toProviderError.js'
export {
  GasPriceNotSupportedError,
  InvalidPaymentError,
  NoLiquidityError,
  OutcomeUnknownError,
  PriceChangedError,
  SelfCustodyNeededError,
  SwapFailedError,
  SwapNotCheckedError,
  SwapNotSupportedError,
  SwapUnsafeError,
  TransactionRevertsError,
  TransferFailedError,
  TransferHeldError,
} from '../errors/transfer.js'
export { readHost } from '../links/host.js'
export { toTarget } from '../links/walletLinks.js'
export { createEnv } from '../modal/env.js'
export { isSocial } from '../modal/features.js'
export { timeouts } from '../modal/timeouts.js'
export {
  isRetryStatus,
  type NodeReply,
  type NodeRequest,
  rankDefaults,
  rankEndpoints,
  requestNode,
  rpcDefaults,
  toRetryDelay,
} from '../rpc/requestNode.js'
export { pause, type WaitOptions, waitFor } from '../rpc/wait.js'
export { toDecimal } from '../utils/amounts.js'
export { readImageType, readText } from '../utils/bytes.js'
export { isAddress, isSameAddress } from '../utils/caip.js'
export { isEmail } from '../utils/isEmail.js'
export { version } from '../version.generated.js'
