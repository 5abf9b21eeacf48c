/** The pointer's position on the screen, and in the frame. */
type PointerPosition = Pick<PointerEvent, 'screenX' | 'screenY' | 'clientX' | 'clientY'>

type PointerWatch = {
  /**
   * Since when the pointer is in the frame without the frame having moved under it; null if it is not. Milliseconds of `performance.now()`.
   */
  settledSince(): number | null
  stop(): void
}

/**
 * Tracks the mouse. A frame can't find out where it is on the page, but if the frame is moved under the pointer, the pointer jumps or
 * appears without the hand having moved that far.
 */
function watchPointer({ document, performance }: Window, onMoved: () => void): PointerWatch {
  const end = new AbortController()
  let last: PointerPosition | null = null
  let since: number | null = null

  const follow = (event: PointerEvent): void => {
    if (event.pointerType === 'touch') return
    const isMoved = last === null || isJump(last, event)
    const { screenX, screenY, clientX, clientY } = event
    last = { screenX, screenY, clientX, clientY }
    if (!isMoved) return
    since = performance.now()
    onMoved()
  }
  const leave = (): void => {
    last = null
    since = null
  }
  for (const name of ['pointerover', 'pointermove', 'pointerdown'] as const)
    document.addEventListener(name, follow, { capture: true, signal: end.signal })
  document.documentElement.addEventListener('pointerleave', leave, { signal: end.signal })
  return { settledSince: () => since, stop: () => end.abort() }
}

function isJump(before: PointerPosition, after: PointerPosition): boolean {
  return (
    isFar(after.screenX - before.screenX, after.clientX - before.clientX) ||
    isFar(after.screenY - before.screenY, after.clientY - before.clientY)
  )
}

/** Allows zoom levels from 25% to 500%, and a few pixels of rounding. */
function isFar(onScreen: number, inFrame: number): boolean {
  const [least, most] = [onScreen / 5, onScreen * 4].toSorted((a, b) => a - b)
  return inFrame < (least ?? 0) - 3 || inFrame > (most ?? 0) + 3
}

/** Milliseconds between two observations: the minimum that browsers allow. */
const observerDelay = 100

/** Staggered observers, so that the moments between observations can't be predicted. */
const observerCount = 4

/** Required visible share of the area, as rounding loses a little at odd sizes. */
const minRatio = 0.99

type VisibilityOptions = {
  readonly window: Window & typeof globalThis
  /** Fills the frame. */
  readonly target: Element
  /** Called with each change that an observer reports. */
  readonly onLook: (isSeen: boolean) => void
}

/** `isVisible` is missing in the DOM types. */
type VisibilityEntry = IntersectionObserverEntry & { readonly isVisible?: boolean }

/**
 * Reports whether all of the target is visible: within the viewport, by its ratio and, if the browser supports it, not covered,
 * transparent, filtered or transformed anywhere above the frame. Returns a function to stop. [Intersection Observer v2]
 */
function watchVisibility({ window, target, onLook }: VisibilityOptions): () => void {
  const { IntersectionObserver } = window
  const seen = Array.from({ length: observerCount }, () => false)
  const create = (index: number): IntersectionObserver => {
    const options = { threshold: [0, 0.25, 0.5, 0.75, 0.9, minRatio, 1], trackVisibility: true, delay: observerDelay }
    const observer = new IntersectionObserver((looks: readonly VisibilityEntry[]) => {
      // every entry counts, not only the last: being covered for one frame is too much
      for (const { isVisible = true, intersectionRatio } of looks) {
        seen[index] = isVisible && intersectionRatio >= minRatio
        onLook(seen.every((one) => one))
      }
    }, options)
    observer.observe(target)
    return observer
  }
  const running: IntersectionObserver[] = []
  const timers = seen.map((_, index) =>
    window.setTimeout(() => running.push(create(index)), (index * observerDelay) / observerCount),
  )
  return () => {
    for (const timer of timers) window.clearTimeout(timer)
    for (const observer of running) observer.disconnect()
  }
}

/** Milliseconds without a change before a click counts. */
const quietTime = 500

/** Milliseconds for which everything has to be visible before the button can be clicked. */
const visibleTime = 800

/** Milliseconds after a click for which everything has to stay visible: observers report a covered button with a delay. */
const confirmTime = 300

/** CSS pixels: a smaller frame would show a button without its context. */
const minSize = { width: 240, height: 240 }

/** Why a click would not count now; null if it would. */
export type GuardReason = 'notSeen' | 'notFocused' | 'changing' | null

type GuardOptions = {
  readonly window: Window & typeof globalThis
  /** Fills the frame. */
  readonly target: Element
  readonly onChange: (reason: GuardReason) => void
  /** A click counts after this many milliseconds, if nothing changes until then. */
  readonly onWait?: ((time: number) => void) | undefined
}

export type Guard = {
  reason(): GuardReason
  /** The content changed: restarts the quiet time. */
  touch(): void
  /** Whether a click that starts now can be intended: the pointer has been here for a while, or it is a touch. */
  canPress(event: PointerEvent): boolean
  /** Whether nothing changes for a little longer; false at once if a click doesn't count. */
  confirm(): Promise<boolean>
  destroy(): void
}

/**
 * Accepts a click only if the user can have read the request: the whole frame visible for 800 ms, the window focused, nothing resized or
 * changed for 500 ms. The page around the frame may be hostile, and move, cover or dim it.
 */
export function createGuard({ window, target, onChange, onWait }: GuardOptions): Guard {
  const { document, performance } = window
  const end = new AbortController()
  let isSeen = false
  let visibleSince = 0
  let changedAt = performance.now()
  let changes = 0
  let timer = 0
  let reportedReason: GuardReason | undefined

  const getReason = (): GuardReason => {
    const now = performance.now()
    const isLarge = window.innerWidth >= minSize.width && window.innerHeight >= minSize.height
    if (!isSeen || !isLarge || document.visibilityState !== 'visible') return 'notSeen'
    if (!document.hasFocus()) return 'notFocused'
    return now - visibleSince >= visibleTime && now - changedAt >= quietTime ? null : 'changing'
  }
  const check = (): void => {
    window.clearTimeout(timer)
    const reason = getReason()
    const now = performance.now()
    const rest = Math.max(visibleSince + visibleTime, changedAt + quietTime) - now
    if (reason === 'changing') {
      timer = window.setTimeout(check, Math.max(rest, 0) + 5)
      onWait?.(Math.max(rest, 0))
    }
    if (reason === reportedReason) return
    reportedReason = reason
    onChange(reason)
  }
  const touch = (): void => {
    changes += 1
    changedAt = performance.now()
    check()
  }
  const pointer = watchPointer(window, () => {
    if (getReason() === null) onWait?.(quietTime)
  })
  const stop = watchVisibility({
    window,
    target,
    onLook(now) {
      if (now && !isSeen) visibleSince = performance.now()
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
      const isSettled = since !== null && performance.now() - since >= quietTime
      return getReason() === null && (isSettled || pointerType === 'touch')
    },
    async confirm() {
      if (getReason() !== null) return false
      const before = changes
      await new Promise((resolve) => window.setTimeout(resolve, confirmTime))
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

/** Whether this browser reports if a frame is covered or transformed (IntersectionObserver v2). Firefox and Safari don't. */
export function hasVisibility({ IntersectionObserverEntry: entry }: Window & typeof globalThis): boolean {
  return typeof entry === 'function' && 'isVisible' in entry.prototype
}
