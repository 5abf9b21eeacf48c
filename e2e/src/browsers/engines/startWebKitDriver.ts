import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { findFreePort } from '@latchkey/devnet'

export type WebKitDriver = { readonly url: string; stop(): Promise<void> }

/** Timeout until it responds, in milliseconds. */
const startLimit = 20_000

/**
 * Starts WebKitWebDriver with its own display and session bus, since WebKitGTK has no headless mode. Its sandbox needs
 * permissions that a container lacks.
 */
export async function startWebKitDriver(executablePath: string): Promise<WebKitDriver> {
  const port = await findFreePort()
  const url = `http://127.0.0.1:${port}`
  const screen = ['xvfb-run', '-a', '-s', '-screen 0 1400x1100x24']
  const driver = spawn('dbus-run-session', ['--', ...screen, executablePath, `--port=${port}`], {
    env: { ...process.env, WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1', NO_AT_BRIDGE: '1' },
    stdio: 'ignore',
    // in its own process group, so that the display and the bus end with it
    detached: true,
  })
  const exited = once(driver, 'exit')
  const stop = async (): Promise<void> => {
    if (driver.pid !== undefined && driver.exitCode === null) process.kill(-driver.pid)
    await exited
  }
  const end = Date.now() + startLimit
  while (!(await isReady(url))) {
    if (driver.exitCode !== null) throw new Error(`WebKitWebDriver exited with ${driver.exitCode} before it was ready.`)
    if (Date.now() < end) continue
    await stop()
    throw new Error(`WebKitWebDriver did not respond within ${startLimit / 1_000} s.`)
  }
  return { url, stop }
}

async function isReady(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/status`, { signal: AbortSignal.timeout(1_000) })).ok
  } catch {
    // not listening yet
    await new Promise((resolve) => setTimeout(resolve, 50))
    return false
  }
}
