import { watchPointer } from './watchPointer.js'
import { watchVisibility } from './watchVisibility.js'

/** Milliseconds for which nothing may have changed before a press counts. */
const quiet = 500
/** For which all has to be seen before the button can be pressed at all. */
const held = 800
/** After a press, for which all has to stay seen: an observer tells of what covered the button a little later. */
const confirming = 300
/** CSS pixels: in a smaller frame there is a button, and not what it is for. */
const least = { width: 240, height: 240 }

/** Why a press would not count now; null where it would. */
export type GuardReason = 'notSeen' | 'notFocused' | 'changing' | null

export type GuardOptions = {
  readonly window: Window & typeof globalThis
  /** Fills the frame. */
  readonly target: Element
  readonly onChange: (reason: GuardReason) => void
}

export type Guard = {
  reason(): GuardReason
  /** What is shown changed: the time begins anew. */
  touch(): void
  /** Whether a press that begins now can be meant: a pointer has been here for a while, and a finger comes as it likes. */
  canPress(event: PointerEvent): boolean
  /** Whether nothing changes for a little longer; false at once where a press does not count. */
  confirm(): Promise<boolean>
  destroy(): void
}

/**
 * Lets a press count only where the visitor can have seen what it is for: all of the frame seen for 800 ms, the window in
 * focus, nothing resized or changed for 500 ms. The page around the frame may be hostile, and moves, covers and shades it.
 */
export function createGuard({ window, target, onChange }: GuardOptions): Guard {
  const { document, performance } = window
  const end = new AbortController()
  let isSeen = false
  let seenSince = 0
  let changedAt = performance.now()
  let changes = 0
  let timer = 0
  let told: GuardReason | undefined

  const getReason = (): GuardReason => {
    const now = performance.now()
    const isLarge = window.innerWidth >= least.width && window.innerHeight >= least.height
    if (!isSeen || !isLarge || document.visibilityState !== 'visible') return 'notSeen'
    if (!document.hasFocus()) return 'notFocused'
    return now - seenSince >= held && now - changedAt >= quiet ? null : 'changing'
  }
  const look = (): void => {
    window.clearTimeout(timer)
    const reason = getReason()
    const now = performance.now()
    const rest = Math.max(seenSince + held, changedAt + quiet) - now
    if (reason === 'changing') timer = window.setTimeout(look, Math.max(rest, 0) + 5)
    if (reason === told) return
    told = reason
    onChange(reason)
  }
  const touch = (): void => {
    changes += 1
    changedAt = performance.now()
    look()
  }
  const pointer = watchPointer(window)
  const stop = watchVisibility({
    window,
    target,
    onLook(now) {
      if (now && !isSeen) seenSince = performance.now()
      const isChange = now !== isSeen
      isSeen = now
      if (isChange || !now) touch()
    },
  })
  for (const name of ['resize', 'focus', 'blur', 'pageshow'] as const)
    window.addEventListener(name, touch, { signal: end.signal })
  document.addEventListener('visibilitychange', touch, { signal: end.signal })

  return {
    reason: getReason,
    touch,
    canPress({ pointerType }) {
      const since = pointer.settledSince()
      const isSettled = since !== null && performance.now() - since >= quiet
      return getReason() === null && (isSettled || pointerType === 'touch')
    },
    async confirm() {
      if (getReason() !== null) return false
      const before = changes
      await new Promise((resolve) => window.setTimeout(resolve, confirming))
      return !end.signal.aborted && changes === before && getReason() === null
    },
    destroy() {
      window.clearTimeout(timer)
      stop()
      pointer.stop()
      end.abort()
    },
  }
}
