import type { Env } from '@latchkey/core'
import { frameLimits } from '../frameLimits.js'

export type PulseOptions = {
  readonly env: Pick<Env, 'setTimeout'>
  readonly window: Window & typeof globalThis
  readonly ping: () => void
  /** Three pings in a row had no answer. */
  readonly onDead: () => void
}

export type Pulse = {
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
const most = 3

/** Asks a frame whether it is alive, while somebody waits for it. A frame that never answered a ping does not know of them. */
export function createPulse({ env, window, ping, onDead }: PulseOptions): Pulse {
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
    if (!isOn || watchers === 0) return
    if (isKnown && missed >= most) {
      onDead()
      return
    }
    missed++
    ping()
    cancel = env.setTimeout(() => {
      cancel = undefined
      // a clock that jumps, as after a sleep, runs all that is due at once: answers that lie there are read in between
      takeTurn(window, () => {
        if (!cancel) beat()
      })
    }, frameLimits.beat)
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

/** Runs after the messages that wait already. */
function takeTurn(window: Window & typeof globalThis, run: () => void): void {
  const { port1, port2 } = new window.MessageChannel()
  port1.onmessage = () => {
    port1.close()
    run()
  }
  port2.postMessage(undefined)
}
