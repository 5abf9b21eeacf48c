import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { findFreePort } from '@latchkey/devnet'

export type ServerOptions = {
  readonly folder: string
  /** Arguments of Node for the server on this port. */
  readonly args: (port: number) => readonly string[]
}

export type RunningServer = { readonly url: string; stop(): Promise<void> }

/** Timeout until a built app responds, in milliseconds. */
const deadline = 60_000

/** Starts the Node server of a built app on a free port, which it also gets as `PORT`, and waits for its first response. */
export async function startServer({ folder, args }: ServerOptions): Promise<RunningServer> {
  const port = await findFreePort()
  const url = `http://localhost:${port}/`
  const env = { ...process.env, PORT: String(port) }
  const server = spawn(process.execPath, args(port), { cwd: folder, env, stdio: 'ignore' })
  const ended = once(server, 'exit')
  const stop = async (): Promise<void> => {
    server.kill()
    await ended
  }
  const end = Date.now() + deadline
  while (!(await isThere(url))) {
    if (server.exitCode === null && Date.now() < end) continue
    await stop()
    throw new Error(`The server of ${folder} does not respond.`)
  }
  return { url, stop }
}

async function isThere(url: string): Promise<boolean> {
  try {
    return (await fetch(url, { signal: AbortSignal.timeout(10_000) })).ok
  } catch {
    await new Promise((resolve) => setTimeout(resolve, 100))
    return false
  }
}
