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
      for (const { card } of frames) {
        expectNear(isSheet ? { ...card, y: 0 } : card, isSheet ? { ...first.card, y: 0 } : first.card, 18)
        expect(card.height).toBeCloseTo(first.card.height, -1)
      }
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
      if (isWide) for (const { card } of frames) expectNear(card, (frames[0] as LayoutFrame).card, 0.5)
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
  for (const [name, rect] of Object.entries(before)) expectNear(after[name] as Rect, rect, 0.5)
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
  for (const { head, rows } of frames)
    for (const [name, rect] of [['header', head] as const, ...Object.entries(rows)]) {
      const before = seen.get(name)
      if (before) expectNear({ ...rect, width: before.width }, before, 0.75, name)
      seen.set(name, before ?? rect)
    }
}

/** Position and size animate together, and neither reverses. */
function expectOneCurve(frames: readonly LayoutFrame[]): void {
  const from = (frames[0] as LayoutFrame).card
  const to = (frames.at(-1) as LayoutFrame).card
  const parts = (['y', 'width', 'height'] as const).filter((part) => Math.abs(to[part] - from[part]) > 8)
  let last = 0
  const steps = frames.map(({ card }) => {
    const progress = parts.map((part) => (card[part] - from[part]) / (to[part] - from[part]))
    for (const [index, part] of parts.entries()) {
      const off = ((progress[index] ?? 0) - (progress[0] ?? 0)) * (to[part] - from[part])
      expect(Math.abs(off), `${part} leaves the curve`).toBeLessThanOrEqual(3)
    }
    const [step = 1] = progress
    // a line that wraps when its text arrives may move it by a few pixels
    const [main = 'height'] = parts
    expect((last - step) * Math.abs(to[main] - from[main]), 'goes back').toBeLessThanOrEqual(9)
    last = step
    return step
  })
  // a machine that paints no frame in most of the 150 ms shows the start and the end
  const index = steps.findIndex((step) => step > 0.02)
  const gap = index > 0 ? (frames[index]?.at ?? 0) - (frames[index - 1]?.at ?? 0) : 0
  if (parts.length > 0 && gap < 100) expect(steps.some((step) => step > 0.02 && step < 0.98)).toBe(true)
  for (const { card } of frames)
    for (const part of ['x', 'y', 'width', 'height'] as const)
      if (!parts.includes(part as never) && part !== 'x')
        expect(Math.abs(card[part] - from[part])).toBeLessThanOrEqual(9)
}

function expectNear(rect: Rect, expected: Rect, within: number, name = 'card'): void {
  for (const part of ['x', 'y', 'width', 'height'] as const)
    expect(Math.abs(rect[part] - expected[part]), `${part} of ${name}`).toBeLessThanOrEqual(within)
}
