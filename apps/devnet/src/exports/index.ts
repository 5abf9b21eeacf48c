export { type RunningBundler, type StartBundlerOptions, startBundler } from '../accounts/bundler.js'
export { type AccountContracts, accountContracts } from '../accounts/contracts.js'
export { type RunningPaymaster, type StartPaymasterOptions, startPaymaster } from '../accounts/paymaster.js'
export { type RunningAnvil, type StartAnvilOptions, startAnvil } from '../anvil/anvil.js'
export { type RunningBitcoin, type StartBitcoinOptions, startBitcoin } from '../bitcoin/bitcoin.js'
export { bitcoinDevKey } from '../bitcoin/devKeys.js'
export type { EsploraRequest } from '../bitcoin/esplora/server.js'
export type { BitcoinDevAccount } from '../bitcoin/funding.js'
export {
  type BitcoinNetwork,
  bitcoinCaipNetworkId,
  bitcoinDevAccountCount,
  bitcoinOrdinalOutputs,
  bitcoinPaymentOutputs,
} from '../bitcoin/network.js'
export { type ClockFile, createClockFile } from '../clock/clockFile.js'
export {
  type CompiledContract,
  type CompileOptions,
  compileContracts,
  compileDevContracts,
  type DeployOptions,
  deployContract,
} from '../contracts/contracts.js'
export { type RunningFarcaster, type StartFarcasterOptions, startFarcaster } from '../farcaster/farcaster.js'
export type { SignInFault, SignInOptions } from '../farcaster/signIn.js'
export type { RpcFault } from '../faults/faults.js'
export { type ProxiedCall, type RpcProxy, type StartRpcProxyOptions, startRpcProxy } from '../faults/proxy.js'
export { findFreePort } from '../http/server.js'
export { type IdentityFaults, type PartFault, type TokenFault, tokenFaults } from '../identity/faults.js'
export { type RunningIdentity, type StartIdentityOptions, startIdentity } from '../identity/identity.js'
export { type IdentityName, identityNames } from '../identity/kinds.js'
export { devAccount, devAccountCount, devMnemonic, devPrivateKey } from '../keys/evm.js'
export type { Mail } from '../mail/mail.js'
export { type RunningMailbox, type StartMailboxOptions, startMailbox } from '../mail/mailbox.js'
export {
  type Alert,
  type Dashboard,
  findUnknownMetrics,
  type Monitoring,
  type Panel,
  parseMetrics,
  readMonitoring,
} from '../monitoring/monitoring.js'
export { createTimeline, type Timeline, type TimelineTarget } from '../monitoring/timeline.js'
export { endWithParent, signalChild } from '../node/process.js'
export { type Authenticator, createAuthenticator, type Twist } from '../passkeys/authenticator.js'
export { type RunningPostgres, type StartPostgresOptions, startPostgres } from '../postgres/postgres.js'
export { type ProvidedPostgres, type ProvidePostgresOptions, providePostgres } from '../postgres/providePostgres.js'
export type { FaultCount, RelayFaults } from '../relay/faults.js'
export type { RelayStats } from '../relay/proxy.js'
export { type RunningRelay, type StartRelayOptions, startRelay } from '../relay/relay.js'
export { fundAccount, fundBitcoin, fundSolana, fundSolanaToken, type SolanaTokenGift } from '../rpc/funding.js'
export { type RunningBalancer, type StartBalancerOptions, startBalancer } from '../services/balancer.js'
export {
  type ConsoleCommand,
  inviteOperator,
  type RunningConsole,
  type StartConsoleOptions,
  startConsole,
} from '../services/console.js'
export { type GatewayChain, type GatewayChainsOptions, toGatewayChains } from '../services/gatewayChains.js'
export { type RunningGateways, type StartGatewaysOptions, startGateways } from '../services/gateways.js'
export {
  type OnrampProvider,
  type RunningOnramp,
  type StartOnrampOptions,
  startOnramp,
} from '../services/onramp.js'
export { type SignInNetwork, type SignInNetworksOptions, toSignInNetworks } from '../services/signInNetworks.js'
export {
  type DemoVaultOptions,
  type RunningVault,
  type StartVaultOptions,
  startVault,
  toDemoVault,
} from '../services/vault.js'
export { type SolanaDevKeypair, solanaDevKeypair } from '../solana/devKeypair.js'
export {
  type SolanaNetwork,
  type SolanaToken,
  solanaCaipNetworkId,
  solanaDevAccountCount,
  solanaDevBalance,
  solanaGenesisHash,
  solanaTokenBalance,
  solanaTokens,
} from '../solana/network.js'
export type { RunningSolana, SolanaCall, StartSolanaOptions } from '../solana/runSolana.js'
export { endConnection, startSolana } from '../solana/solana.js'
export { type Devnet, type DevnetChain, type StartDevnetOptions, startDevnet } from '../startDevnet.js'
export type { WalletPageConfig } from '../wallet/server/server.js'
export {
  type RunningWalletPage,
  type StartWalletPageOptions,
  startWalletPage,
} from '../wallet/server/server.js'
export type { WalletKeys, WalletNetworks } from '../wallet/signer.js'
export {
  carefulToken,
  nftHolderCount,
  poolEther,
  poolPrice,
  spamToken,
  type WorldMarket,
  type WorldPool,
  worldMarket,
  worldNfts,
} from '../world/market.js'
export {
  accountFactoryAddress,
  devTokenBalance,
  multicall3Address,
  type WorldToken,
  type WorldTokens,
  worldChainIds,
  worldTokens,
} from '../world/world.js'
