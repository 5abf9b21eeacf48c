import { once } from 'node:events'
import { isPortFree } from '../http/server.js'
import { signalChild } from '../node/process.js'
import { callRpc } from '../rpc/callRpc.js'
import { type SpawnedAnvil, spawnAnvil } from './spawnAnvil.js'

export type StartAnvilOptions = {
  readonly chainId: number
  /** Preferred port. Default, or if it is busy: a free one. */
  readonly port?: number | undefined
  /** A dumped state to start from; read only. */
  readonly state?: string | undefined
  /** More flags for anvil, e.g. `['--block-time', '1']`. */
  readonly args?: readonly string[] | undefined
  /** Timeout for the first response, in milliseconds. Default: 60000. */
  readonly timeoutMs?: number | undefined
}

export type RunningAnvil = {
  readonly chainId: number
  readonly url: string
  readonly port: number
  readonly pid: number
  /** Settles when the node has exited, by `stop()` or on its own. */
  readonly exited: Promise<void>
  /** Stops the node and waits for its exit. May be called more than once. */
  readonly stop: () => Promise<void>
}

/** Starts a local chain. It stops with `stop()` and with this process. */
export async function startAnvil(options: StartAnvilOptions): Promise<RunningAnvil> {
  const { chainId, state, args = [], timeoutMs = 60_000 } = options
  const flags = ['--chain-id', String(chainId), ...(state ? ['--load-state', state] : []), ...args]
  const spawned = await onPreferredPort(options.port ?? 0, (port) =>
    spawnAnvil({ args: ['--host', '127.0.0.1', '--port', String(port), ...flags], timeoutMs }),
  )
  const { child, port, ended } = spawned
  const url = `http://127.0.0.1:${port}`
  const stop = async (): Promise<void> => {
    const timer = setTimeout(() => signalChild(child, 'SIGKILL'), 2_000)
    signalChild(child, 'SIGTERM')
    await ended
    clearTimeout(timer)
  }
  try {
    await expectChain(spawned, url, chainId, timeoutMs)
  } catch (error) {
    await stop()
    throw error
  }
  return { chainId, url, port, pid: child.pid ?? 0, exited: ended, stop }
}

async function onPreferredPort<T>(port: number, start: (port: number) => Promise<T>): Promise<T> {
  try {
    return await start(port)
  } catch (error) {
    if (port === 0 || (await isPortFree(port))) throw error
    return start(0)
  }
}

async function expectChain(anvil: SpawnedAnvil, url: string, chainId: number, timeoutMs: number): Promise<void> {
  const died = once(anvil.child, 'close').then(() => Promise.reject(new Error('the process ended')))
  const signal = AbortSignal.timeout(timeoutMs)
  try {
    const answer = await Promise.race([callRpc({ url, method: 'eth_chainId', signal }), died])
    if (Number(answer) !== chainId) throw new Error(`it serves chain ${Number(answer)}`)
  } catch (cause) {
    const said = anvil.stderr()
    throw new Error(`anvil for chain ${chainId} is not usable${said ? `: ${said}` : ''}`, { cause })
  }
}
