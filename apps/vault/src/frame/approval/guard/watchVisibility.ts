/** Milliseconds between two looks of one observer: browsers allow no less. */
const delay = 100
/** Several observers look at different times, so that nobody knows a moment between two looks. */
const observers = 4
/** Of the area: rounding takes a little of it at odd sizes. */
const least = 0.99

export type VisibilityOptions = {
  readonly window: Window & typeof globalThis
  /** Fills the frame. */
  readonly target: Element
  /** Called with what an observer saw, each time that it saw a change. */
  readonly onLook: (isSeen: boolean) => void
}

/** An observer whose options the types of the DOM do not know yet. */
type Look = IntersectionObserverEntry & { readonly isVisible?: boolean }

/**
 * Tells whether all of the target is to be seen: in the viewport, by its share, and where the browser knows, not covered,
 * transparent, filtered or turned anywhere above the frame. Returns how to end it. [Intersection Observer v2]
 */
export function watchVisibility({ window, target, onLook }: VisibilityOptions): () => void {
  const { IntersectionObserver } = window
  const seen = Array.from({ length: observers }, () => false)
  const create = (index: number): IntersectionObserver => {
    const options = { threshold: [0, 0.25, 0.5, 0.75, 0.9, least, 1], trackVisibility: true, delay }
    const observer = new IntersectionObserver((looks: readonly Look[]) => {
      // each look counts, not only the last: one frame in which it was covered is one too many
      for (const { isVisible = true, intersectionRatio } of looks) {
        seen[index] = isVisible && intersectionRatio >= least
        onLook(seen.every((one) => one))
      }
    }, options)
    observer.observe(target)
    return observer
  }
  const running: IntersectionObserver[] = []
  const timers = seen.map((_, index) =>
    window.setTimeout(() => running.push(create(index)), (index * delay) / observers),
  )
  return () => {
    for (const timer of timers) window.clearTimeout(timer)
    for (const observer of running) observer.disconnect()
  }
}
