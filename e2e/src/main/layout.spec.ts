import type { DemoPage } from '../fixtures/DemoPage.js'
import { matrix } from '../fixtures/matrix.js'
import { type LayoutFrame, type Rect, recordLayout } from '../fixtures/recordLayout.js'
import { expect, test } from '../fixtures/test.js'

const windows = matrix(
  [
    { name: 'two panes', size: { width: 1280, height: 800 }, query: '' },
    { name: 'a sheet', size: { width: 390, height: 844 }, query: '' },
    { name: 'one pane', size: { width: 1280, height: 800 }, query: 'compact=1&' },
    { name: 'two panes in a tall window', size: { width: 1280, height: 1080 }, query: '' },
  ],
  3,
)

/** Everything that may be among the connection methods. */
const everything = 'walletConnect=1&embeddedWallet=1&solana=1&bitcoin=1'

for (const { name, size, query } of windows)
  for (const prefetch of ['idle', 'none'])
    test(`${name}: the layout does not shift while the modal opens, with prefetch ${prefetch} [S2.20] @main`, async ({
      demo,
      page,
    }) => {
      await page.setViewportSize(size)
      await demo.goto(`?${query}${everything}${prefetch === 'none' ? '&idlePrefetch=0' : ''}`)
      if (prefetch === 'idle') await expect(page.locator('latchkey-modal dialog')).toBeAttached()
      const frames = await recordLayout(page, async () => {
        await demo.connectButton.click()
        await expect(demo.button('All wallets')).toBeVisible()
        await expect(demo.button('MetaMask')).toBeVisible()
      })
      expect(frames.length).toBeGreaterThan(1)
      const [first] = frames as [LayoutFrame]
      // a sheet slides in with its content
      const isSheet = size.width <= 440
      expect(
        frames.flatMap(({ card }) => [
          ...findMoves(isSheet ? { ...card, y: first.card.y } : card, first.card, 18, 'card'),
          ...findMoves({ ...first.card, height: card.height }, first.card, 5, 'card'),
        ]),
      ).toEqual([])
      expectStill(frames)
      if (!isSheet) {
        const { card } = frames.at(-1) as LayoutFrame
        expect(Math.abs(card.y - (size.height - card.y - card.height))).toBeLessThanOrEqual(1)
      }
    })

for (const { name, size, query } of windows)
  test(`${name}: height, position and width animate on one curve, and no wallet moves [S2.20] @main`, async ({
    demo,
    page,
  }) => {
    // each transition is recorded to its end, slowed down so that a slow machine paints its middle too
    test.slow()
    const slowdown = 4
    const devTools = await page.context().newCDPSession(page)
    await devTools.send('Animation.enable')
    await devTools.send('Animation.setPlaybackRate', { playbackRate: 1 / slowdown })
    await page.setViewportSize(size)
    await demo.goto(`?${query}${everything}&siwx=1`)
    await demo.connectButton.click()
    await expect(demo.button('MetaMask')).toBeVisible()
    await page.waitForTimeout(400 * slowdown)
    const isWide = query === '' && size.width > 440
    for (const act of getTransitions(demo, isWide)) {
      const frames = await recordLayout(page, act, slowdown)
      expectOneCurve(frames)
      expectStill(frames)
      // Close and Back stay under the pointer
      const [first, last] = [frames[0], frames.at(-1)] as [LayoutFrame, LayoutFrame]
      if (size.width > 440 && last.card.height < first.card.height) expect(last.card.y).toBeCloseTo(first.card.y, 0)
      // beside the list there is room for everything
      if (isWide) expect(frames.flatMap(({ card }) => findMoves(card, first.card, 0.5, 'card'))).toEqual([])
    }
  })

test('with reduced motion, the height changes immediately [S2.20] @main', async ({ demo, page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await demo.goto(`?compact=1&${everything}`)
  await demo.connectButton.click()
  await expect(demo.button('MetaMask')).toBeVisible()
  const frames = await recordLayout(page, async () => {
    await demo.button('WalletConnect').click()
    await expect(demo.button('Copy link')).toBeVisible()
  })
  const heights = new Set(frames.map(({ card }) => Math.round(card.height)))
  expect(heights.size).toBeLessThanOrEqual(3)
})

test('wallet rows stay in place when another wallet announces itself late @main', async ({ demo, page }) => {
  await demo.goto(`?${everything}`)
  await demo.connectButton.click()
  await expect(demo.button('MetaMask')).toBeVisible()
  const frames = await recordLayout(page, async () => {
    await page.evaluate(() => {
      const provider = { request: async () => [], on: () => {}, removeListener: () => {} }
      const info = { uuid: crypto.randomUUID(), name: 'Late wallet', icon: 'data:image/svg+xml,', rdns: 'example.late' }
      dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: Object.freeze({ info, provider }) }))
    })
    await expect(demo.button('Late wallet')).toBeVisible()
  })
  const { 'All wallets': _, ...before } = (frames[0] as LayoutFrame).rows
  const after = (frames.at(-1) as LayoutFrame).rows
  expect(Object.entries(before).flatMap(([name, rect]) => findMoves(after[name] as Rect, rect, 0.5, name))).toEqual([])
})

test('on an idle page, the closed modal is laid out but hidden, and opening mutates nothing in it before the first frame @main', async ({
  demo,
  page,
}) => {
  await demo.goto(`?${everything}`)
  const dialog = page.locator('latchkey-modal dialog')
  const expectReady = async (): Promise<void> => {
    await expect(dialog).toHaveAttribute('data-ready', '')
    await expect(dialog).toBeHidden()
    await expect.poll(() => dialog.evaluate(({ clientHeight }) => clientHeight)).toBeGreaterThan(400)
    await expect(page.getByRole('button', { name: 'Dev wallet' })).toHaveCount(0)
  }
  await expectReady()
  await expect(dialog).toContainText('Dev wallet')
  const changes = dialog.evaluate(
    (element) =>
      new Promise<readonly string[]>((done) => {
        const seen: string[] = []
        const note = (records: readonly MutationRecord[]): void => {
          for (const { type, target, attributeName } of records)
            if (target !== element) seen.push(`${type} ${attributeName ?? ''} of ${target.nodeName}`)
        }
        const observer = new MutationObserver(note)
        observer.observe(element, { subtree: true, childList: true, characterData: true, attributes: true })
        document.addEventListener(
          'click',
          () => {
            requestAnimationFrame(() => {
              const channel = new MessageChannel()
              // after the paint
              channel.port1.onmessage = () => {
                note(observer.takeRecords())
                done(seen)
              }
              note(observer.takeRecords())
              observer.disconnect()
              channel.port2.postMessage(undefined)
            })
          },
          { capture: true, once: true },
        )
      }),
  )
  await demo.connectButton.click()
  await expect(demo.button('MetaMask')).toBeVisible()
  expect(await changes).toEqual([])

  // closing resets the selection
  await demo.button('MetaMask').click()
  await expect(demo.button('Copy link')).toBeVisible()
  await page.keyboard.press('Escape')
  await expectReady()
  await expect(dialog.getByText('Copy link')).toHaveCount(0)
})

test('without prefetch, the connection methods are painted before the explanation of wallets @main', async ({
  demo,
  page,
}) => {
  await demo.goto('?idlePrefetch=0')
  const first = await page.evaluate(
    () =>
      new Promise<string>((done) => {
        const look = (): void => {
          const dialog = document.querySelector('latchkey-modal')?.shadowRoot?.querySelector('dialog[open]')
          if (dialog?.querySelector('.wallets .row')) done(dialog.textContent ?? '')
          else requestAnimationFrame(look)
        }
        void window.latchkey.open()
        look()
      }),
  )
  expect(first).toContain('Dev wallet')
  expect(first).not.toContain('Get a wallet')
  await expect(demo.button('Get a wallet')).toBeVisible()
})

/** Transitions from the connection methods to other views, and back. */
function getTransitions(demo: DemoPage, isWide: boolean): readonly (() => Promise<void>)[] {
  const go = (name: string | RegExp, target: string | RegExp) => async (): Promise<void> => {
    await demo.button(name).first().click()
    await expect(demo.button(target).first()).toBeVisible()
  }
  const back = go('Back', 'MetaMask')
  const details = [
    go('WalletConnect', 'Copy link'),
    go('Dev wallet', 'Cancel'),
    go('All wallets', /Rainbow/),
    go('MetaMask', 'Copy link'),
  ]
  // next to the list, one view replaces the other
  if (isWide) return [...details, back]
  return [...details.flatMap((detail) => [detail, back]), go('What is a wallet', 'Get a wallet'), back]
}

/** No wallet, and no header, moves within the card. */
function expectStill(frames: readonly LayoutFrame[]): void {
  const seen = new Map<string, Rect>()
  const moves = frames.flatMap(({ head, rows }) =>
    [['header', head] as const, ...Object.entries(rows)].flatMap(([name, rect]) => {
      const before = seen.get(name)
      if (!before) seen.set(name, rect)
      return before ? findMoves({ ...rect, width: before.width }, before, 0.75, name) : []
    }),
  )
  expect(moves).toEqual([])
}

/** Position and size animate together, and neither reverses. */
function expectOneCurve(frames: readonly LayoutFrame[]): void {
  const from = (frames[0] as LayoutFrame).card
  const to = (frames.at(-1) as LayoutFrame).card
  const parts = (['y', 'width', 'height'] as const).filter((part) => Math.abs(to[part] - from[part]) > 8)
  const faults: string[] = []
  let last = 0
  const steps = frames.map(({ card }) => {
    const progress = parts.map((part) => (card[part] - from[part]) / (to[part] - from[part]))
    for (const [index, part] of parts.entries()) {
      const off = ((progress[index] ?? 0) - (progress[0] ?? 0)) * (to[part] - from[part])
      if (Math.abs(off) > 3) faults.push(`${part} leaves the curve by ${off} px`)
    }
    const [step = 1] = progress
    // a line that wraps when its text arrives may move it by a few pixels
    const [main = 'height'] = parts
    const reversal = (last - step) * Math.abs(to[main] - from[main])
    if (reversal > 9) faults.push(`${main} reverses by ${reversal} px`)
    last = step
    for (const part of ['y', 'width', 'height'] as const)
      if (!parts.includes(part) && Math.abs(card[part] - from[part]) > 9)
        faults.push(`${part} changes by ${card[part] - from[part]} px and returns`)
    return step
  })
  expect(faults).toEqual([])
  // a machine that paints no frame in most of the 150 ms shows the start and the end
  const index = steps.findIndex((step) => step > 0.02)
  const gap = index > 0 ? (frames[index]?.at ?? 0) - (frames[index - 1]?.at ?? 0) : 0
  if (parts.length > 0 && gap < 100) expect(steps.some((step) => step > 0.02 && step < 0.98)).toBe(true)
}

/**
 * Sides of a rectangle that differ by more than `within` pixels. Rectangles of many frames are compared with one
 * `expect`, as each takes milliseconds.
 */
function findMoves(rect: Rect, expected: Rect, within: number, name: string): readonly string[] {
  return (['x', 'y', 'width', 'height'] as const)
    .filter((part) => Math.abs(rect[part] - expected[part]) > within)
    .map((part) => `${part} of ${name}: ${rect[part]} instead of ${expected[part]}`)
}
