import {
  type ConnectorEvents,
  type ConnectorFeatures,
  type ConnectRequest,
  type ConnectResult,
  type Env,
  lazily,
  type NamespaceRequest,
} from '@latchkey/core'
import { ChainNotSwitchedError, joinPrompts, RpcError, waitFor } from '@latchkey/core/plugin'
import type { Config, Connector } from 'wagmi'
import { connect, disconnect, switchChain as switchChainOf } from 'wagmi/actions'
import type { Eip1193Provider, WalletLink, WalletObserver } from '../../connectors/walletLink.js'
import { switchTimeout } from '../../features/switchNetwork.js'
import { createWalletFeatures, type WalletFeatures } from '../../features/walletFeatures.js'
import {
  type ConfigLink,
  isBusy,
  readConfig,
  restoreConnection,
  selectConnection,
  toWagmiError,
  untilReached,
  untilSettled,
} from './connection.js'

export type ConfigWalletOptions = ConfigLink & {
  readonly emit: <event extends keyof ConnectorEvents>(event: event, data: ConnectorEvents[event]) => void
  /** Whether the modal has a connection through the connector. */
  readonly isKnown: () => boolean
}

/** A connector's actions on the config. */
export type ConfigWallet = {
  /** wagmi's current connection. */
  read(): ConnectResult | null
  connect(request: ConnectRequest): Promise<ConnectResult>
  disconnect(request: NamespaceRequest): Promise<void>
  loadFeatures(): Promise<WalletFeatures>
}

/** Milliseconds to wait for wagmi's restore before the user's own attempt goes ahead. */
const restoreTimeout = 3_000

export function createConfigWallet(options: ConfigWalletOptions): ConfigWallet {
  const { config, connector, meta, env, warn, prompts, emit, isKnown, onAttemptEnd, findTransaction } = options
  const joinPrompt = joinPrompts<void>()
  let waiting = 0

  const requireConnection = (): ConnectResult => {
    const found = readConfig(config, connector.uid)
    if (!found) throw new RpcError(4100, 'UNAUTHORIZED', { details: 'The wallet shows no account.' })
    return found
  }

  /** wagmi can't cancel a prompt: a connection whose caller has given up is undone. */
  const openPrompt = async (): Promise<void> => {
    prompts.add(connector.uid)
    try {
      await connect(config, { connector })
      // not one that the modal has: a later prompt may have been approved before this one
      if (waiting === 0 && !isKnown()) await disconnect(config, { connector })
    } finally {
      prompts.delete(connector.uid)
      onAttemptEnd(false)
    }
  }

  const connectWithPrompt = async (signal: AbortSignal): Promise<ConnectResult> => {
    // a restore that ends afterwards would overwrite the new connection
    if (isBusy(config) && prompts.size === 0)
      await untilSettled(config, { env, signal, timeout: restoreTimeout }).catch(() => signal.throwIfAborted())
    if (readConfig(config, connector.uid)) {
      if (config.state.current !== connector.uid) await selectConnection(config, connector)
      return requireConnection()
    }
    waiting += 1
    try {
      await waitFor(joinPrompt(openPrompt, signal), { env, signal })
    } catch (cause) {
      throw signal.aborted ? signal.reason : toWagmiError(cause)
    } finally {
      waiting -= 1
    }
    return requireConnection()
  }

  /** Passes what the wallet reported to wagmi, whose state the modal follows. */
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
    connect: ({ silent, signal }) =>
      silent ? restoreConnection(config, connector, { env, signal }) : connectWithPrompt(signal),
    async disconnect({ signal }) {
      try {
        await waitFor(disconnect(config, { connector }), { env, signal })
      } catch (cause) {
        // wagmi keeps the connection otherwise, though the modal has ended it
        connector.emitter.emit('disconnect')
        throw signal.aborted ? signal.reason : toWagmiError(cause)
      }
    },
    loadFeatures: lazily(async () => {
      const provider = (await connector.getProvider()) as Eip1193Provider
      const link: WalletLink = {
        meta,
        provider,
        env,
        warn,
        findTransaction,
        emit,
        listen(event, listener) {
          provider.on?.(event, listener)
          return () => provider.removeListener?.(event, listener)
        },
      }
      const features = createWalletFeatures(link, observer)
      const switchNetwork = features['network:switch']
      return {
        ...features,
        'network:switch': (request) => switchChain({ config, connector, env, switchNetwork }, request),
      }
    }),
  }
}

export type SwitchLink = {
  readonly config: Config
  readonly connector: Connector
  readonly env: Env
  /** Switches over the wallet's own interface. */
  readonly switchNetwork: ConnectorFeatures['network:switch']
}

type SwitchRequest = Parameters<ConnectorFeatures['network:switch']>[0]

/**
 * Switches the wallet to a network. Wallets of the page are switched over their own interface, which handles missing chains and
 * verifies the result; wagmi's listeners notice it. Other connectors are switched by wagmi, for the chains of the config.
 */
export async function switchChain(
  { config, connector, env, switchNetwork }: SwitchLink,
  request: SwitchRequest,
): Promise<void> {
  const { network, signal } = request
  const chainId = Number(network.id)
  const isSwitchedByWagmi = connector.type !== 'injected' && config.chains.some(({ id }) => id === chainId)
  if (!isSwitchedByWagmi) return switchNetwork(request)
  try {
    await waitFor(switchChainOf(config, { connector, chainId }), { env, signal })
  } catch (cause) {
    throw signal.aborted ? signal.reason : toWagmiError(cause)
  }
  const readNow = () => readConfig(config, connector.uid)?.caipNetworkId
  const hasSwitched = (): boolean => readNow() === network.caipNetworkId
  // some connectors reply before they report the change
  await untilReached(config, hasSwitched, { env, signal, timeout: switchTimeout }).catch(() => signal.throwIfAborted())
  if (!hasSwitched())
    throw new ChainNotSwitchedError({
      details: `Asked for ${network.caipNetworkId}; wagmi is on ${readNow() ?? 'none'}.`,
    })
}
