import type { Env } from '../modal/env.js'

/** Maximum milliseconds that work waits for a frame. */
const longestWait = 100

/** Runs a callback after the next frame is painted, for work that must not delay it. Returns a function that cancels it. */
export function afterPaint(window: Window, run: () => void): () => void {
  let timer: number | undefined
  const frame = window.requestAnimationFrame(() => {
    timer = window.setTimeout(run)
  })
  return () => {
    window.cancelAnimationFrame(frame)
    window.clearTimeout(timer)
  }
}

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
    cancelFrame()
    cancelTimer()
    window.removeEventListener('pagehide', finish)
    run()
  }
  const cancelFrame = afterPaint(window, finish)
  const cancelTimer = env.setTimeout(finish, longestWait)
  window.addEventListener('pagehide', finish)
  return finish
}
