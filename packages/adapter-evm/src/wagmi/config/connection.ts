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

/** What the parts of a connector share, those that are loaded later among them. */
export type ConfigLink = Pick<PluginContext, 'env' | 'warn'> & {
  readonly config: Config
  readonly connector: Connector
  readonly meta: ConnectorMeta
  /** Connectors (by uid) whose wallet this modal has asked, until it has answered. */
  readonly prompts: Set<string>
  /** Told when a connect has ended, whichever way. `isMade`: the visitor has made a connection in the modal. */
  readonly onAsked: (isMade: boolean) => void
  readonly findTransaction: FindTransaction
}

/** wagmi's connection through a connector; null where there is none, or one that no modal could show. */
export function readConfig({ state }: Config, uid: string): ConnectResult | null {
  const { accounts, chainId } = state.connections.get(uid) ?? {}
  const [first, ...more] = parseAccounts(accounts) ?? []
  const id = parseChainId(chainId)
  if (!first || id === null) return null
  const all: Accounts = [first, ...more]
  return { accounts: all, caipNetworkId: `eip155:${id}` }
}

/** Whether wagmi is restoring what it had stored, or somebody is being asked. */
export function isBusy({ state }: Config): boolean {
  return state.status === 'connecting' || state.status === 'reconnecting'
}

/** Resolves once wagmi neither connects nor restores. Rejects with the reason of the signal, or `TIMED_OUT`. */
export async function untilSettled(config: Config, options: WaitOptions): Promise<void> {
  let stop: (() => void) | undefined
  const settled = new Promise<void>((resolve) => {
    const check = (): void => {
      if (!isBusy(config)) resolve()
    }
    stop = config.subscribe((state) => state.status, check)
    check()
  })
  try {
    await waitFor(settled, options)
  } finally {
    stop?.()
  }
}

export type RestoreOptions = { readonly env: Env; readonly signal: AbortSignal }

/** wagmi restores one config of a page at a time, and says nothing to those that come meanwhile. */
const maxRetries = 3

const retryDelay = 200

/**
 * The connection of a connector that needs no consent: the one that wagmi has, or restores by itself on the page's mount,
 * else what restoring now brings. Throws `UNAUTHORIZED`.
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
    return false // no provider: not installed any more
  }
}

/**
 * The named fault of what an action of wagmi throws. wagmi wraps what the wallet said, and calls a few things rejected
 * that are not, such as a chain that cannot be added: only the wallet's own words count where they are known.
 */
export function toWagmiError(thrown: unknown): LatchkeyError {
  if (isLatchkeyError(thrown)) return thrown
  const inner = thrown instanceof Error && thrown.cause !== undefined ? toLatchkeyError(thrown.cause) : null
  return inner && inner.code !== 'CONNECTOR_FAILED' ? inner : toOuterError(thrown, inner)
}

/** What a wallet throws without a code is no refusal, whatever stands around it. */
function toOuterError(thrown: unknown, inner: LatchkeyError | null): LatchkeyError {
  const outer = toLatchkeyError(thrown)
  return inner && outer.code === 'USER_REJECTED' ? inner : outer
}
