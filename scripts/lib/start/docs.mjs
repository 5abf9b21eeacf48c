import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { endWithParent, signalChild } from '../../../apps/devnet/dist/index.js'
import { root } from '../root.mjs'

/** Milliseconds for the build, on a busy machine, too. */
const timeout = 300_000

/**
 * Serves the guides with `npm run docs`, in a separate process.
 *
 * @param {{ port: number, signal: AbortSignal }} options
 * @returns {Promise<{ url: string, exited: Promise<void>, stop: () => Promise<void> }>}
 */
export async function startDocs({ port, signal }) {
  const child = spawn(process.execPath, [join(root, 'scripts/docs.mjs'), '--port', String(port)], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
    // a group with the programs that it starts: they end together
    detached: true,
  })
  const exited = endWithParent(child)
  const stop = async () => {
    const kill = setTimeout(() => signalChild(child, 'SIGKILL'), 5_000)
    signalChild(child, 'SIGTERM')
    await exited
    clearTimeout(kill)
  }
  /** @type {NodeJS.Timeout | undefined} */
  let timer
  /** @type {() => void} */
  let onStop = () => {}
  try {
    await new Promise((done, fail) => {
      // it prints its address once it serves
      child.stdout.once('data', done)
      child.once('error', fail)
      child.once('exit', (code) => fail(new Error(`its process ended with code ${code}.`)))
      timer = setTimeout(() => fail(new Error(`it took more than ${timeout / 60_000} minutes.`)), timeout)
      onStop = () => fail(new Error('it was stopped before it was ready.'))
      signal.addEventListener('abort', onStop)
      if (signal.aborted) onStop()
    })
  } catch (error) {
    await stop()
    throw error
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', onStop)
  }
  return { url: `http://127.0.0.1:${port}/`, exited, stop }
}
