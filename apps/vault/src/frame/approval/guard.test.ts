import { afterAll, beforeAll, describe, type ExpectStatic, it } from 'vitest'
import { attacks, undo } from './test/attacks.js'
import { examples } from './test/examples.js'
import {
  type ApprovalPage,
  type ApprovalWorld,
  type OpenOptions,
  startApprovalWorld,
} from './test/startApprovalWorld.js'

// These tests mostly wait, so they run concurrently.

/** Longer than every delay of the guard, in ms. */
const settled = 1_600

let world: ApprovalWorld

beforeAll(async () => {
  world = await startApprovalWorld('whole')
})

afterAll(() => world.stop())

async function withPage(
  expect: ExpectStatic,
  run: (page: ApprovalPage) => Promise<void>,
  options?: OpenOptions,
): Promise<void> {
  const opened = await world.open(options)
  try {
    await opened.show(examples.send)
    await opened.frame.getByRole('button', { name: 'Send' }).waitFor()
    await run(opened)
    expect(opened.faults).toEqual([])
  } finally {
    await opened.context.close()
  }
}

/** Clicks at the button’s current position like a user’s mouse, whatever lies there. */
async function pressButton({ page, frame }: ApprovalPage): Promise<void> {
  const box = await frame.getByRole('button', { name: 'Send' }).boundingBox()
  if (!box) throw new Error('The button is nowhere')
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
}

/** Whether the button shows that clicks don’t count yet. */
function isFilling(frame: ApprovalPage['frame']): Promise<boolean> {
  return frame
    .getByRole('button', { name: 'Send' })
    .evaluate((button) => button.getAnimations({ subtree: true }).some(({ id }) => id === 'fill'))
}

/**
 * Whether the button fills again after a press on the screen. The page itself looks, soon after the press: the fill lasts half a second,
 * in which a busy machine may not get to ask.
 */
async function fillsAgain({ frame }: ApprovalPage, press: () => Promise<unknown>): Promise<boolean> {
  await frame.evaluate(() => {
    const look = (): boolean => document.getAnimations().some(({ id }) => id === 'fill')
    const looked = new Promise<boolean>((resolve) => {
      const options = { capture: true, once: true }
      document.addEventListener('pointerdown', () => setTimeout(() => resolve(look()), 50), options)
    })
    Object.assign(globalThis, { looked })
  })
  await press()
  return frame.evaluate(() => (globalThis as unknown as { readonly looked: Promise<boolean> }).looked)
}

/**
 * Waits until the moved frame is drawn in its new place: presses go to what was drawn last. A picture is taken of what is drawn; on a busy
 * machine, that is later than the page's animation frames.
 */
async function draw({ page }: ApprovalPage): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
  await session.send('Page.captureScreenshot', { format: 'jpeg', quality: 1 })
  await session.detach()
}

async function isApprovedIn({ page, outcomes }: ApprovalPage, ms: number): Promise<boolean> {
  await page.waitForTimeout(ms)
  return (await outcomes()).includes(true)
}

/** Acts like a user: moves to the button, waits, clicks. */
async function approve({ page, frame }: ApprovalPage): Promise<void> {
  const button = frame.getByRole('button', { name: 'Send' })
  // a press beside the frame takes the focus away
  await frame.getByRole('heading').click()
  await button.hover()
  await page.waitForTimeout(600)
  await button.click()
}

describe.concurrent('the guard', { timeout: 120_000 }, () => {
  it('accepts a click and a key press while the whole screen is visible', async ({ expect }) => {
    await withPage(expect, async (opened) => {
      await approve(opened)
      await expect.poll(opened.outcomes).toEqual([true])
      await opened.show(examples.send)
      await opened.frame.getByRole('button', { name: 'Send', disabled: false }).press('Enter')
      await expect.poll(opened.outcomes).toEqual([true, true])
    })
  })

  it('fills the button until clicks count, and silently drops an earlier click', ({ expect }) =>
    withPage(expect, async (opened) => {
      const { page, frame, outcomes } = opened
      await frame.locator('button:not(:disabled):text("Send")').waitFor()
      await page.mouse.move(5, 5)
      await page.waitForTimeout(settled)
      expect(await isFilling(frame)).toBe(false)
      // the pointer has only just entered the frame
      expect(await fillsAgain(opened, () => pressButton(opened))).toBe(true)
      expect(await isApprovedIn(opened, 700)).toBe(false)
      expect(await frame.locator('.status').textContent()).toBe('')
      expect(await isFilling(frame)).toBe(false)
      await pressButton(opened)
      await expect.poll(outcomes).toEqual([true])
    }))

  it('accepts a tap', ({ expect }) =>
    withPage(
      expect,
      async ({ page, frame, outcomes }) => {
        // Chromium subtracts the position of a cross-site frame twice from a simulated touch
        await page.evaluate(`dialog.style.left = '0'; dialog.style.top = '0'`)
        await frame.getByRole('button', { name: 'Send', disabled: false }).tap()
        await expect.poll(outcomes).toEqual([true])
      },
      { hasTouch: true },
    ))
})

describe.concurrent('the guard [T5]', { timeout: 120_000 }, () => {
  it.for(attacks)('drops clicks under $name, and accepts one after it', ({ script }, { expect }) =>
    withPage(expect, async (opened) => {
      const { page, outcomes } = opened
      await page.evaluate(script)
      await page.waitForTimeout(settled)
      for (let count = 0; count < 4; count++) {
        await pressButton(opened)
        await page.waitForTimeout(170)
      }
      expect(await isApprovedIn(opened, settled)).toBe(false)
      await page.evaluate(undo)
      await draw(opened)
      await approve(opened)
      await expect.poll(outcomes).toEqual([true])
    }),
  )

  it('drops a click on a frame that has just moved under the pointer', ({ expect }) =>
    withPage(expect, async (opened) => {
      const { page, frame } = opened
      await page.waitForTimeout(settled)
      const box = await frame.getByRole('button', { name: 'Send' }).boundingBox()
      if (!box) throw new Error('The button is nowhere')
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
      await page.mouse.move(x - 230, y - 20)
      await page.waitForTimeout(settled)
      // it fills again, and says nothing
      expect(
        await fillsAgain(opened, async () => {
          await page.evaluate(
            `dialog.style.transition = 'none'; dialog.style.left = (dialog.offsetLeft - 230) + 'px'; dialog.style.top = (dialog.offsetTop - 20) + 'px'`,
          )
          await draw(opened)
          await page.mouse.down()
          await page.mouse.up()
        }),
      ).toBe(true)
      expect(await isApprovedIn(opened, settled)).toBe(false)
      expect(await frame.locator('.status').textContent()).toBe('')
    }))

  it('drops a click after the frame moved under a pointer that was outside it', ({ expect }) =>
    withPage(expect, async (opened) => {
      const { page, frame } = opened
      await frame.locator('button:not(:disabled):text("Send")').waitFor()
      const box = await frame.getByRole('button', { name: 'Send' }).boundingBox()
      if (!box) throw new Error('The button is nowhere')
      const beside = 660
      await page.mouse.move(beside, box.y + 10)
      await page.waitForTimeout(settled)
      const distance = beside - Math.round(box.x + box.width / 2)
      // it fills again, and says nothing
      expect(
        await fillsAgain(opened, async () => {
          await page.evaluate(`dialog.style.left = (dialog.offsetLeft + ${distance}) + 'px'`)
          await draw(opened)
          await page.mouse.down()
          await page.mouse.up()
        }),
      ).toBe(true)
      expect(await isApprovedIn(opened, settled)).toBe(false)
      expect(await frame.locator('.status').textContent()).toBe('')
    }))

  it('drops both clicks of a double click made as a new screen appears', ({ expect }) =>
    withPage(expect, async (opened) => {
      const { page, show, frame } = opened
      await page.waitForTimeout(settled)
      // the next screen has its button in the same place: the test clicks without waiting for it
      const box = await frame.getByRole('button', { name: 'Send' }).boundingBox()
      if (!box) throw new Error('The button is nowhere')
      await show(examples.send)
      await page.mouse.dblclick(box.x + box.width / 2, box.y + box.height / 2)
      expect(await isApprovedIn(opened, settled)).toBe(false)
    }))

  it('drops a click if an overlay covers the screen right after it', ({ expect }) =>
    withPage(expect, async (opened) => {
      await opened.frame.locator('button:not(:disabled):text("Send")').waitFor()
      await pressButton(opened)
      await opened.page.evaluate(attacks.find(({ name }) => name.includes('lets presses'))?.script ?? '')
      expect(await isApprovedIn(opened, settled)).toBe(false)
      await expect.poll(() => opened.frame.locator('.status').textContent()).toContain('whole screen is visible')
    }))

  it('drops clicks made by a script', ({ expect }) =>
    withPage(expect, async (opened) => {
      await opened.frame.locator('button:not(:disabled):text("Send")').waitFor()
      await opened.frame.evaluate(() => document.querySelector<HTMLButtonElement>('footer .button:last-child')?.click())
      expect(await isApprovedIn(opened, settled)).toBe(false)
    }))

  it('accepts Reject even under an attack', ({ expect }) =>
    withPage(expect, async ({ page, frame, outcomes }) => {
      await page.evaluate(attacks[0]?.script ?? '')
      await frame.getByRole('button', { name: 'Reject' }).click()
      await expect.poll(outcomes).toEqual([false])
    }))

  it('requires focus, and says how to give it', ({ expect }) =>
    withPage(expect, async ({ page, frame, outcomes }) => {
      await page.evaluate(
        `{ const field = document.createElement('input'); field.style.position = 'fixed'; field.style.inset = '0 auto auto 0'; dialog.prepend(field); field.focus() }`,
      )
      await expect.poll(() => frame.getByRole('status').textContent()).toContain('Click anywhere')
      expect(await frame.getByRole('button', { name: 'Send' }).isDisabled()).toBe(true)
      await frame.getByRole('heading').click()
      await frame.getByRole('button', { name: 'Send', disabled: false }).press('Enter')
      await expect.poll(outcomes).toEqual([true])
    }))

  it('starts again when the frame is resized', ({ expect }) =>
    withPage(expect, async ({ page, frame, outcomes }) => {
      await frame.locator('button:not(:disabled):text("Send")').waitFor()
      await frame.evaluate(() => {
        const button = document.querySelector<HTMLButtonElement>('footer .button:last-child')
        const disabled = new Promise<void>((resolve) => {
          if (button) new MutationObserver(() => button.disabled && resolve()).observe(button, { attributes: true })
        })
        Object.assign(globalThis, { disabled })
      })
      await page.setViewportSize({ width: 900, height: 500 })
      await frame.evaluate(() => (globalThis as unknown as { readonly disabled: Promise<void> }).disabled)
      await frame.locator('.content').evaluate((element) => element.scrollTo(0, 1e6))
      await frame.getByRole('button', { name: 'Send', disabled: false }).press('Enter')
      await expect.poll(outcomes).toEqual([true])
    }))
})
