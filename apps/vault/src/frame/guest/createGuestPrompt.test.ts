import type { Frame, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, test } from 'vitest'
import {
  type ApprovalPage,
  type ApprovalWorld,
  type OpenOptions,
  startApprovalWorld,
} from '../approval/test/startApprovalWorld.js'

let world: ApprovalWorld
beforeAll(async () => {
  world = await startApprovalWorld()
})
afterAll(() => world.stop())

/** Closes the pages of each test, as tests run concurrently, and fails it if one of them had an error. */
const it = test.extend<{ open: (options?: OpenOptions) => Promise<ApprovalPage> }>({
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads from the pattern what a fixture needs
  open: async ({}, use) => {
    const opened: ApprovalPage[] = []
    await use(async (options) => {
      const page = await world.open(options)
      opened.push(page)
      return page
    })
    for (const { context, faults } of opened) {
      await context.close()
      if (faults.length > 0) throw new Error(faults.join('\n'))
    }
  },
})

const email = 'ada@example.org'

/** Fills the field and presses Enter once the button is enabled. */
async function enter(frame: Frame, { label, text }: { readonly label: string; readonly text: string }): Promise<void> {
  const field = frame.getByLabel(label)
  await field.fill(text)
  await frame.waitForFunction(() => !document.querySelector<HTMLButtonElement>('[data-kind]')?.disabled)
  await field.press('Enter')
}

const address = (text: string): { readonly label: string; readonly text: string } => ({ label: 'Email address', text })
const code = (text: string): { readonly label: string; readonly text: string } => ({ label: 'Six-digit code', text })

/** Saves a screenshot to the folder `LATCHKEY_PICTURES`, if set. */
async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env['LATCHKEY_PICTURES']
  if (folder !== undefined) await page.screenshot({ path: `${folder}/${name}.png` })
}

describe.concurrent('the screen where a guest adds a login', { timeout: 120_000 }, () => {
  it('asks for an email address and the emailed code, and explains what a login is for', async ({ open, expect }) => {
    const { frame, page, show, outcomes, screens } = await open()
    await show({ guest: {} })
    const field = frame.getByLabel('Email address')
    await field.waitFor()
    const text = await frame.locator('main').textContent()
    for (const part of [
      'app.example',
      'Your addresses stay the same',
      'anyone who reads its email can open your wallet',
    ])
      expect(text).toContain(part)
    expect(await field.evaluate((input) => input === document.activeElement)).toBe(true)
    const button = frame.getByRole('button', { name: 'Send code' })
    expect(await button.isDisabled()).toBe(true)
    await picture(page, 'guest-address')
    await field.pressSequentially(email)
    await frame.waitForFunction(() => !document.querySelector<HTMLButtonElement>('[data-kind]')?.disabled)
    await button.hover()
    await page.waitForTimeout(600)
    await button.click()
    await frame.getByLabel('Six-digit code').waitFor()
    await picture(page, 'guest-code')
    expect(await frame.locator('main').textContent()).toContain(email)
    await enter(frame, code(' 123456 '.trim()))
    await expect.poll(outcomes).toEqual([`mailed ${email}`, email])
    expect(await frame.locator('main').count()).toBe(0)
    expect((await screens()).map(({ title }) => title)).toEqual(
      expect.arrayContaining(['Add a login', 'Enter your code']),
    )
  })

  it('shows what failed, and lets the guest correct it or try again', async ({ open, expect }) => {
    const { frame, page, show, outcomes } = await open()
    const down = { code: 'UNAVAILABLE', message: 'The wallet service isn’t available.', retryAfter: 5 }
    await show({
      guest: {
        nonsense: { code: 'INVALID_EMAIL', message: 'Enter a valid email address.' },
        [email]: down,
        '999999': down,
        '888888': { code: 'CODE_EXPIRED', message: 'This code has expired. Request a new one.' },
        '777777': { code: 'EMAIL_TAKEN', message: 'Another wallet already uses this email address.' },
      },
    })
    const alert = frame.getByRole('alert')
    const expectAlert = async (text: string): Promise<void> => {
      await expect.poll(() => alert.textContent()).toBe(text)
    }
    await enter(frame, address('nonsense'))
    await expectAlert('Enter a valid email address.')
    await picture(page, 'guest-problem')
    await enter(frame, address(email))
    await expectAlert(down.message)
    await enter(frame, address(email))
    await frame.getByLabel('Six-digit code').waitFor()
    await enter(frame, code('000000'))
    await expectAlert('Invalid code')
    await enter(frame, code('999999'))
    await expectAlert(down.message)
    await enter(frame, code('888888'))
    await expectAlert('This code has expired. Request a new one.')
    await picture(page, 'guest-expired')
    await frame.getByRole('button', { name: 'Resend code', exact: true }).click()
    await frame.getByText('We sent another code.').waitFor()
    expect(await frame.getByRole('button', { name: /^Resend code \(/ }).isDisabled()).toBe(true)
    await enter(frame, code('777777'))
    // the address belongs to another user: the screen asks for another
    await expectAlert('Another wallet already uses this email address.')
    expect(await frame.getByLabel('Email address').inputValue()).toBe(email)
    await enter(frame, address('free@example.org'))
    await enter(frame, code('123456'))
    await expect.poll(async () => (await outcomes()).at(-1)).toBe('free@example.org')
  })

  it('closes when the guest cancels or closes it, or when the app aborts the request', async ({ open, expect }) => {
    const { frame, show, outcomes } = await open()
    const isGone = (): Promise<number> => frame.locator('main').count()
    await show({ guest: {} })
    await frame.getByRole('button', { name: 'Cancel' }).click()
    await expect.poll(outcomes).toEqual(['User rejected the request.'])
    await show({ guest: {} })
    await enter(frame, address(email))
    await frame.getByRole('button', { name: 'Use another address' }).click()
    expect(await frame.getByLabel('Email address').inputValue()).toBe(email)
    await show({ close: true })
    await expect
      .poll(async () => (await outcomes()).slice(1))
      .toEqual([`mailed ${email}`, 'User rejected the request.'])
    expect(await isGone()).toBe(0)
    await show({ guest: {} })
    await frame.getByLabel('Email address').waitFor()
    await show({ abort: true })
    await expect.poll(async () => (await outcomes()).slice(3)).toEqual(['gone'])
    expect(await isGone()).toBe(0)
  })

  it('cannot be canceled while a code is checked', async ({ open, expect }) => {
    const { frame, show, outcomes } = await open()
    await show({ guest: {}, delay: 2_000 })
    await enter(frame, address(email))
    await frame.getByLabel('Six-digit code').waitFor()
    await enter(frame, code('000000'))
    const cancel = frame.getByRole('button', { name: 'Cancel' })
    expect(await cancel.isDisabled()).toBe(true)
    await frame.getByText('Invalid code').waitFor()
    expect(await cancel.isDisabled()).toBe(false)
    await enter(frame, code('123456'))
    expect(await cancel.isDisabled()).toBe(true)
    await expect.poll(async () => (await outcomes()).at(-1)).toBe(email)
  })

  it('cannot be closed while a code is checked', async ({ open, expect }) => {
    const { frame, show, outcomes } = await open()
    await show({ guest: {}, delay: 2_000 })
    await enter(frame, address(email))
    await frame.getByLabel('Six-digit code').waitFor()
    await enter(frame, code('123456'))
    await show({ close: true })
    await expect.poll(outcomes).toEqual([`mailed ${email}`, email])
  })

  it('accepts no address while the page hides, clips or moves the frame, nor from a script', async ({
    open,
    expect,
  }) => {
    const { frame, page, show, outcomes } = await open()
    await show({ guest: {} })
    await frame.getByLabel('Email address').fill('eve@evil.example')
    await frame.waitForFunction(() => !document.querySelector<HTMLButtonElement>('[data-kind]')?.disabled)
    // nothing but a click of the user counts
    await frame.evaluate(() => document.querySelector<HTMLButtonElement>('[data-kind]')?.click())
    await frame.evaluate(() => document.querySelector('form')?.requestSubmit())
    for (const style of ['opacity: 0.01', 'clip-path: inset(0 0 60% 0)', 'transform: translateX(4000px)']) {
      await page.locator('#frame').evaluate((element, css) => element.setAttribute('style', css), style)
      // polls by time, as browsers run no animation frames off screen
      await frame.waitForFunction(() => document.querySelector<HTMLButtonElement>('[data-kind]')?.disabled, undefined, {
        polling: 50,
      })
      await frame.getByLabel('Email address').press('Enter')
      await page.locator('#frame').evaluate((element) => element.removeAttribute('style'))
      await frame.waitForFunction(() => !document.querySelector<HTMLButtonElement>('[data-kind]')?.disabled)
    }
    // moved under the pointer right before the click
    const box = await frame.getByRole('button', { name: 'Send code' }).boundingBox()
    await page.locator('#dialog').evaluate((element) => element.setAttribute('style', 'left: 0'))
    if (box) await page.mouse.click(box.x - 200, box.y + box.height / 2)
    await page.waitForTimeout(500)
    expect(await outcomes()).toEqual([])
  })

  it('asks in a separate window if the browser cannot detect overlays', async ({ open, expect }) => {
    const { frame, page, show, outcomes } = await open({ isBlind: true })
    const openWindow = async (): Promise<Page> => {
      const opened = page.waitForEvent('popup')
      await frame.getByRole('button', { name: 'Continue' }).click()
      return opened
    }
    await show({ guest: { [email]: { code: 'MAIL_FAILED', message: 'We couldn’t send the email. Try again.' } } })
    await frame.getByText(/Continue in a separate window/).waitFor()
    expect(await frame.locator('input').count()).toBe(0)
    await picture(page, 'guest-blind')
    for (const isRetry of [false, true]) {
      const popup = await openWindow()
      const field = popup.getByLabel('Email address')
      await field.waitFor()
      expect(await field.inputValue()).toBe(isRetry ? email : '')
      await field.fill(email)
      await popup.waitForFunction(() => !document.querySelector<HTMLButtonElement>('[data-kind]')?.disabled)
      await picture(popup, 'guest-window')
      const closed = popup.waitForEvent('close')
      await field.press('Enter')
      await closed
      if (!isRetry) await frame.getByText('We couldn’t send the email. Try again.').waitFor()
    }
    await enter(frame, code('123456'))
    await expect.poll(async () => (await outcomes()).at(-1)).toBe(email)
    await show({ guest: {} })
    const popup = await openWindow()
    await popup.getByRole('button', { name: 'Cancel' }).click()
    await expect.poll(async () => (await outcomes()).at(-1)).toBe('User rejected the request.')
  })

  it.for([
    ['dark', { isDark: true }, {}],
    ['narrow', { width: 320, height: 480 }, {}],
    ['rtl', { width: 360, height: 640 }, { dir: 'rtl' }],
  ] as const)('fits without horizontal scrolling: %s', async ([name, options, look], { open, expect }) => {
    const { frame, page, show, screens } = await open(options)
    await show({ guest: {}, ...look })
    await frame.getByLabel('Email address').waitFor()
    await picture(page, `guest-address-${name}`)
    const isCut = (): Promise<boolean> =>
      frame.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth)
    expect(await isCut()).toBe(false)
    await enter(frame, address(email))
    await frame.getByLabel('Six-digit code').waitFor()
    await picture(page, `guest-code-${name}`)
    expect(await isCut()).toBe(false)
    await expect.poll(async () => (await screens()).at(-1)?.title).toBe('Enter your code')
  })
})
