export type Condition = 'listed' | 'closed' | 'connected' | 'listPainted'
/** Milliseconds since the navigation began. */
export type Span = { readonly start: number; readonly end: number }

export type Probe = {
  /** Resolves after the next frame has been painted. */
  until(condition: Condition): Promise<number>
  /** Resolves once the selector matches something in the modal. */
  untilFound(selector: string): Promise<void>
  /** Milliseconds from the next press of the pointer to the frame that meets the condition. */
  watchPress(condition: Condition): Promise<Span>
  /** The center of an element, in CSS pixels. */
  getCentre(selector: string): { readonly x: number; readonly y: number } | null
  query(selector: string): Element | null
  longTasks: number[]
}

declare global {
  interface Window {
    bench: Probe
  }
}

/**
 * Runs in the page before its own scripts: provides what the measurements read. Can't refer to anything outside itself.
 */
export function installProbe(): void {
  /** Searches the modal, or the page if there is none. */
  const query = (selector: string): Element | null =>
    (document.querySelector('latchkey-modal')?.shadowRoot ?? document).querySelector(selector)
  const conditions: Readonly<Record<Condition, () => boolean>> = {
    listed: () => query('dialog[open] li button') !== null,
    closed: () => query('dialog[open]') === null,
    // wallets of the list, without skeletons
    listPainted: () => query('dialog[open] [data-index]') !== null && query('dialog[open] .bone') === null,
    connected: () => document.querySelector('button')?.textContent?.includes('0x') === true,
  }

  /**
   * A task posted in a frame runs once style, layout and paint of that frame are done; an urgent one runs before queued
   * tasks such as React's.
   */
  const afterPaint = (isThere: () => boolean, done: (now: number) => void): void => {
    requestAnimationFrame(() => {
      if (isThere()) void scheduler.postTask(() => done(performance.now()), { priority: 'user-blocking' })
      else afterPaint(isThere, done)
    })
  }

  const probe: Probe = {
    query,
    longTasks: [],
    until: (condition) => new Promise((done) => afterPaint(conditions[condition], done)),
    untilFound: (selector) =>
      new Promise((done) =>
        afterPaint(
          () => query(selector) !== null,
          () => done(),
        ),
      ),
    watchPress: (condition) =>
      new Promise((done) => {
        const onPress = ({ timeStamp: start }: Event): void =>
          afterPaint(conditions[condition], (end) => done({ start, end }))
        addEventListener('pointerdown', onPress, { capture: true, once: true })
      }),
    getCentre(selector) {
      const box = (document.querySelector(selector) ?? query(selector))?.getBoundingClientRect()
      return box ? { x: box.x + box.width / 2, y: box.y + box.height / 2 } : null
    },
  }
  window.bench = probe
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) probe.longTasks.push(duration)
  }).observe({ type: 'longtask', buffered: true })
}
