/** A page that opens popups, and the popup itself, without a browser. */
export type TestPopup = {
  /** Properties for the window of the rig's page. */
  readonly page: object
  /** Arguments of `window.open`. */
  readonly opened: readonly (readonly unknown[])[]
  /** URLs that the popup was sent to. */
  readonly visited: readonly string[]
  /** Number of checks whether it was closed. */
  looks(): number
  readonly isClosed: boolean
  /** Simulates the user closing it. */
  close(): void
  focuses(): number
  /** Simulates a page loading in it. */
  arrive(): void
  /** Posts a message to the page, as a page of this origin would. */
  post(data: unknown, origin: string): void
}

export function createTestPopup(options: { readonly isBlocked?: boolean } = {}): TestPopup {
  const opened: (readonly unknown[])[] = []
  const visited: string[] = []
  let isClosed = false
  let hasPage = false
  let looks = 0
  let focuses = 0
  let listener: ((event: object) => void) | undefined
  const popup = {
    get closed() {
      looks++
      return isClosed
    },
    location: {
      get href() {
        if (hasPage) throw new DOMException('Another site', 'SecurityError')
        return 'about:blank'
      },
      replace: (url: string) => void visited.push(url),
    },
    focus: () => void focuses++,
    close: () => {
      isClosed = true
    },
  }
  return {
    opened,
    visited,
    page: {
      screenX: 100,
      screenY: 50,
      outerWidth: 1_200,
      outerHeight: 900,
      document: { visibilityState: 'visible', hasFocus: () => true },
      open: (...given: readonly unknown[]) => {
        opened.push(given)
        return options.isBlocked ? null : popup
      },
      addEventListener: (_: string, own: typeof listener) => {
        listener = own
      },
      removeEventListener: () => {
        listener = undefined
      },
    },
    looks: () => looks,
    focuses: () => focuses,
    get isClosed() {
      return isClosed
    },
    close: popup.close,
    arrive() {
      hasPage = true
    },
    post: (data, origin) => listener?.({ data, origin, source: popup }),
  }
}
