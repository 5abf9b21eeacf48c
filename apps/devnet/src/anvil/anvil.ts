import { once } from 'node:events'
import { isPortFree } from '../http/server.js'
import { signalChild } from '../node/process.js'
import { callRpc } from '../rpc/callRpc.js'
import { type SpawnedAnvil, spawnAnvil } from './spawnAnvil.js'

export type StartAnvilOptions = {
  readonly chainId: number
  /** Preferred port; a free one is taken where it is busy or not given. */
  readonly port?: number | undefined
  /** File of a dumped state to begin with; it is only read. */
  readonly state?: string | undefined
  /** More flags for anvil itself, as `['--block-time', '1']`. */
  readonly args?: readonly string[] | undefined
  /** Within this time the node must answer. Default 15000. */
  readonly timeoutMs?: number | undefined
}

export type RunningAnvil = {
  readonly chainId: number
  readonly url: string
  readonly port: number
  readonly pid: number
  /** Settles when the node is gone, by `stop()` or by itself. */
  readonly exited: Promise<void>
  /** Ends the node and waits until it is gone. May be called often. */
  readonly stop: () => Promise<void>
}

/** Starts one local chain. It ends with `stop()` and with this process. */
export async function startAnvil(options: StartAnvilOptions): Promise<RunningAnvil> {
  const { chainId, state, args = [], timeoutMs = 15_000 } = options
  const flags = ['--chain-id', String(chainId), ...(state ? ['--load-state', state] : []), ...args]
  const spawned = await onPreferredPort(options.port ?? 0, (port) =>
    spawnAnvil({ args: ['--host', '127.0.0.1', '--port', String(port), ...flags], timeoutMs }),
  )
  const { child, port, ended } = spawned
  const url = `http://127.0.0.1:${port}`
  const stop = async (): Promise<void> => {
    const patience = setTimeout(() => signalChild(child, 'SIGKILL'), 2_000)
    signalChild(child, 'SIGTERM')
    await ended
    clearTimeout(patience)
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
    if (Number(answer) !== chainId) throw new Error(`it answers for chain ${Number(answer)}`)
  } catch (cause) {
    const said = anvil.stderr()
    throw new Error(`anvil for chain ${chainId} is not usable${said ? `: ${said}` : ''}`, { cause })
  }
}
