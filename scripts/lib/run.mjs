import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { root } from './root.mjs'

/**
 * @typedef {object} RunOptions
 * @property {string} [cwd]
 * @property {Record<string, string | undefined>} [env] added to this process's own
 * @property {boolean} [capture] collect the command's output instead of showing it
 * @property {number} [timeout] milliseconds until the command is stopped
 */

/**
 * Runs a command to its end. An interrupt stops the command first, then this process.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {RunOptions} [options]
 * @returns {Promise<{ code: number, output: string }>} `output` is empty unless captured
 */
export function run(command, args, { cwd = root, env, capture = false, timeout } = {}) {
  return new Promise((done, fail) => {
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, ...env },
      timeout,
      stdio: capture ? ['ignore', 'pipe', 'pipe'] : 'inherit',
    })
    /** @type {Buffer[]} */
    const chunks = []
    child.stdout?.on('data', (chunk) => chunks.push(chunk))
    child.stderr?.on('data', (chunk) => chunks.push(chunk))

    const release = forwardSignals(child)
    child.on('error', (cause) => {
      release()
      fail(new Error(`Cannot start "${command}": ${cause.message}. Is it installed and on PATH?`, { cause }))
    })
    child.on('close', (code, signal) => {
      const stopped = release()
      if (stopped) process.exit(128 + constants.signals[stopped])
      const output = Buffer.concat(chunks).toString('utf8')
      done({ code: code ?? 128 + (signal ? constants.signals[signal] : 0), output })
    })
  })
}

/**
 * A terminal sends Ctrl-C to the whole group, so the child has received it already; a second one would make most tools
 * abort without cleaning up. Any other signal reaches this process only and is forwarded.
 *
 * @param {import('node:child_process').ChildProcess} child
 * @returns {() => NodeJS.Signals | undefined} stops forwarding; the signal that arrived, if one did
 */
function forwardSignals(child) {
  /** @type {NodeJS.Signals | undefined} */
  let received
  /** @param {NodeJS.Signals} signal */
  const onSignal = (signal) => {
    received = signal
    const isReached = signal === 'SIGINT' && process.stdin.isTTY
    // a process that failed to start has no pid, and kill() would signal this process's own group
    if (!isReached && child.pid !== undefined) child.kill(signal)
  }
  /** @type {readonly NodeJS.Signals[]} */
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
  for (const signal of signals) process.on(signal, onSignal)
  return () => {
    for (const signal of signals) process.off(signal, onSignal)
    return received
  }
}
