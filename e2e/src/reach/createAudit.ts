import type { Locator, Page } from '@playwright/test'
import { findViolations } from '../fixtures/createAxe.js'
import { isLong, matrix } from '../fixtures/matrix.js'
import { findCut, findShortened } from './findCut.js'
import { findMotion } from './findMotion.js'
import { findOutOfReach } from './findOutOfReach.js'
import { findUnmarked } from './findUnmarked.js'

/** Shows the page as some visitors have it. */
type Way = {
  readonly name: string
  readonly width: number
  readonly height: number
  readonly isDark?: boolean
  readonly hasForcedColors?: boolean
  /** Text at twice its size, as a browser's own setting has it. */
  readonly hasLargeText?: boolean
  readonly find: (stop: Stop) => Promise<readonly string[]>
}

type Stop = {
  readonly page: Page
  readonly dialog: Locator
  /** Texts that do not fit as designed: wider marks than these are no fault of a way. */
  readonly shortened: readonly string[]
}

export type Audit = {
  /** Looks at the view as it is now, in all ways, and leaves it as it was. */
  readonly look: (name: string) => Promise<void>
  /** What was wrong, with the view and the way. */
  readonly found: readonly string[]
  /** Names that were looked at; the first word is that of the view. */
  readonly seen: readonly string[]
}

const plain = { width: 1280, height: 900 }

/** In the short form axe looks by all its rules once, and by those of colours and sizes where these differ. */

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

/** The first word of what is looked at. */
const toView = (name: string): string => name.split(' ')[0] ?? ''

/** Looks at views as people use them who do not see, point or read as most do. Nothing moves: what fades has no contrast yet. */
export function createAudit(page: Page, dialog: Locator): Audit {
  const found: string[] = []
  const seen: string[] = []
  const look = async (name: string): Promise<void> => {
    // in the short form what else a view may show is looked at in one way only
    const isKnown = seen.some((other) => toView(other) === toView(name))
    seen.push(name)
    await show(page, plain)
    const shortened = await findShortened(dialog)
    for (const way of isKnown ? matrix(ways) : ways) {
      await show(page, way)
      found.push(...(await way.find({ page, dialog, shortened })).map((fault) => `${name}, ${way.name}: ${fault}`))
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
