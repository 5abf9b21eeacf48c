export { adapterCases } from '../conformance/adapter/adapterCases.js'
export type { AdapterControls, AdapterRig, AdapterSubject } from '../conformance/adapter/adapterSubject.js'
export { connectorCases } from '../conformance/connector/connectorCases.js'
export type { ConnectorRig, ConnectorSubject, WalletControls } from '../conformance/connector/connectorSubject.js'
export type { Awaitable, Rig, Subject } from '../conformance/defineCase.js'
export type { FeatureCheck, FeatureChecks } from '../conformance/features.js'
export type { CaseText, ConformanceCase, ConformanceResult } from '../conformance/runConformance.js'
export { assertCase, runCase, runConformance } from '../conformance/runConformance.js'
export type { AnnounceOptions, ProviderDetail, ProviderInfo } from '../evm/announce/announceProvider.js'
export { announceMany } from '../evm/announce/announceProvider.js'
export { type HostileAnnouncement, hostileAnnouncements } from '../evm/announce/hostileAnnouncements.js'
export { createEvmWallet } from '../evm/createEvmWallet.js'
export type {
  AskRequest,
  Eip1193Provider,
  EvmWallet,
  EvmWalletOptions,
  RequestArguments,
  WalletChain,
} from '../evm/evmWallet.js'
export type { WalletErrorCase } from '../evm/walletErrors.js'
export { rejectionErrors, unknownChainErrors } from '../evm/walletErrors.js'
export { createTestClock, type TestClock } from '../plugin/createTestClock.js'
export {
  createTestContext,
  createTestPage,
  plainContext,
  type TestContext,
  type TestContextOptions,
  type TestPage,
} from '../plugin/createTestContext.js'
export { createTestUser, type TestUser } from '../plugin/createTestUser.js'
export type { ProviderRpcError } from '../scripted/rpc.js'
export type { LoggedRequest, WalletStorage } from '../scripted/wallet.js'
export type { MethodBehaviour, WalletScript } from '../scripted/walletScript.js'
