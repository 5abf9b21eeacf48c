/** What is kept of an event: where the pointer is on the screen, and where in the frame. */
type PointerPosition = Pick<PointerEvent, 'screenX' | 'screenY' | 'clientX' | 'clientY'>

type PointerWatch = {
  /** Since when the pointer is in the frame, which has not moved under it; null where it is not. Milliseconds of `performance`. */
  settledSince(): number | null
  stop(): void
}

/**
 * Follows the mouse. No browser tells a frame where it stands on the page, but a frame that is moved under a pointer sees it jump,
 * or appear, without the hand having moved that far.
 */
function watchPointer({ document, performance }: Window): PointerWatch {
  const end = new AbortController()
  let last: PointerPosition | null = null
  let since: number | null = null

  const follow = (event: PointerEvent): void => {
    if (event.pointerType === 'touch') return
    if (last === null || isJump(last, event)) since = performance.now()
    const { screenX, screenY, clientX, clientY } = event
    last = { screenX, screenY, clientX, clientY }
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

/** Pages are zoomed between a quarter and five times; a few pixels are lost by rounding. */
function isFar(onScreen: number, inFrame: number): boolean {
  const [least, most] = [onScreen / 5, onScreen * 4].toSorted((a, b) => a - b)
  return inFrame < (least ?? 0) - 3 || inFrame > (most ?? 0) + 3
}

/** Milliseconds between two looks of one observer: browsers allow no less. */
const observerDelay = 100

/** Several observers look at different times, so that nobody knows a moment between two looks. */
const observerCount = 4

/** Of the area: rounding takes a little of it at odd sizes. */
const minRatio = 0.99

type VisibilityOptions = {
  readonly window: Window & typeof globalThis
  /** Fills the frame. */
  readonly target: Element
  /** Called with what an observer saw, each time that it saw a change. */
  readonly onLook: (isSeen: boolean) => void
}

/** An observer whose options the types of the DOM do not know yet. */
type VisibilityEntry = IntersectionObserverEntry & { readonly isVisible?: boolean }

/**
 * Tells whether all of the target is to be seen: in the viewport, by its share, and where the browser knows, not covered,
 * transparent, filtered or turned anywhere above the frame. Returns how to end it. [Intersection Observer v2]
 */
function watchVisibility({ window, target, onLook }: VisibilityOptions): () => void {
  const { IntersectionObserver } = window
  const seen = Array.from({ length: observerCount }, () => false)
  const create = (index: number): IntersectionObserver => {
    const options = { threshold: [0, 0.25, 0.5, 0.75, 0.9, minRatio, 1], trackVisibility: true, delay: observerDelay }
    const observer = new IntersectionObserver((looks: readonly VisibilityEntry[]) => {
      // each look counts, not only the last: one frame in which it was covered is one too many
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

/** Milliseconds for which nothing may have changed before a press counts. */
const quietTime = 500

/** For which all has to be seen before the button can be pressed at all. */
const seenTime = 800

/** After a press, for which all has to stay seen: an observer tells of what covered the button a little later. */
const confirmTime = 300

/** CSS pixels: in a smaller frame there is a button, and not what it is for. */
const minSize = { width: 240, height: 240 }

/** Why a press would not count now; null where it would. */
export type GuardReason = 'notSeen' | 'notFocused' | 'changing' | null

type GuardOptions = {
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
    const isLarge = window.innerWidth >= minSize.width && window.innerHeight >= minSize.height
    if (!isSeen || !isLarge || document.visibilityState !== 'visible') return 'notSeen'
    if (!document.hasFocus()) return 'notFocused'
    return now - seenSince >= seenTime && now - changedAt >= quietTime ? null : 'changing'
  }
  const look = (): void => {
    window.clearTimeout(timer)
    const reason = getReason()
    const now = performance.now()
    const rest = Math.max(seenSince + seenTime, changedAt + quietTime) - now
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

/** Whether this browser tells what covers, shades or turns a frame (IntersectionObserver v2). Firefox and Safari do not. */
export function hasVisibility({ IntersectionObserverEntry: entry }: Window & typeof globalThis): boolean {
  return typeof entry === 'function' && 'isVisible' in entry.prototype
}
