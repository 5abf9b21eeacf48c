import {
  type ConnectorEvents,
  type ConnectRequest,
  type ConnectResult,
  lazily,
  type NamespaceRequest,
} from '@latchkey/core'
import { RpcError, waitFor } from '@latchkey/core/plugin'
import { connect, disconnect, switchConnection } from 'wagmi/actions'
import type { Observer } from '../../connectors/createWallet.js'
import type { WalletLink } from '../../connectors/walletLink.js'
import { createWalletFeatures, type WalletFeatures } from '../../features/createWalletFeatures.js'
import type { Eip1193Provider } from '../../provider.js'
import type { ConfigLink } from './configLink.js'
import { isBusy, readConfig } from './readConfig.js'
import { restoreConnection } from './restoreConnection.js'
import { switchChain } from './switchChain.js'
import { toWagmiFault } from './toWagmiFault.js'
import { untilSettled } from './untilSettled.js'

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
const patience = 3_000

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
      await untilSettled(config, { env, signal, deadline: patience }).catch(() => signal.throwIfAborted())
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
      throw signal.aborted ? signal.reason : toWagmiFault(cause)
    } finally {
      waiting -= 1
    }
    return requireConnection()
  }

  /** What the wallet showed by the way is wagmi's to know, and comes back from there. */
  const observer: Observer = {
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
        throw signal.aborted ? signal.reason : toWagmiFault(cause)
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
