import type { Env } from '@latchkey/core'
import { frameTimeouts } from '../frameClient.js'

export type HeartbeatOptions = {
  readonly env: Pick<Env, 'setTimeout'>
  readonly ping: () => void
  /** Three pings in a row had no answer, and a last one had none in a second. */
  readonly onDead: () => void
}

export type Heartbeat = {
  /** The frame can be pinged from now on. */
  begin(): void
  /** The frame has answered a ping. */
  hear(): void
  /** The frame that could be pinged is no more. */
  end(): void
  /** Pings as long as somebody waits for the frame; returns the undoing. */
  watch(): () => void
}

/** Unanswered pings after which a frame is dead: its process was ended, or is stuck. */
const maxMissed = 3

/** Asks a frame whether it is alive, while somebody waits for it. A frame that never answered a ping does not know of them. */
export function createHeartbeat({ env, ping, onDead }: HeartbeatOptions): Heartbeat {
  let watchers = 0
  let missed = 0
  let isOn = false
  let isKnown = false
  let cancel: (() => void) | undefined

  const rest = (): void => {
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
    rest()
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
    hear() {
      isKnown = true
      missed = 0
    },
    end() {
      isOn = false
      rest()
    },
    watch() {
      let isWatching = true
      watchers++
      if (watchers === 1) start()
      return () => {
        if (!isWatching) return
        isWatching = false
        watchers--
        if (watchers === 0) rest()
      }
    },
  }
}

/**
 * Not on the clock of `env`: one that jumps, as after a sleep or when a test moves it, runs all beats at once, and a frame
 * that is alive must get the time to say so.
 */
function afterRealTime(ms: number, run: () => void): () => void {
  const signal = AbortSignal.timeout(ms)
  signal.addEventListener('abort', run, { once: true })
  return () => signal.removeEventListener('abort', run)
}
