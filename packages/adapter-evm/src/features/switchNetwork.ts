import { type ConnectorFeatures, isLatchkeyError, type Network } from '@latchkey/core'
import {
  ChainNotSupportedError,
  ChainNotSwitchedError,
  getRpcCode,
  toLatchkeyError,
  waitFor,
} from '@latchkey/core/plugin'
import { readNetworkId } from '../connectors/accounts.js'
import { requestWallet } from '../connectors/requests.js'
import type { WalletLink, WalletObserver } from '../connectors/walletLink.js'
import { toQuantity } from '../encoding.js'

type SwitchRequest = Parameters<ConnectorFeatures['network:switch']>[0]

/**
 * Switches the wallet to a network (EIP-3326), adds the network if the wallet lacks it (EIP-3085), and verifies that the wallet
 * is there, as replies are unreliable. [S7.29] [S4.18]
 *
 * Throws `USER_REJECTED`, `CHAIN_NOT_SUPPORTED` [S8.46], `CHAIN_NOT_SWITCHED` or another error of the wallet.
 */
export async function switchNetwork(
  link: WalletLink,
  wallet: WalletObserver,
  { network, signal }: SwitchRequest,
): Promise<void> {
  const chainId = toQuantity('chainId', Number(network.id))
  const requestSwitch = (): Promise<unknown> =>
    requestWallet(link, { method: 'wallet_switchEthereumChain', params: [{ chainId }] }, { signal })
  /** Whether the wallet is on the network. Some wallets reply before they have switched, so it is asked again. */
  const hasSwitched = async (): Promise<boolean> => {
    let caipNetworkId = await readNetworkId(link, signal)
    if (caipNetworkId !== network.caipNetworkId) {
      await untilChainChanges(link, signal)
      caipNetworkId = await readNetworkId(link, signal)
    }
    wallet.observe({ caipNetworkId })
    return caipNetworkId === network.caipNetworkId
  }

  try {
    await requestSwitch()
    if (await hasSwitched()) return
  } catch (cause) {
    if (!isUnknownChain(cause)) throw cause
  }
  // rejected as unknown, or not switched: some wallets reply `null` for a chain that they lack
  try {
    await requestWallet(link, { method: 'wallet_addEthereumChain', params: [toAddChainParameter(network)] }, { signal })
    if (await hasSwitched()) return
    await requestSwitch()
  } catch (cause) {
    throw isUnknownChain(cause) ? new ChainNotSupportedError({ cause, details: toLatchkeyError(cause).details }) : cause
  }
  if (!(await hasSwitched()))
    throw new ChainNotSwitchedError({ details: `The wallet is not on ${network.caipNetworkId}.` })
}

/** Errors that wallets report for an unknown chain: that of EIP-3326, and unspecific ones. */
const unknownChainCodes = [
  'CHAIN_UNRECOGNIZED',
  'INTERNAL_ERROR',
  'INVALID_PARAMS',
  'INVALID_INPUT',
  'METHOD_NOT_FOUND',
  'METHOD_NOT_SUPPORTED',
  'UNSUPPORTED_METHOD',
]

/**
 * Whether an error may mean that the wallet lacks the chain. False if the user declined or a prompt is open, when another
 * prompt would be a nuisance.
 */
function isUnknownChain(error: unknown): boolean {
  if (!isLatchkeyError(error)) return false
  return unknownChainCodes.includes(error.code) || (error.code === 'CONNECTOR_FAILED' && !isRelayRejection(error.cause))
}

/** Whether the code is one of 5000 to 5999, by which wallets reject requests over a relay (CAIP-25). */
function isRelayRejection(cause: unknown): boolean {
  const code = getRpcCode(cause)
  return code !== undefined && code >= 5_000 && code < 6_000
}

export type AddChainParameter = {
  readonly chainId: string
  readonly chainName: string
  readonly nativeCurrency: Network['nativeCurrency']
  readonly rpcUrls: readonly string[]
  readonly blockExplorerUrls?: readonly string[]
}

/**
 * A network as `wallet_addEthereumChain` takes it (EIP-3085) [S7.29]. The wallet stores the URLs, so it gets the chain's own,
 * not those with the app's project id. The list of explorers is omitted if empty, because wallets reject an empty one.
 */
function toAddChainParameter({ id, name, nativeCurrency, rpcUrls, blockExplorers }: Network): AddChainParameter {
  return {
    chainId: toQuantity('chainId', Number(id)),
    chainName: name,
    nativeCurrency,
    rpcUrls: (rpcUrls.chainDefault ?? rpcUrls.default).http,
    ...(blockExplorers && { blockExplorerUrls: [blockExplorers.default.url] }),
  }
}

/** Milliseconds that a wallet may take to switch after its reply. */
export const switchTimeout = 1_000

/** Resolves with the wallet's next `chainChanged` event (EIP-1193), or after the timeout. */
async function untilChainChanges({ env, listen }: WalletLink, signal: AbortSignal): Promise<void> {
  let stops: readonly (() => void)[] = []
  const changed = new Promise<void>((resolve) => {
    stops = [listen('chainChanged', () => resolve()), env.setTimeout(resolve, switchTimeout)]
  })
  try {
    await waitFor(changed, { env, signal })
  } finally {
    for (const stop of stops) stop()
  }
}
