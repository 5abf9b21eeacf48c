import type { Env } from '../modal/env.js'

type TestPage = {
  /** Shows or hides the page, like a user who switches tabs. */
  show(visibilityState: 'visible' | 'hidden'): void
  readonly env: Pick<Env, 'window'>
}

/** Creates a page that can be hidden. */
export function createTestPage(): TestPage {
  const page = new EventTarget() as EventTarget & { visibilityState: string }
  page.visibilityState = 'visible'
  return {
    show(visibilityState) {
      page.visibilityState = visibilityState
      page.dispatchEvent(new Event('visibilitychange'))
    },
    env: { window: () => ({ document: page, addEventListener() {}, removeEventListener() {} }) as never },
  }
}
