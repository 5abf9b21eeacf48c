import {
  type Accounts,
  type ConnectorMeta,
  type ConnectResult,
  type Env,
  isLatchkeyError,
  type LatchkeyError,
  type PluginContext,
} from '@latchkey/core'
import { pause, RpcError, toLatchkeyError, type WaitOptions, waitFor } from '@latchkey/core/plugin'
import type { Config, Connector } from 'wagmi'
import { reconnect } from 'wagmi/actions'
import { parseAccounts } from '../../connectors/accounts.js'
import { parseChainId } from '../../encoding.js'
import type { FindTransaction } from '../../rpc/read.js'

/** Shared by the connector and its wallet code. */
export type ConfigLink = Pick<PluginContext, 'env' | 'warn'> & {
  readonly config: Config
  readonly connector: Connector
  readonly meta: ConnectorMeta
  /** Uids of the connectors with an open prompt of this modal. */
  readonly prompts: Set<string>
  /** Called when a connection attempt has ended. `isConnected`: the user has connected; false after a failure, or a silent restore. */
  readonly onAttemptEnd: (isConnected: boolean) => void
  readonly findTransaction: FindTransaction
}

/** Reads wagmi's connection through a connector; null if there is none, or an invalid one. */
export function readConfig({ state }: Config, uid: string): ConnectResult | null {
  const { accounts, chainId } = state.connections.get(uid) ?? {}
  const [first, ...more] = parseAccounts(accounts) ?? []
  const id = parseChainId(chainId)
  if (!first || id === null) return null
  const all: Accounts = [first, ...more]
  return { accounts: all, caipNetworkId: `eip155:${id}` }
}

/** Whether wagmi is connecting or restoring connections. */
export function isBusy({ state }: Config): boolean {
  return state.status === 'connecting' || state.status === 'reconnecting'
}

/** Resolves once wagmi neither connects nor restores. Rejects with the signal's reason or `TIMED_OUT`. */
export function untilSettled(config: Config, options: WaitOptions): Promise<void> {
  return untilReached(config, () => !isBusy(config), options)
}

/** Resolves once the config's state meets a condition. Rejects with the signal's reason or `TIMED_OUT`. */
export async function untilReached(config: Config, isReached: () => boolean, options: WaitOptions): Promise<void> {
  let stop: (() => void) | undefined
  const reached = new Promise<void>((resolve) => {
    const check = (): void => {
      if (isReached()) resolve()
    }
    stop = config.subscribe((state) => state, check)
    check()
  })
  try {
    await waitFor(reached, options)
  } finally {
    stop?.()
  }
}

export type RestoreOptions = { readonly env: Env; readonly signal: AbortSignal }

/** wagmi restores one config per page at a time and ignores `reconnect` on the others meanwhile, so it is called again. */
const maxRetries = 3

/** Milliseconds before each call of `reconnect` but the first. */
const retryDelay = 200

/**
 * Restores a connector's connection without a prompt: the one that wagmi has or restores when the page mounts, or the one that
 * wagmi's `reconnect` brings back. Throws `UNAUTHORIZED` if wagmi has no connection, the signal's reason, or wagmi's error.
 */
export async function restoreConnection(
  config: Config,
  connector: Connector,
  { env, signal }: RestoreOptions,
): Promise<ConnectResult> {
  for (let count = 0; ; count++) {
    await untilSettled(config, { env, signal })
    const found = readConfig(config, connector.uid)
    if (found) return found
    if (count === maxRetries || !(await isAuthorized(connector)))
      throw new RpcError(4100, 'UNAUTHORIZED', { details: `wagmi has no connection through ${connector.id}.` })
    signal.throwIfAborted()
    if (count > 0) await pause(env, retryDelay, signal)
    await reconnect(config).catch((cause: unknown) => {
      throw toWagmiError(cause)
    })
  }
}

async function isAuthorized(connector: Connector): Promise<boolean> {
  try {
    return await connector.isAuthorized()
  } catch {
    return false // no provider: the wallet was uninstalled
  }
}

/**
 * Converts an error of a wagmi action. wagmi wraps the wallet's error, and reports some failures as rejections by the user, such
 * as a chain that can't be added. So the wallet's error is preferred, unless it has no more specific code than `CONNECTOR_FAILED`.
 */
export function toWagmiError(thrown: unknown): LatchkeyError {
  if (isLatchkeyError(thrown)) return thrown
  const inner = thrown instanceof Error && thrown.cause !== undefined ? toLatchkeyError(thrown.cause) : null
  return inner && inner.code !== 'CONNECTOR_FAILED' ? inner : toOuterError(thrown, inner)
}

/** wagmi's own error, unless it reports a rejection that the wallet's error doesn't confirm. */
function toOuterError(thrown: unknown, inner: LatchkeyError | null): LatchkeyError {
  const outer = toLatchkeyError(thrown)
  return inner && outer.code === 'USER_REJECTED' ? inner : outer
}

/** Makes a connection wagmi's current one. The action for it is `switchAccount` in wagmi 2 and `switchConnection` in wagmi 3. */
export async function selectConnection(config: Config, { id, uid }: Connector): Promise<void> {
  await config.storage?.setItem('recentConnectorId', id)
  config.setState((state) => ({ ...state, current: uid }))
}
