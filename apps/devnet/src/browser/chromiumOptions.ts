import { chromiumArgs } from './chromiumArgs.js'

/**
 * `shell`: the headless shell, which starts and draws in less than half of the time. `whole`: the browser that people use, with
 * blocked pop-ups, storage that is denied to frames of other sites, a process for each site and the back-forward cache.
 */
export type ChromiumKind = 'shell' | 'whole'

export type ChromiumOptions = {
  /** Absent: Playwright's own browser. */
  readonly executablePath?: string
  readonly args: string[]
}

/** How to launch the browser of a test, with `CHROMIUM_PATH` and, if there is a headless shell, `HEADLESS_SHELL_PATH`. */
export function chromiumOptions(kind: ChromiumKind = 'shell'): ChromiumOptions {
  const { CHROMIUM_PATH, HEADLESS_SHELL_PATH } = process.env
  const executablePath = (kind === 'shell' && HEADLESS_SHELL_PATH) || CHROMIUM_PATH
  return { ...(executablePath && { executablePath }), args: [...chromiumArgs] }
}
