import { TOTP } from 'otpauth'
import type { BrowserContext, Page, Route } from 'playwright-core'
import { mnemonicToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AccountWorld, openAccountWorld } from './test/openAccountWorld.js'

const day = 86_400_000

let world: AccountWorld
const faults: string[] = []
beforeAll(async () => {
  world = await openAccountWorld({ elsewhere: true })
})
afterAll(() => world?.stop())

const section = (page: Page, name: string) =>
  page.locator('section', { has: page.getByRole('heading', { name, exact: true }) })
const row = (page: Page, name: string) => section(page, 'Logins').getByRole('listitem').filter({ hasText: name })
const heading = (page: Page) => page.getByRole('heading', { name: 'Your wallet', exact: true })
const notice = (page: Page): Promise<string | null> => page.locator('.notice').textContent()
const readAddress = (page: Page): Promise<string | null> => page.locator('main > ul code').first().textContent()

/** Answers on the provider’s page, after its button was clicked. */
async function answer(page: Page, name: string, button: 'Allow' | 'Deny' = 'Allow'): Promise<void> {
  await page.getByLabel('Name').fill(name)
  await page.getByRole('button', { name: button }).click()
}

async function openContext(): Promise<BrowserContext> {
  const context = await world.browser.newContext()
  context.setDefaultTimeout(10_000)
  context.on('weberror', (fault) => faults.push(String(fault.error())))
  context.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text())
  })
  return context
}

/** Opens a separate browser and logs in with a provider. */
async function enter(name: string, provider = 'Google'): Promise<Page> {
  const page = await world.open(await openContext())
  await page.getByRole('button', { name: `Continue with ${provider}` }).click()
  await answer(page, name)
  await heading(page).waitFor()
  return page
}

async function add(page: Page, provider: string, name: string): Promise<void> {
  await page.getByRole('button', { name: `Add ${provider}` }).click()
  await answer(page, name)
}

describe('a user with a phone number', () => {
  const sendCode = async (page: Page, number: string): Promise<void> => {
    const field = page.getByLabel(/^Mobile number/)
    await expect.poll(() => field.getAttribute('autocomplete')).toBe('tel')
    await field.fill(number)
    await page.getByRole('button', { name: 'Send code' }).click()
  }
  const typeCode = async (page: Page, number: string): Promise<void> => {
    await page.getByLabel('Six-digit code').fill(world.getCode(number))
    await page.getByRole('button', { name: 'Continue', exact: true }).click()
  }

  test('logs in by SMS, and verifies by SMS again to add a login once the last login is too old', async () => {
    const page = await world.open(await openContext())
    await page.getByRole('button', { name: 'Continue with SMS' }).click()
    await sendCode(page, '+43 664 1234567')
    await page.getByText('This app doesn’t send text messages to this country.').waitFor()
    await sendCode(page, '01512 0012345')
    await page.getByText('We’ve sent a code to +49 1512 0012345.').waitFor()
    await typeCode(page, '+4915120012345')
    await heading(page).waitFor()
    expect(await row(page, 'SMS').textContent()).toMatch(/^SMS \+49 1512 0012345.*Used in this browser/)
    const address = await readAddress(page)
    world.move(660_000)
    await page.reload()
    await page.getByRole('button', { name: 'Add Google' }).click()
    await page.getByRole('button', { name: 'Log in with SMS again' }).click()
    await sendCode(page, '+49 1512 0012345')
    await page.getByText('We’ve sent a code to').waitFor()
    await typeCode(page, '+4915120012345')
    expect(await notice(page)).toBe('Verified. You can continue within ten minutes.')
    await add(page, 'Google', 'phoned')
    await row(page, 'Google').waitFor()
    expect(await readAddress(page)).toBe(address)
    await page.context().close()
  })

  test('logs in by SMS and a second factor, even if Escape is pressed while it is checked', async () => {
    const number = '+4915120012346'
    const logIn = async (page: Page): Promise<void> => {
      await page.getByRole('button', { name: 'Continue with SMS' }).click()
      await sendCode(page, number)
      await page.getByText('We’ve sent a code to').waitFor()
      await typeCode(page, number)
    }
    const page = await world.open(await openContext())
    await logIn(page)
    await page.getByRole('button', { name: 'Set up an authenticator app' }).click()
    const app = section(page, 'Second factor')
    await app.getByRole('button', { name: 'Show', exact: true }).click()
    const totp = new TOTP({ secret: (await app.getByLabel('Key').textContent()) ?? '' })
    const generate = (): string => totp.generate({ timestamp: world.now() })
    await page.getByLabel('Six-digit code of the app').fill(generate())
    await page.getByRole('button', { name: 'Turn on' }).click()
    await page.getByRole('button', { name: 'I’ve saved them' }).click()
    await page.getByText('Your second factor is on.').waitFor()
    // another SMS, and another code of the app
    world.move(61_000)
    const other = await world.open(await openContext())
    await logIn(other)
    const checks: Route[] = []
    await other.route('**/v1/call', (route) => {
      const isCheck = route.request().postData()?.includes('factors.login')
      return isCheck ? void checks.push(route) : route.fallback()
    })
    await other.getByLabel('Six-digit code of your authenticator app').fill(generate())
    await other.getByRole('dialog').getByRole('button', { name: 'Continue', exact: true }).click()
    await expect.poll(() => checks.length).toBe(1)
    // browsers close a dialog at the second Escape, whatever its page wants
    await other.keyboard.press('Escape')
    await other.keyboard.press('Escape')
    await expect.poll(() => other.getByRole('dialog').isVisible()).toBe(true)
    await checks[0]?.fallback()
    await heading(other).waitFor()
    expect(await readAddress(other)).toBe(await readAddress(page))
    await page.context().close()
    await other.context().close()
  })
})

describe('a user without an email address', () => {
  test('logs in with a provider, whose result does not stay in the page’s URL', async () => {
    const page = await enter('ada')
    expect(page.url()).toBe(`${world.site.publicUrl}/account?projectId=demo`)
    expect(await row(page, 'Google').textContent()).toMatch(/^Google ada.*Used in this browser.*Your only login/)
    expect(await row(page, 'Google').getByRole('button').count()).toBe(0)
    await page.reload()
    await heading(page).waitFor()
    await page.context().close()
  })

  test('adds another login, and reaches the same wallet with it', async () => {
    const page = await enter('ada')
    await add(page, 'GitHub', 'ada-at-work')
    await expect.poll(() => notice(page)).toBe('GitHub was added. You can now log in with it.')
    expect(await row(page, 'GitHub').textContent()).toContain('ada-at-work')
    expect(await page.getByRole('button', { name: 'Add GitHub' }).count()).toBe(0)
    const other = await enter('ada-at-work', 'GitHub')
    expect(await readAddress(other)).toBe(await readAddress(page))
    await page.context().close()
    await other.context().close()
  })

  test('error: sees a notice if a login is taken, denied or no longer valid; results of other origins are ignored', async () => {
    const owner = await enter('cleo', 'Discord')
    const page = await enter('dora')
    await add(page, 'Discord', 'cleo')
    await expect.poll(() => notice(page)).toBe('This Discord account is already linked to another wallet.')
    await page.getByRole('button', { name: 'Add X' }).click()
    await answer(page, 'dora', 'Deny')
    await expect.poll(() => notice(page)).toBe('You did not allow it at X.')
    const own = `${world.site.publicUrl}/social/result?provider=google&state=${'a'.repeat(43)}&code=${'b'.repeat(43)}`
    const come = async (result: string): Promise<void> => {
      await page.goto('about:blank') // a change of the fragment alone does not reload the page
      await page.goto(`${world.site.publicUrl}/account?projectId=demo#?result_uri=${encodeURIComponent(result)}`)
    }
    await come(own)
    await expect.poll(() => notice(page)).toBe('This login is no longer valid. Start again.')
    for (const foreign of [
      own.replace('vault', 'attacker'),
      'javascript:alert(1)',
      `${own}&code=`.replace('state', 'x'),
    ]) {
      await come(foreign)
      await heading(page).waitFor()
      expect(await page.locator('.notice').count()).toBe(0)
      expect(page.url()).not.toContain('result_uri')
    }
    expect(await row(page, 'Google').textContent()).toContain('Your only login')
    await owner.context().close()
    await page.context().close()
  })

  test('error: can try again if the vault can’t be reached on the return from a provider', async () => {
    const context = await openContext()
    let isDown = true
    await context.route('**/v1/call', (route) =>
      isDown && route.request().postData()?.includes('social.finish')
        ? route.fulfill({ json: { error: { code: 'UNAVAILABLE', message: 'Down.' } } })
        : route.fallback(),
    )
    const page = await world.open(context)
    await page.getByRole('button', { name: 'Continue with Google' }).click()
    await answer(page, 'ada')
    const again = page.getByRole('button', { name: 'Try again' })
    await again.waitFor()
    isDown = false
    await again.click()
    await heading(page).waitFor()
    expect(await page.locator('.notice').count()).toBe(0)
    await context.close()
  })

  test('sees the recovery phrase only after logging in again with an account linked to the wallet', async () => {
    const page = await enter('elsa')
    world.move(day)
    await page.reload()
    const phrase = section(page, 'Recovery phrase')
    await phrase.getByRole('button', { name: 'Show my recovery phrase' }).click()
    await phrase.getByText('First, verify that it’s you').waitFor()
    // somebody else uses that browser, with their own provider account
    await page.context().clearCookies({ domain: '127.0.0.1' })
    await phrase.getByRole('button', { name: 'Log in with Google again' }).click()
    await answer(page, 'somebody-else')
    await expect.poll(() => notice(page)).toBe('This Google account isn’t linked to this wallet.')
    await page.context().clearCookies({ domain: '127.0.0.1' })
    await phrase.getByRole('button', { name: 'Show my recovery phrase' }).click()
    await phrase.getByRole('button', { name: 'Log in with Google again' }).click()
    await answer(page, 'elsa')
    await expect.poll(() => notice(page)).toBe('Verified. You can continue within ten minutes.')
    await phrase.getByRole('button', { name: 'Show my recovery phrase' }).click()
    await page.getByRole('button', { name: 'Show', exact: true }).click()
    const words = (await page.getByLabel('Recovery phrase', { exact: true }).textContent()) ?? ''
    expect(mnemonicToAccount(words).address).toBe(await readAddress(page))
    await page.context().close()
  })

  test('removes a login after confirmation, which logs the page out if it used that login', async () => {
    const page = await enter('fay')
    await add(page, 'GitHub', 'fay')
    await row(page, 'GitHub').waitFor()
    // a new browser can remove only the login that it has just verified
    expect(await row(page, 'GitHub').getByRole('button').count()).toBe(0)
    expect(await section(page, 'Logins').getByText('This browser is new to your wallet').isVisible()).toBe(true)
    const address = await readAddress(page)
    await page.getByRole('button', { name: 'Remove Google' }).click()
    await row(page, 'Google').getByText('logging in with it creates a new one').waitFor()
    await page.getByRole('button', { name: 'Confirm removal' }).click()
    await expect.poll(() => notice(page)).toBe('Google was removed, and this page was logged out.')
    await page.getByRole('button', { name: 'Continue with GitHub' }).click()
    await answer(page, 'fay')
    await heading(page).waitFor()
    expect(await readAddress(page)).toBe(address)
    expect(await section(page, 'Logins').getByRole('listitem').count()).toBe(1)
    const other = await enter('fay')
    expect(await readAddress(other)).not.toBe(address)
    await other.context().close()
    await page.context().close()
  })

  test('adds an email address with a code, and from then on confirms changes by email', async () => {
    const page = await enter('gwen')
    await page.getByRole('button', { name: 'Add an email address' }).click()
    await page.getByLabel('Your email address').fill('gwen@mail.example')
    await page.getByRole('button', { name: 'Send code' }).click()
    const field = page.getByLabel('Six-digit code')
    await field.fill('000000')
    await field.fill(world.getCode('gwen@mail.example'))
    await page.getByRole('button', { name: 'Confirm' }).click()
    await expect.poll(() => notice(page)).toBe('Your email address was added. You can now log in with it.')
    expect(await row(page, 'Email').textContent()).toContain('gwen@mail.example')
    world.move(61_000)
    await page.getByRole('button', { name: 'Add GitHub' }).click()
    await section(page, 'Logins').getByText('emailed you a code').waitFor()
    await field.fill(world.getCode('gwen@mail.example'))
    await page.getByRole('button', { name: 'Confirm' }).click()
    await answer(page, 'gwen')
    await expect.poll(() => notice(page)).toBe('GitHub was added. You can now log in with it.')
    const told = () => world.mailbox.getMails('gwen@mail.example').map(({ subject }) => subject)
    await expect.poll(told).toContain('Your wallet has a new login with GitHub')
    await page.context().close()
  })

  test('adds Farcaster by a link for a phone, and reaches the same wallet with it', async () => {
    const page = await enter('hope')
    await page.getByRole('button', { name: 'Add Farcaster' }).click()
    const link = page.getByRole('link', { name: 'Open Farcaster' })
    await world.farcaster?.scan((await link.getAttribute('href')) ?? '', { name: 'hope' })
    await expect.poll(() => notice(page)).toBe('Farcaster was added. You can now log in with it.')
    const other = await world.open(await openContext())
    await other.getByRole('button', { name: 'Continue with Farcaster' }).click()
    expect(await link.count()).toBe(0)
    const href = (await other.getByRole('link', { name: 'Open Farcaster' }).getAttribute('href')) ?? ''
    await world.farcaster?.scan(href, { name: 'hope' })
    await heading(other).waitFor()
    expect(await readAddress(other)).toBe(await readAddress(page))
    await other.context().close()
    await page.context().close()
  })
})

describe('the account page', () => {
  test('fits a screen 320 px wide, left to right and right to left', async () => {
    const page = await enter('narrow')
    await add(page, 'X', 'a-name-as-long-as-it-may-ever-be')
    await row(page, 'X').waitFor()
    await page.setViewportSize({ width: 320, height: 640 })
    await page.getByRole('button', { name: 'Remove Google' }).click()
    for (const dir of ['ltr', 'rtl']) {
      await page.evaluate((value) => document.documentElement.setAttribute('dir', value), dir)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
    }
    await page.context().close()
  })

  test('logs no script errors and no policy violations', () => {
    // browsers also log each rejected request as an error
    expect(faults.filter((fault) => !fault.includes('the server responded with a status of'))).toEqual([])
  })
})
