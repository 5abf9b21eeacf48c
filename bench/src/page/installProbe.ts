/** What to wait for: `text` is visible on the page or in a shadow root of it, `gone` is not. */
export type Condition =
  | 'listed'
  | 'closed'
  | 'connected'
  | 'listPainted'
  | { readonly text: string }
  | { readonly gone: string }
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
  /** The center of a visible text. */
  findText(text: string): { readonly x: number; readonly y: number } | null
  longTasks: number[]
  /** Every layout shift so far, also those that follow input. */
  shifts: Shift[]
  /** When the modal was first painted, in milliseconds since the navigation. */
  untilOpened(): Promise<number>
}

export type Shift = { readonly time: number; readonly score: number; readonly moved: readonly string[] }

type LayoutShift = PerformanceEntry & {
  readonly value: number
  readonly sources?: readonly { readonly node?: Node; readonly previousRect: DOMRect; readonly currentRect: DOMRect }[]
}

declare global {
  interface Window {
    bench: Probe
  }
}

/**
 * Runs in the page before its own scripts: records the data for the measurements. Can't refer to anything outside itself.
 */
export function installProbe(): void {
  /** Searches the modal, or the page if there is none. */
  const query = (selector: string): Element | null =>
    (document.querySelector('latchkey-modal')?.shadowRoot ?? document).querySelector(selector)
  const toParent = (node: Node): Node | null =>
    (node instanceof Element && node.assignedSlot) || node.parentNode || (node instanceof ShadowRoot ? node.host : null)
  /** Whether it lies on the screen, and its opacity with that of everything around it is above a half. */
  const isVisible = (element: Element | null, box = element?.getBoundingClientRect()): boolean => {
    if (!element || !box || box.width === 0 || box.height === 0) return false
    if (box.bottom <= 0 || box.right <= 0 || box.top >= innerHeight || box.left >= innerWidth) return false
    if (!element.checkVisibility({ visibilityProperty: true })) return false
    let opacity = 1
    for (let node: Node | null = element; node; node = toParent(node)) {
      if (node instanceof Element) opacity *= Number(getComputedStyle(node).opacity)
    }
    return opacity > 0.5
  }
  /** Where the text is visible, in the page or in a shadow root. */
  const findShown = (text: string, root: Node = document.body): DOMRect | null => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT)
    for (let node: Node | null = root; node; node = walker.nextNode()) {
      if (node instanceof Text && node.data.includes(text)) {
        // the element around it may have no height
        const range = document.createRange()
        range.selectNode(node)
        const box = range.getBoundingClientRect()
        if (isVisible(node.parentElement, box)) return box
      }
      const inner = node instanceof Element && node.shadowRoot && findShown(text, node.shadowRoot)
      if (inner) return inner
    }
    return null
  }
  const conditions: Readonly<Record<Extract<Condition, string>, () => boolean>> = {
    listed: () => isVisible(query('dialog[open] li button')),
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

  const toCheck = (condition: Condition): (() => boolean) => {
    if (typeof condition === 'string') return conditions[condition]
    return 'text' in condition ? () => findShown(condition.text) !== null : () => findShown(condition.gone) === null
  }
  const toCentre = (box: DOMRect | null | undefined): { readonly x: number; readonly y: number } | null =>
    box ? { x: box.x + box.width / 2, y: box.y + box.height / 2 } : null

  const probe: Probe = {
    query,
    longTasks: [],
    shifts: [],
    until: (condition) => new Promise((done) => afterPaint(toCheck(condition), done)),
    untilOpened: () => new Promise((done) => afterPaint(() => query('dialog[open]') !== null, done)),
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
          afterPaint(toCheck(condition), (end) => done({ start, end }))
        addEventListener('pointerdown', onPress, { capture: true, once: true })
      }),
    getCentre: (selector) => toCentre((document.querySelector(selector) ?? query(selector))?.getBoundingClientRect()),
    findText: (text) => toCentre(findShown(text)),
  }
  window.bench = probe
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) probe.longTasks.push(duration)
  }).observe({ type: 'longtask', buffered: true })
  const describe = (node: Node | undefined): string =>
    node instanceof Element ? `${node.localName}.${[...node.classList].join('.')}` : (node?.nodeName ?? 'unknown')
  new PerformanceObserver((list) => {
    for (const { startTime, value, sources = [] } of list.getEntries() as LayoutShift[]) {
      const moved = sources.map(
        ({ node, previousRect: from, currentRect: to }) =>
          `${describe(node)} ${from.x},${from.y} ${from.width}×${from.height} → ${to.x},${to.y} ${to.width}×${to.height}`,
      )
      probe.shifts.push({ time: startTime, score: value, moved })
    }
  }).observe({ type: 'layout-shift', buffered: true })
}
