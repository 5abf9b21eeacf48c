import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'

export type DevServer = { readonly url: string; stop(): Promise<void> }

/** Timeout until a development server prints its address, in milliseconds. */
const timeout = 60_000

/** Runs the command that starts an app, and waits for the address that it prints. */
export async function startDevServer(command: string, cwd: string): Promise<DevServer> {
  const [program = '', ...args] = command.split(' ')
  // in its own process group, since npm starts processes that outlive it
  const env = { ...process.env, NO_COLOR: '1', NODE_ENV: undefined, BROWSER: 'none' }
  const child = spawn(program, args, { cwd, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
  let printed = ''
  const address = new Promise<string>((done, fail) => {
    const read = (chunk: Buffer): void => {
      printed += chunk.toString('utf8')
      const url = /http:\/\/localhost:\d+/.exec(printed)?.[0]
      if (url) done(url)
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    child.once('error', fail)
    child.once('exit', (code) => fail(new Error(`"${command}" exited with ${code}:\n${printed}`)))
  })
  const stop = async (): Promise<void> => {
    if (child.exitCode !== null || child.pid === undefined) return
    const ended = once(child, 'exit')
    process.kill(-child.pid, 'SIGTERM')
    await ended
  }
  const late = new AbortController()
  try {
    const url = await Promise.race([
      address,
      wait(timeout, undefined, { signal: late.signal }).then(() => {
        throw new Error(`"${command}" printed no address:\n${printed}`)
      }),
    ])
    return { url, stop }
  } catch (error) {
    await stop()
    throw error
  } finally {
    late.abort()
  }
}
