import { galleryPages } from '@latchkey/demo/gallery'
import type { Page } from '@playwright/test'
import { findViolations } from '../fixtures/createAxe.js'
import { findCut } from '../reach/findCut.js'
import { findOutOfReach } from '../reach/findOutOfReach.js'
import { desktop, expect, type LookPage, test } from './lookTest.js'

/** Entries that Esc doesn't close, because the user has to decide first. */
const undecided = [
  'UnsupportedChain/choice',
  ...['question', 'signing', 'declined', 'failed'].map((id) => `SIWXSignMessage/${id}`),
]

/** The problems of an entry in the dialog, for users of screen readers and keyboards, and on narrow screens. */
async function findProblems({ page, card }: LookPage): Promise<readonly string[]> {
  const surface = card.locator('..')
  const problems = [...(await findViolations(page, 'latchkey-modal')), ...(await findOutOfReach(page, surface))]
  await page.setViewportSize({ width: 320, height: 800 })
  // the card adopts the height of its view in the next frame
  await page.evaluate(async () => {
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame)
  })
  const cut = await findCut(surface)
  await page.setViewportSize(desktop)
  return [...problems, ...cut.map((problem) => `at 320 px: ${problem}`)]
}

const views = [...new Set(galleryPages.map(({ view }) => view))]

for (const view of views)
  test(`@look ${view} works with screen readers, keyboards and narrow screens`, async ({ look }) => {
    const entries = galleryPages.filter((one) => one.view === view)
    // each of them loads a page
    test.setTimeout(60_000 + 30_000 * entries.length)
    const problems: string[] = []
    for (const entry of entries) {
      const path = `${view}/${entry.id}`
      await look.goto(entry, '&as=dialog')
      problems.push(...(await findProblems(look)).map((problem) => `${path}: ${problem}`))
      await look.page.keyboard.press('Escape')
      const isOpen = await look.page.evaluate(() => window.gallery?.modal.getState().modal.open)
      if (isOpen !== undecided.includes(path))
        problems.push(`${path}: Esc ${isOpen ? "doesn't close it" : 'closes it'}`)
    }
    expect(problems).toEqual([])
  })

const inArabic = (page: Page): Promise<void> =>
  page.evaluate(async () => window.gallery?.dress({ locale: 'ar', isLong: false }))

for (const [view, id] of [
  ['Account', 'long-name'],
  ['Account', 'many'],
  ['ProfileWallets', 'long-name'],
] as const)
  test(`@look long names of ${view}/${id} show their beginning in right-to-left languages`, async ({ look }) => {
    await look.page.setViewportSize({ width: 320, height: 800 })
    await look.goto({ view, id })
    await inArabic(look.page)
    const directions = await look.card.evaluate((card) =>
      [...card.querySelectorAll('*')]
        .filter((element) => {
          const { textOverflow, overflowX } = getComputedStyle(element)
          const isCut = textOverflow === 'ellipsis' && overflowX !== 'visible'
          return isCut && element.scrollWidth > element.clientWidth + 1 && /^[\w-]/.test(element.textContent ?? '')
        })
        .map((element) => `${element.textContent}: ${getComputedStyle(element).direction}`),
    )
    expect(directions).not.toEqual([])
    expect(directions.filter((direction) => !direction.endsWith(': ltr'))).toEqual([])
  })

for (const [view, id] of [
  ['WalletSend', 'filled'],
  ['Swap', 'quote'],
  ['OnRampAmount', 'quote'],
] as const)
  test(`@look amounts of ${view} stand below their labels in right-to-left languages`, async ({ look }) => {
    await look.goto({ view, id })
    await inArabic(look.page)
    const amounts = look.card.locator('input[inputmode=decimal], output')
    const sides = await amounts.evaluateAll((fields) =>
      fields.map((field) => {
        const { direction, textAlign } = getComputedStyle(field)
        const [start, end] = direction === 'rtl' ? ['right', 'left'] : ['left', 'right']
        return textAlign === 'start' ? start : textAlign === 'end' ? end : textAlign.replace('-webkit-', '')
      }),
    )
    expect(sides).not.toEqual([])
    expect(sides.filter((side) => side !== 'right')).toEqual([])
  })

for (const id of ['smart', 'self-custody', 'self-custody-needed'])
  test(`@look the address of Account/${id} is not cut off beside its badge on narrow phones`, async ({ look }) => {
    await look.page.setViewportSize({ width: 320, height: 800 })
    await look.goto({ view: 'Account', id })
    const parts = await look.card
      .locator('.address > span:not(.sr)')
      .evaluateAll((spans) =>
        spans.map((span) => ({ text: span.textContent, isCut: span.scrollWidth > span.clientWidth })),
      )
    expect(parts).toHaveLength(2)
    expect(parts.filter(({ isCut }) => isCut)).toEqual([])
  })

test('@look the purposes of accounts do not overlap their addresses with text at 200 %', async ({ look }) => {
  await look.page.setViewportSize({ width: 360, height: 800 })
  await look.goto({ view: 'ProfileWallets', id: 'two' })
  await look.page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
  const lines = await look.card.locator('.line').evaluateAll((found) =>
    found.map(({ children: [purpose, value] }) => {
      const text = document.createRange()
      if (purpose) text.selectNodeContents(purpose)
      return { end: text.getBoundingClientRect().right, start: value?.getBoundingClientRect().left ?? 0 }
    }),
  )
  expect(lines).toHaveLength(2)
  expect(lines.filter(({ end, start }) => end > start)).toEqual([])
})

test('@look balances in the whole list of tokens end above the next token with larger text', async ({ look }) => {
  await look.page.setViewportSize({ width: 320, height: 800 })
  await look.goto({ view: 'Account', id: 'all-tokens' })
  await look.page.evaluate(() => document.documentElement.style.setProperty('font-size', '125%'))
  const lines = await look.card.locator('[data-kind=asset]').evaluateAll((found) =>
    found.map((line) => ({
      text: line.textContent,
      below: (line.querySelector('small')?.getBoundingClientRect().bottom ?? 0) - line.getBoundingClientRect().bottom,
    })),
  )
  expect(lines).not.toEqual([])
  expect(lines.filter(({ below }) => below > 1)).toEqual([])
})

test('@look login providers without an icon show their first letter', async ({ look }) => {
  await look.goto({ view: 'Connect', id: 'logins-all' })
  const letters = look.card.locator('.brand.letter')
  const shown = await letters.evaluateAll((marks) => marks.map((mark) => getComputedStyle(mark, '::before').content))
  expect(shown).toEqual(['"G"', '"I"'])
})
