import {
  type ConnectorEvents,
  type ConnectorFeatures,
  type ConnectRequest,
  type ConnectResult,
  type Env,
  lazily,
  type NamespaceRequest,
} from '@latchkey/core'
import { ChainNotSwitchedError, RpcError, waitFor } from '@latchkey/core/plugin'
import type { Config, Connector } from 'wagmi'
import { connect, disconnect, switchChain as switchChainOf, switchConnection } from 'wagmi/actions'
import type { Eip1193Provider, WalletLink, WalletObserver } from '../../connectors/walletLink.js'
import { createWalletFeatures, type WalletFeatures } from '../../features/walletFeatures.js'
import { type ConfigLink, isBusy, readConfig, restoreConnection, toWagmiError, untilSettled } from './connection.js'

export type ConfigWalletOptions = ConfigLink & {
  readonly emit: <event extends keyof ConnectorEvents>(event: event, data: ConnectorEvents[event]) => void
}

/** The part of a connector that acts on the config. */
export type ConfigWallet = {
  /** What wagmi knows now. */
  read(): ConnectResult | null
  connect(request: ConnectRequest): Promise<ConnectResult>
  disconnect(request: NamespaceRequest): Promise<void>
  loadFeatures(): Promise<WalletFeatures>
}

/** Milliseconds that a restore of wagmi's may take before the visitor's wish goes ahead of it. */
const restoreTimeout = 3_000

export function createConfigWallet(options: ConfigWalletOptions): ConfigWallet {
  const { config, connector, meta, env, warn, prompts, emit, onAsked, findTransaction } = options
  let prompt: Promise<unknown> | undefined
  let waiting = 0

  const requireConnection = (): ConnectResult => {
    const found = readConfig(config, connector.uid)
    if (!found) throw new RpcError(4100, 'UNAUTHORIZED', { details: 'The wallet shows no account.' })
    return found
  }

  /** wagmi cannot be told to stop asking: a yes that nobody waits for any more is undone. */
  const openPrompt = async (): Promise<void> => {
    prompts.add(connector.uid)
    try {
      await connect(config, { connector })
      if (waiting === 0) await disconnect(config, { connector })
    } finally {
      prompts.delete(connector.uid)
      prompt = undefined
      onAsked(false)
    }
  }

  const ask = async (signal: AbortSignal): Promise<ConnectResult> => {
    // a restore that ends later would overwrite the new connection
    if (isBusy(config) && prompts.size === 0)
      await untilSettled(config, { env, signal, deadline: restoreTimeout }).catch(() => signal.throwIfAborted())
    if (readConfig(config, connector.uid)) {
      if (config.state.current !== connector.uid) await switchConnection(config, { connector })
      return requireConnection()
    }
    waiting += 1
    try {
      prompt ??= openPrompt()
      prompt.catch(() => undefined) // told to who still waits
      await waitFor(prompt, { env, signal })
    } catch (cause) {
      throw signal.aborted ? signal.reason : toWagmiError(cause)
    } finally {
      waiting -= 1
    }
    return requireConnection()
  }

  /** What the wallet showed by the way is wagmi's to know, and comes back from there. */
  const observer: WalletObserver = {
    observe({ accounts, caipNetworkId }) {
      connector.emitter.emit('change', {
        ...(accounts && { accounts: accounts.map(({ address }) => address as `0x${string}`) }),
        ...(caipNetworkId && { chainId: Number(caipNetworkId.split(':')[1]) }),
      })
    },
  }

  return {
    read: () => readConfig(config, connector.uid),
    connect: ({ silent, signal }) => (silent ? restoreConnection(config, connector, { env, signal }) : ask(signal)),
    async disconnect({ signal }) {
      try {
        await waitFor(disconnect(config, { connector }), { env, signal })
      } catch (cause) {
        throw signal.aborted ? signal.reason : toWagmiError(cause)
      }
    },
    loadFeatures: lazily(async () => {
      const provider = (await connector.getProvider()) as Eip1193Provider
      const link: WalletLink = {
        ...{ meta, provider, env, warn, findTransaction, emit },
        listen(event, listener) {
          provider.on?.(event, listener)
          return () => provider.removeListener?.(event, listener)
        },
      }
      const features = createWalletFeatures(link, observer)
      const own = features['network:switch']
      return { ...features, 'network:switch': (request) => switchChain({ config, connector, env, own }, request) }
    }),
  }
}

export type SwitchLink = {
  readonly config: Config
  readonly connector: Connector
  readonly env: Env
  /** Our own way, over the wallet's interface. */
  readonly own: ConnectorFeatures['network:switch']
}

type SwitchRequest = Parameters<ConnectorFeatures['network:switch']>[0]

/**
 * Brings the wallet to a network. A wallet of the page goes our own way, which knows how wallets say that they lack a
 * chain and makes sure of the end; wagmi sees it by its own listeners. Other connectors know a way of their own, which
 * wagmi takes, for the chains that it has.
 */
export async function switchChain({ config, connector, env, own }: SwitchLink, request: SwitchRequest): Promise<void> {
  const { network, signal } = request
  const chainId = Number(network.id)
  const isTheirs = connector.type !== 'injected' && config.chains.some(({ id }) => id === chainId)
  if (!isTheirs) return own(request)
  try {
    await waitFor(switchChainOf(config, { connector, chainId }), { env, signal })
  } catch (cause) {
    throw signal.aborted ? signal.reason : toWagmiError(cause)
  }
  const now = readConfig(config, connector.uid)?.caipNetworkId
  if (now !== network.caipNetworkId)
    throw new ChainNotSwitchedError({ details: `Asked for ${network.caipNetworkId}; wagmi is on ${now ?? 'none'}.` })
}
