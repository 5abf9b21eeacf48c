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
 * Brings the wallet to a network (EIP-3326), adding it where the wallet lacks it (EIP-3085), and makes sure that it
 * is there: replies alone are not believed. [S7.29] [S4.18]
 *
 * Throws `USER_REJECTED`, `CHAIN_NOT_SUPPORTED` [S8.46], `CHAIN_NOT_SWITCHED` or what else the wallet reports.
 */
export async function switchNetwork(
  link: WalletLink,
  wallet: WalletObserver,
  { network, signal }: SwitchRequest,
): Promise<void> {
  const chainId = toQuantity('chainId', Number(network.id))
  const askSwitch = (): Promise<unknown> =>
    requestWallet(link, { method: 'wallet_switchEthereumChain', params: [{ chainId }] }, { signal })
  /** Whether the wallet is there; some answer before they have switched. */
  const isThere = async (): Promise<boolean> => {
    let caipNetworkId = await readNetworkId(link, signal)
    if (caipNetworkId !== network.caipNetworkId) {
      await untilChainChanges(link, signal)
      caipNetworkId = await readNetworkId(link, signal)
    }
    wallet.observe({ caipNetworkId })
    return caipNetworkId === network.caipNetworkId
  }

  try {
    await askSwitch()
    if (await isThere()) return
  } catch (cause) {
    if (!isUnknownChain(cause)) throw cause
  }
  // refused as unknown, or "done" without being done: some wallets say `null` to a chain that they lack
  try {
    await requestWallet(link, { method: 'wallet_addEthereumChain', params: [toAddChainParameter(network)] }, { signal })
    if (await isThere()) return
    await askSwitch()
  } catch (cause) {
    throw isUnknownChain(cause) ? new ChainNotSupportedError({ cause, details: toLatchkeyError(cause).details }) : cause
  }
  if (!(await isThere())) throw new ChainNotSwitchedError({ details: `The wallet is not on ${network.caipNetworkId}.` })
}

/** Faults that wallets report for a chain that they do not know, from the right one (EIP-3326) to mere noise. */
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
 * Whether a refusal may mean that the wallet lacks the chain. Never so where the visitor declined, in whatever dialect,
 * or a prompt is open: another one would be a nuisance then.
 */
export function isUnknownChain(fault: unknown): boolean {
  if (!isLatchkeyError(fault)) return false
  return unknownChainCodes.includes(fault.code) || (fault.code === 'CONNECTOR_FAILED' && !isRelayRejection(fault.cause))
}

/** 5000 to 5999 are refusals of the other side (CAIP-25). */
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
 * A network as `wallet_addEthereumChain` takes it (EIP-3085) [S7.29]. The wallet gets the chain's own URLs, as it
 * keeps them: one with the app's project id in it is not its to use. Without an explorer there is no list: wallets
 * refuse an empty one.
 */
export function toAddChainParameter({ id, name, nativeCurrency, rpcUrls, blockExplorers }: Network): AddChainParameter {
  return {
    chainId: toQuantity('chainId', Number(id)),
    chainName: name,
    nativeCurrency,
    rpcUrls: (rpcUrls.chainDefault ?? rpcUrls.default).http,
    ...(blockExplorers && { blockExplorerUrls: [blockExplorers.default.url] }),
  }
}

/** Milliseconds that a wallet may take to switch after it has said that it did. */
const switchTimeout = 1_000

/** Resolves with the next `chainChanged` of the wallet (EIP-1193), or when it was given time enough. */
export async function untilChainChanges({ env, listen }: WalletLink, signal: AbortSignal): Promise<void> {
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
