import type { Env } from '../modal/env.js'

/** Maximum milliseconds that work waits for a frame. */
const longestWait = 100

/**
 * Runs a callback once the current state has been painted: at once in a page in the background, which paints nothing, and
 * when the page is left meanwhile. Returns a function that runs it now, unless it has run.
 */
export function whenPainted(env: Env, run: () => void): () => void {
  const window = env.window()
  if (!window || !('requestAnimationFrame' in window) || window.document.visibilityState !== 'visible') {
    run()
    return () => undefined
  }
  let hasRun = false
  const finish = (): void => {
    if (hasRun) return
    hasRun = true
    for (const cancel of cancels) cancel()
    window.removeEventListener('pagehide', finish)
    run()
  }
  const cancels = [env.setTimeout(finish, longestWait)]
  // a task after the frame runs once it is painted
  const frame = window.requestAnimationFrame(() => cancels.push(env.setTimeout(finish, 0)))
  cancels.push(() => window.cancelAnimationFrame(frame))
  window.addEventListener('pagehide', finish)
  return finish
}
