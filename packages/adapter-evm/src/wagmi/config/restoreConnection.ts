import type { ConnectResult, Env } from '@latchkey/core'
import { pause, RpcError } from '@latchkey/core/plugin'
import type { Config, Connector } from 'wagmi'
import { reconnect } from 'wagmi/actions'
import { readConfig } from './readConfig.js'
import { toWagmiFault } from './toWagmiFault.js'
import { untilSettled } from './untilSettled.js'

export type RestoreOptions = { readonly env: Env; readonly signal: AbortSignal }

/** wagmi restores one config of a page at a time, and says nothing to those that come meanwhile. */
const tries = 3
const breather = 200

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
    if (count === tries || !(await isAuthorized(connector)))
      throw new RpcError(4100, 'UNAUTHORIZED', { details: `wagmi has no connection through ${connector.id}.` })
    signal.throwIfAborted()
    if (count > 0) await pause(env, breather, signal)
    await reconnect(config).catch((cause: unknown) => {
      throw toWagmiFault(cause)
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
