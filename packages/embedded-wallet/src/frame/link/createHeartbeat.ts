import type { Env } from '@latchkey/core'
import { frameTimeouts } from '../frameClient.js'

export type HeartbeatOptions = {
  readonly env: Pick<Env, 'setTimeout'>
  readonly ping: () => void
  /** Three pings in a row and a final one had no response. */
  readonly onDead: () => void
}

export type Heartbeat = {
  /** Starts a heartbeat for a frame that supports pings. */
  begin(): void
  /** The frame has answered a ping. */
  receive(): void
  /** Ends the heartbeat: that frame is gone. */
  end(): void
  /** Sends pings while a response is pending. Returns a function that stops them. */
  watch(): () => void
}

/** Unanswered pings after which a frame counts as dead: its process has crashed or hangs. */
const maxMissed = 3

/**
 * Checks whether a frame is alive while a response is pending. A frame that never answers a ping doesn't support them, and isn't
 * checked.
 */
export function createHeartbeat({ env, ping, onDead }: HeartbeatOptions): Heartbeat {
  let watchers = 0
  let missed = 0
  let isOn = false
  let isKnown = false
  let cancel: (() => void) | undefined

  const stop = (): void => {
    cancel?.()
    cancel = undefined
  }
  const beat = (): void => {
    cancel = undefined
    if (!isOn || watchers === 0) return
    ping()
    const isLast = isKnown && missed >= maxMissed
    if (isLast) cancel = afterRealTime(frameTimeouts.lastBeat, () => (missed >= maxMissed ? onDead() : beat()))
    else cancel = env.setTimeout(beat, frameTimeouts.beat)
    if (!isLast) missed++
  }
  const start = (): void => {
    stop()
    missed = 0
    beat()
  }
  return {
    begin() {
      isOn = true
      isKnown = false
      ping()
      start()
    },
    receive() {
      isKnown = true
      missed = 0
    },
    end() {
      isOn = false
      stop()
    },
    watch() {
      let isWatching = true
      watchers++
      if (watchers === 1) start()
      return () => {
        if (!isWatching) return
        isWatching = false
        watchers--
        if (watchers === 0) stop()
      }
    },
  }
}

/**
 * Uses real time instead of `env`: a clock that jumps, after sleep or in a test, runs all beats at once, and a live frame must
 * get the time to respond.
 */
function afterRealTime(ms: number, run: () => void): () => void {
  const signal = AbortSignal.timeout(ms)
  signal.addEventListener('abort', run, { once: true })
  return () => signal.removeEventListener('abort', run)
}
