export { type AccountContracts, accountContracts } from '../accounts/accountContracts.js'
export { type RunningBundler, type StartBundlerOptions, startBundler } from '../accounts/startBundler.js'
export { type RunningPaymaster, type StartPaymasterOptions, startPaymaster } from '../accounts/startPaymaster.js'
export { type RunningAnvil, type StartAnvilOptions, startAnvil } from '../anvil/startAnvil.js'
export { bitcoinDevKey } from '../bitcoin/bitcoinDevKey.js'
export {
  type BitcoinNetwork,
  bitcoinCaipNetworkId,
  bitcoinDevAccountCount,
  bitcoinOrdinalOutputs,
  bitcoinPaymentOutputs,
} from '../bitcoin/bitcoinNetwork.js'
export type { EsploraRequest } from '../bitcoin/esplora/serveEsplora.js'
export { fundBitcoin } from '../bitcoin/fundBitcoin.js'
export type { BitcoinDevAccount } from '../bitcoin/fundDevAccounts.js'
export { type RunningBitcoin, type StartBitcoinOptions, startBitcoin } from '../bitcoin/startBitcoin.js'
export { type ClockFile, createClockFile } from '../clock/createClockFile.js'
export { type CompiledContract, type CompileOptions, compileContracts } from '../contracts/compileContracts.js'
export { compileDevContracts } from '../contracts/compileDevContracts.js'
export { type DeployOptions, deployContract } from '../contracts/deployContract.js'
export type { SignInFault, SignInOptions } from '../farcaster/signIn.js'
export { type RunningFarcaster, type StartFarcasterOptions, startFarcaster } from '../farcaster/startFarcaster.js'
export type { RpcFault } from '../faults/fault.js'
export { type ProxiedCall, type RpcProxy, type StartRpcProxyOptions, startRpcProxy } from '../faults/startRpcProxy.js'
export { fundAccount } from '../fundAccount.js'
export { type RunningGateways, type StartGatewaysOptions, startGateways } from '../gateway/startGateways.js'
export { findFreePort } from '../http/findFreePort.js'
export { type IdentityFaults, type PartFault, type TokenFault, tokenFaults } from '../identity/identityFaults.js'
export { type IdentityName, identityNames } from '../identity/identityKinds.js'
export { type RunningIdentity, type StartIdentityOptions, startIdentity } from '../identity/startIdentity.js'
export type { Mail } from '../mail/mail.js'
export { type RunningMailbox, type StartMailboxOptions, startMailbox } from '../mail/startMailbox.js'
export {
  type OnrampProvider,
  type RunningOnramp,
  type StartOnrampOptions,
  startOnramp,
} from '../onramp/startOnramp.js'
export { type ProvidedPostgres, type ProvidePostgresOptions, providePostgres } from '../postgres/providePostgres.js'
export { type RunningPostgres, type StartPostgresOptions, startPostgres } from '../postgres/startPostgres.js'
export type { FaultCount, RelayFaults } from '../relay/relayFaults.js'
export type { RelayStats, RunningRelay, StartRelayOptions } from '../relay/runningRelay.js'
export { startRelay } from '../relay/startRelay.js'
export { endConnection } from '../solana/endConnection.js'
export { fundSolana } from '../solana/fundSolana.js'
export { fundSolanaToken, type SolanaTokenGift } from '../solana/fundSolanaToken.js'
export type { RunningSolana, SolanaCall, StartSolanaOptions } from '../solana/runningSolana.js'
export { type SolanaDevKeypair, solanaDevKeypair } from '../solana/solanaDevKeypair.js'
export {
  type SolanaNetwork,
  solanaCaipNetworkId,
  solanaDevAccountCount,
  solanaDevBalance,
  solanaGenesisHash,
} from '../solana/solanaNetwork.js'
export { type SolanaToken, solanaTokenBalance, solanaTokens } from '../solana/solanaTokens.js'
export { startSolana } from '../solana/startSolana.js'
export { type Devnet, type DevnetChain, type StartDevnetOptions, startDevnet } from '../startDevnet.js'
export { type GatewayChain, type GatewayChainsOptions, toGatewayChains } from '../toGatewayChains.js'
export { type SignInNetwork, type SignInNetworksOptions, toSignInNetworks } from '../toSignInNetworks.js'
export { type DemoVaultOptions, toDemoVault } from '../vault/demoVault.js'
export { type RunningVault, type StartVaultOptions, startVault } from '../vault/startVault.js'
export {
  type RunningWalletPage,
  type StartWalletPageOptions,
  startWalletPage,
} from '../wallet/server/startWalletPage.js'
export type { WalletPageConfig } from '../wallet/server/walletPageConfig.js'
export type { WalletKeys } from '../wallet/walletKeys.js'
export type { WalletNetworks } from '../wallet/walletNetworks.js'
export { devAccount } from '../world/devAccount.js'
export { devPrivateKey } from '../world/devPrivateKey.js'
export {
  accountFactoryAddress,
  devAccountCount,
  devMnemonic,
  devTokenBalance,
  multicall3Address,
  type WorldToken,
  type WorldTokens,
  worldChainIds,
  worldTokens,
} from '../world/world.js'
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
} from '../world/worldMarket.js'
