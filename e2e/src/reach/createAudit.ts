import type { Locator, Page } from '@playwright/test'
import { findViolations } from '../fixtures/createAxe.js'
import { isLong, matrix } from '../fixtures/matrix.js'
import { findCut, findShortened } from './findCut.js'
import { findMotion } from './findMotion.js'
import { findOutOfReach } from './findOutOfReach.js'
import { findUnmarked } from './findUnmarked.js'

/** Emulates how some users see the page. */
type Way = {
  readonly name: string
  readonly width: number
  readonly height: number
  readonly isDark?: boolean
  readonly hasForcedColors?: boolean
  /** Text at double size, by the browser's own setting. */
  readonly hasLargeText?: boolean
  readonly find: (stop: Stop) => Promise<readonly string[]>
}

type Stop = {
  readonly page: Page
  readonly dialog: Locator
  /** Texts that are truncated by design. */
  readonly shortened: readonly string[]
}

export type Audit = {
  /** Checks the current view in all modes, and restores it. */
  readonly look: (name: string) => Promise<void>
  /** The problems found, with the view and the mode. */
  readonly found: readonly string[]
  /** Names of the checked states; the first word is the view's name. */
  readonly seen: readonly string[]
}

const plain = { width: 1280, height: 900 }

/** In the short run, axe runs all rules once, and those about colors and sizes in the modes that affect them. */
const ways: readonly Way[] = [
  {
    name: 'light, 1280 px wide',
    ...plain,
    find: async ({ page, dialog }) => [
      ...(await findOutOfReach(page, dialog)),
      ...(await findMotion(page)),
      ...(await findViolations(page, 'latchkey-modal')),
    ],
  },
  {
    name: 'dark, 320 px wide',
    width: 320,
    height: 800,
    isDark: true,
    find: async ({ page, dialog }) => [
      ...(await findCut(dialog)),
      ...(await findViolations(page, 'latchkey-modal', isLong ? undefined : ['color-contrast', 'target-size'])),
    ],
  },
  ...(isLong
    ? [
        {
          name: 'dark, 1280 px wide',
          ...plain,
          isDark: true,
          find: ({ page }: Stop) => findViolations(page, 'latchkey-modal'),
        },
        {
          name: 'light, 320 px wide',
          width: 320,
          height: 800,
          find: ({ page }: Stop) => findViolations(page, 'latchkey-modal'),
        },
      ]
    : []),
  // of 1280 by 900
  {
    name: 'at 200 %, with forced colours',
    width: 640,
    height: 450,
    hasForcedColors: true,
    find: async ({ dialog, shortened }) => [
      ...(await findCut(dialog)),
      ...(await findUnmarked(dialog)),
      ...(await findShortened(dialog)).filter((text) => !shortened.includes(text)),
    ],
  },
  {
    name: 'with text at 200 %',
    ...plain,
    hasLargeText: true,
    find: async ({ dialog, shortened }) => [
      ...(await findCut(dialog)),
      ...(await findShortened(dialog)).filter((text) => !shortened.includes(text)),
    ],
  },
]

/** The first word of the state's name. */
const toView = (name: string): string => name.split(' ')[0] ?? ''

/** Checks views for accessibility, in all modes. Animations are off: contrast can't be measured during a fade. */
export function createAudit(page: Page, dialog: Locator): Audit {
  const found: string[] = []
  const seen: string[] = []
  const look = async (name: string): Promise<void> => {
    // the short run checks a view's further states in one mode only
    const isKnown = seen.some((other) => toView(other) === toView(name))
    seen.push(name)
    await show(page, plain)
    const shortened = await findShortened(dialog)
    for (const way of isKnown ? matrix(ways) : ways) {
      await show(page, way)
      found.push(...(await way.find({ page, dialog, shortened })).map((problem) => `${name}, ${way.name}: ${problem}`))
    }
    await show(page, plain)
  }
  return { look, found, seen }
}

async function show(page: Page, way: Omit<Way, 'name' | 'find'>): Promise<void> {
  const { width, height, isDark, hasForcedColors, hasLargeText } = way
  await page.emulateMedia({
    colorScheme: isDark ? 'dark' : 'light',
    forcedColors: hasForcedColors ? 'active' : 'none',
    reducedMotion: 'reduce',
  })
  await page.setViewportSize({ width, height })
  await page.evaluate(
    async (size) => {
      document.documentElement.style.fontSize = size
      // the card takes the height of its view with the next frame
      for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame)
    },
    hasLargeText ? '200%' : '',
  )
}
