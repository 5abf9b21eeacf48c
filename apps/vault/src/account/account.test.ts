import type { Page } from 'playwright-core'
import { toHex } from 'viem'
import { generatePrivateKey, mnemonicToAccount, privateKeyToAddress } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Visitor } from '../custody/test/createVisitor.js'
import { toFactorValue } from '../encoding/printedCode.js'
import { startParentPage } from '../frame/test/startParentPage.js'
import { type AccountWorld, openAccountWorld } from './test/openAccountWorld.js'

const day = 86_400_000
const email = 'ada@mail.example'

let world: AccountWorld
let app: Visitor
let page: Page
const faults: string[] = []
beforeAll(async () => {
  world = await openAccountWorld()
  app = await world.logInApp(email)
  const context = await world.browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] })
  context.on('weberror', (fault) => faults.push(String(fault.error())))
  context.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text())
  })
  page = await world.open(context)
})
afterAll(() => world?.stop())

/** Confirms the pending action with the emailed code. */
async function confirm(): Promise<void> {
  const field = page.getByLabel('Six-digit code')
  await field.waitFor()
  await field.fill(world.getCode(email))
  await page.getByRole('button', { name: 'Confirm' }).click()
}
const section = (name: string) => page.locator('section', { has: page.getByRole('heading', { name, exact: true }) })
async function signs(): Promise<string> {
  await app.get('hello', {})
  const { accounts } = await app.get('user.get', {})
  const params = [toHex('x'), accounts[0]?.address]
  const asked = await app.ask('request.prepare', { method: 'personal_sign', params, chain: 'eip155:1' })
  if (asked.error) return asked.error.code
  const { id, digest } = asked.result
  return (await app.ask('request.sign', { id, digest })).error?.code ?? 'signed'
}

describe('the account page', () => {
  test('forbids framing, openers and foreign scripts by its headers, and returns 404 for an unknown project', async () => {
    const response = await fetch(`${world.site.url}/account?projectId=demo`)
    const policy = response.headers.get('content-security-policy') ?? ''
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).toContain("script-src 'self'")
    expect(policy).toContain("require-trusted-types-for 'script'")
    expect(response.headers.get('cross-origin-opener-policy')).toBe('same-origin')
    expect((await fetch(`${world.site.url}/account?projectId=other`)).status).toBe(404)
  })

  test('logs in by email, shows the addresses, and emails a notice about the new browser', async () => {
    await world.logIn(page, email)
    expect(await page.getByRole('paragraph').getByText(email).isVisible()).toBe(true)
    const { accounts } = await app.get('user.get', {})
    for (const { address } of accounts) expect(await page.getByText(address).isVisible()).toBe(true)
    await expect
      .poll(() => world.mailbox.getMails(email).map(({ subject }) => subject))
      .toContain('Your wallet was opened in another browser')
    // the session survives a reload
    await page.reload()
    await page.getByRole('heading', { name: 'Your wallet' }).waitFor()
  })

  test('copies an address, or says that the browser doesn’t allow it', async () => {
    const row = page.locator('.address').first()
    const copy = row.getByRole('button', { name: /^Copy address/ })
    await page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.reject(new DOMException('Denied.', 'NotAllowedError'))
    })
    await copy.click()
    await row.getByText('Your browser doesn’t allow copying.').waitFor()
    // restores the browser’s own method
    await page.evaluate(() => Reflect.deleteProperty(navigator.clipboard, 'writeText'))
    await copy.click()
    await row.getByText('Address copied').waitFor({ state: 'attached' })
    expect(await row.getByRole('alert').count()).toBe(0)
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(await row.locator('code').textContent())
  })

  test('lists the logged-in browsers and logs one out', async () => {
    const second = await world.logInApp(email)
    await page.reload()
    const rows = section('Browsers').getByRole('listitem')
    await expect.poll(() => rows.count()).toBe(3)
    expect(await rows.filter({ hasText: 'this page' }).getByRole('button').count()).toBe(0)
    const newest = (await second.get('devices.list', {})).devices.findIndex(({ isThis }) => isThis)
    expect(newest).toBeGreaterThanOrEqual(0)
    const others = rows.filter({ hasText: 'logged in' })
    expect(await others.count()).toBe(2)
    await others.nth(0).getByRole('button', { name: 'Log out' }).click()
    await expect.poll(() => rows.count()).toBe(2)
    const ends = [await second.ask('user.get', {}), await app.ask('user.get', {})]
    expect(ends.filter(({ error }) => error?.code === 'NO_SESSION')).toHaveLength(1)
    if (ends[1]?.error) app = second
  })

  test('shows security notices until they are dismissed, then as earlier notices [T17] @threats', async () => {
    await world.logInApp(email)
    await page.reload()
    const notices = section('Notices')
    const news = notices.locator('ul.notices').first().getByRole('listitem')
    await news.first().waitFor()
    const told = news.filter({ hasText: 'Your wallet was opened in another browser' }).first()
    expect(await told.textContent()).toContain('Firefox on Linux')
    for (const [name, options] of [
      ['light', { colorScheme: 'light', width: 1_000 }],
      ['dark', { colorScheme: 'dark', width: 320 }],
    ] as const) {
      await page.emulateMedia({ colorScheme: options.colorScheme })
      await page.setViewportSize({ width: options.width, height: 800 })
      const isWide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)
      expect([name, isWide]).toEqual([name, false])
      const folder = process.env['LOOK']
      if (folder) await page.screenshot({ path: `${folder}/notices-${name}.png`, fullPage: true })
    }
    await page.emulateMedia({ colorScheme: null })
    await page.setViewportSize({ width: 1_000, height: 800 })
    await notices.getByRole('button', { name: /^Dismiss/ }).click()
    await notices.getByText('No new notices.').waitFor()
    await page.reload()
    await notices.getByText('No new notices.').waitFor()
    await notices.getByText('Earlier notices').click()
    expect(await notices.getByRole('listitem').count()).toBeGreaterThan(0)
  })

  test('shows the recovery phrase in a day-old browser after a fresh code: masked at first, and copied on click', async () => {
    expect(await section('Recovery phrase').getByText('is new to your wallet').isVisible()).toBe(true)
    expect(await section('Recovery phrase').getByRole('button').count()).toBe(0)
    world.move(day)
    await page.reload()
    await page.getByRole('button', { name: 'Show my recovery phrase' }).click()
    await confirm()
    const secret = page.getByLabel('Recovery phrase', { exact: true })
    await secret.waitFor()
    expect(await secret.textContent()).toMatch(/^(•+ ){11}•+$/)
    expect(await page.content()).not.toMatch(/([a-z]{3,8} ){11}[a-z]{3,8}</)
    await page.getByRole('button', { name: 'Show', exact: true }).click()
    const phrase = (await secret.textContent()) ?? ''
    await app.get('hello', {})
    const { accounts } = await app.get('user.get', {})
    expect(mnemonicToAccount(phrase).address).toBe(accounts[0]?.address)
    await page.getByRole('button', { name: 'Hide' }).click()
    expect(await secret.textContent()).toMatch(/^[• ]+$/)
    await page.getByRole('button', { name: 'Copy', exact: true }).click()
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(phrase)
    await expect
      .poll(() => world.mailbox.getMails(email).map(({ subject }) => subject))
      .toContain('Your recovery phrase was shown')
  })

  test('freezes the wallet with one click, and unfreezes it with a fresh code [T1] @threats', async () => {
    world.move(day)
    await page.reload()
    await page.getByRole('button', { name: 'Freeze my wallet' }).click()
    await page.getByRole('heading', { name: 'Your wallet is frozen' }).waitFor()
    expect(await signs()).toBe('FROZEN')
    const folder = process.env['LOOK']
    if (folder) await page.screenshot({ path: `${folder}/frozen.png`, fullPage: true })
    await page.getByRole('button', { name: 'Unfreeze my wallet' }).click()
    await confirm()
    await page.getByText('Your wallet is no longer frozen.').first().waitFor()
    expect(await signs()).toBe('signed')
  })

  test('error: reports a wrong code next to its field, and then accepts the correct one', async () => {
    world.move(day)
    await page.reload()
    await page.getByRole('button', { name: 'Create a recovery code' }).click()
    const field = page.getByLabel('Six-digit code')
    await field.fill('12345')
    await page.getByRole('button', { name: 'Confirm' }).click()
    await expect.poll(() => section('Recovery code').getByRole('alert').last().textContent()).toBe('Invalid code')
    await confirm()
    const printed = page.getByLabel('Recovery code', { exact: true })
    await printed.waitFor()
    await page.getByRole('button', { name: 'Show', exact: true }).click()
    expect(await printed.textContent()).toMatch(/^([0-9A-Z]{4}-){6}[0-9A-Z]{4}$/)
  })

  test('starts a recovery with the recovery code and a code from the new mailbox, and cancels it', async () => {
    world.move(day)
    await page.reload()
    await page.getByRole('button', { name: 'Create a recovery code' }).click()
    await confirm()
    await page.getByRole('button', { name: 'Show', exact: true }).click()
    const printed = await page.getByLabel('Recovery code', { exact: true }).textContent()
    const other = await world.open()
    await other.getByRole('button', { name: 'I can’t access my email' }).click()
    await other.getByLabel('Your printed recovery code').fill(printed ?? '')
    await other.getByRole('button', { name: 'Continue' }).click()
    await other.getByLabel('Your new email address').fill('moved@mail.example')
    await other.getByRole('button', { name: 'Continue' }).click()
    await other.getByLabel('Six-digit code').fill('')
    await other.getByLabel('Six-digit code').fill(world.getCode('moved@mail.example'))
    await other.getByRole('button', { name: 'Start recovery' }).click()
    await other.getByRole('heading', { name: 'Recovery started' }).waitFor()
    await other.context().close()
    await page.reload()
    const cancel = page.getByRole('group', { name: 'Recovery and backup' }).getByRole('button', {
      name: 'Cancel the recovery',
    })
    await cancel.click()
    await expect.poll(() => cancel.count()).toBe(0)
  })

  test('seals the wallet after a day, can cancel that, and unlocks it with the seal code or a passkey', async () => {
    const session = await page.context().newCDPSession(page)
    await session.send('WebAuthn.enable')
    await session.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        ctap2Version: 'ctap2_1',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
        hasPrf: true,
      },
    })
    const seal = async (): Promise<string> => {
      world.move(day)
      await page.reload()
      await page.getByRole('button', { name: 'Seal my wallet' }).click()
      await confirm()
      await section('Sealed wallet').getByRole('button', { name: 'Show', exact: true }).click()
      const printed = (await page.getByLabel('Seal code', { exact: true }).textContent()) ?? ''
      const paper = page.getByLabel('Your printed code')
      await paper.fill(`${printed.slice(0, -1)}${printed.endsWith('7') ? '8' : '7'}`)
      await page.getByRole('button', { name: 'Seal', exact: true }).click()
      await expect
        .poll(() => section('Sealed wallet').getByRole('alert').last().textContent())
        .toMatch(/not valid|not the code/)
      await paper.fill(printed.toLowerCase().replaceAll('-', ' '))
      await page.getByRole('button', { name: 'Seal', exact: true }).click()
      await page.getByText('Your wallet will be sealed on').waitFor()
      expect(await signs()).toBe('signed')
      return printed
    }
    await seal()
    await page.getByRole('button', { name: 'Cancel sealing' }).click()
    await page.getByText('Sealing was canceled').waitFor()
    const printed = await seal()
    world.move(day)
    await page.reload()
    await page.getByText('Your wallet is sealed').waitFor()
    expect(await signs()).toBe('LOCKED')
    await page.getByLabel('Your printed code').fill(printed)
    await page.getByRole('button', { name: 'Unlock', exact: true }).click()
    await page.getByText('Unlocked on this page until').waitFor()
    // the unlock applies to this page only
    expect(await signs()).toBe('LOCKED')
    await app.get('seal.unlock', { value: await toFactorValue(printed) })
    expect(await signs()).toBe('signed')

    await page.getByRole('button', { name: 'Add a passkey for unlocking' }).click()
    await confirm()
    await page.getByLabel('Your printed code').fill(printed)
    await page.getByRole('button', { name: 'Add passkey', exact: true }).click()
    await page.getByText('The passkey was added').waitFor()
    await page.getByRole('button', { name: 'Lock in all browsers' }).click()
    await page.getByRole('button', { name: 'Unlock with passkey' }).click()
    await page.getByText('Unlocked on this page until').waitFor()
    expect(await signs()).toBe('LOCKED')
  })

  test('lets a new browser unlock only after a known one, shown its origin and browser, confirms it', async () => {
    world.move(day)
    const young = await world.open()
    await world.logIn(young, email)
    const sealed = young.locator('section', { has: young.getByRole('heading', { name: 'Sealed wallet' }) })
    expect(await sealed.getByLabel('Your printed code').count()).toBe(0)
    await sealed.getByRole('button', { name: 'Request confirmation' }).click()
    await sealed.getByText('Waiting until').waitFor()
    await page.reload()
    const asked = section('A new browser asks to unlock your wallet')
    await asked.getByText(world.site.publicUrl).waitFor()
    expect(await asked.getByText('Chrome on Linux').isVisible()).toBe(true)
    await asked.getByRole('button', { name: 'Confirm this browser' }).click()
    await page.getByText('That browser can now unlock your wallet').waitFor()
    expect(await asked.count()).toBe(0)
    await sealed.getByRole('button', { name: 'Check again' }).click()
    await sealed.getByLabel('Your printed code').waitFor()
    // a second browser is declined and logged out
    const other = await world.open()
    world.move(3_600_000)
    await world.logIn(other, email)
    await other.getByRole('button', { name: 'Request confirmation' }).click()
    await other.getByText('Waiting until').waitFor()
    await page.reload()
    await asked.getByRole('button', { name: 'Decline and log it out' }).click()
    await page.getByText('That browser is logged out').waitFor()
    await other.getByRole('button', { name: 'Check again' }).click()
    await other.getByLabel('Your email address').waitFor()
    for (const one of [young, other]) await one.context().close()
  })

  test('uses the language of the app’s link, else of the browser, and loads no other language', async () => {
    const context = await world.browser.newContext({ locale: 'de-AT' })
    const german = await context.newPage()
    const loaded: string[] = []
    german.on('request', (request) => loaded.push(new URL(request.url()).pathname))
    await german.goto(`${world.site.publicUrl}/account?projectId=demo`)
    await german.getByRole('heading', { name: 'Bei deiner Demo-Wallet anmelden' }).waitFor()
    expect(await german.title()).toBe('Deine Wallet')
    const field = german.getByLabel('Deine E-Mail-Adresse')
    await field.fill('nobody')
    await german.getByRole('button', { name: 'Anmelden', exact: true }).click()
    await german.getByText('Gib eine gültige E-Mail-Adresse ein').waitFor()
    expect(loaded.filter((path) => path.includes('texts-'))).toEqual([expect.stringMatching(/texts-de-/)])
    await german.goto(`${world.site.publicUrl}/account?projectId=demo&lang=ar`)
    await german.getByRole('heading', { name: 'سجّل الدخول إلى محفظتك في' }).waitFor()
    const root = german.locator('html')
    expect([await root.getAttribute('lang'), await root.getAttribute('dir')]).toEqual(['ar', 'rtl'])
    // windows are translated too; an unsupported language falls back to English
    await german.goto(`${world.site.publicUrl}/unlock`)
    await german.getByText('Hier gibt es nichts zu entsperren.').waitFor()
    await german.goto(`${world.site.publicUrl}/passkey?lang=ja`)
    await german.getByRole('heading', { name: 'アプリでやり直してください' }).waitFor()
    const answer = await fetch(`${world.site.url}/account`, { headers: { 'accept-language': 'nl' } })
    expect(await answer.text()).toContain('<html lang="en">')
    await context.close()
  })

  test('imports a private key, never sends it unencrypted, and later shows it with the recovery phrase', async () => {
    const context = await world.browser.newContext()
    const own = await world.open(context)
    const owner = 'keys@mail.example'
    const sent: string[] = []
    own.on('request', (request) => sent.push(request.postData() ?? ''))
    await world.logIn(own, owner)
    const prove = async (): Promise<void> => {
      await own.getByRole('button', { name: 'Confirm', exact: true }).waitFor()
      await own.getByLabel('Six-digit code').fill(world.getCode(owner))
      await own.getByRole('button', { name: 'Confirm', exact: true }).click()
    }
    const addresses = own.locator('main > ul code')
    const before = await addresses.allTextContents()
    const key = generatePrivateKey()
    await own.getByRole('button', { name: 'Import a private key' }).click()
    const field = own.getByLabel('Private key of EVM')
    await field.fill(key.slice(0, -1))
    await own.getByRole('button', { name: 'Continue' }).click()
    await own.getByText('This isn’t a private key of EVM or Solana.').waitFor()
    await field.fill(key)
    await own.getByRole('button', { name: 'Continue' }).click()
    await prove()
    await own.getByText('Your wallet now uses the imported addresses.').waitFor()
    const after = await addresses.allTextContents()
    expect(after.slice(0, 2)).toEqual([privateKeyToAddress(key), before[1]])
    world.move(day)
    await own.reload()
    await own.getByRole('button', { name: 'Show my recovery phrase' }).click()
    await prove()
    const secret = own.getByLabel('Private key: Ethereum and other EVM networks')
    await secret.waitFor()
    await own.getByRole('button', { name: 'Show', exact: true }).nth(1).click()
    expect(await secret.textContent()).toBe(key)
    expect(sent.join()).not.toContain(key.slice(2))
    await context.close()
  })

  test('error: shows the login again, with the reason, if the emailed link expires', async () => {
    const tab = await world.open()
    await tab.getByLabel('Your email address').fill('late@mail.example')
    await tab.getByRole('button', { name: 'Log in', exact: true }).click()
    await tab.getByText('emailed you a link').waitFor()
    world.move(day)
    await tab.locator('.notice').waitFor()
    expect(await tab.locator('.notice').textContent()).toBe('This link has expired. Request a new one.')
    await world.logIn(tab, 'late@mail.example')
    await tab.context().close()
  })

  test('keeps waiting for the emailed link after a failure to reach the vault', async () => {
    const context = await world.browser.newContext()
    let polls = 0
    await context.route('**/v1/call', (route) => {
      if (!route.request().postData()?.includes('email.device')) return route.fallback()
      polls += 1
      if (polls > 1) return route.fallback()
      return route.fulfill({ json: { error: { code: 'UNAVAILABLE', message: 'Try again.', retryAfter: 0 } } })
    })
    const tab = await world.open(context)
    await world.logIn(tab, 'lost@mail.example')
    expect(polls).toBeGreaterThan(1)
    await context.close()
  })

  test('logs no script errors and no policy violations', () => {
    // browsers also log each rejected request as an error
    expect(faults.filter((fault) => !fault.includes('the server responded with a status of'))).toEqual([])
  })
})

describe('a notice link', () => {
  test('logs the browser out only when the button is clicked, not on GET or on a cross-site POST', async () => {
    const visitor = await world.logInApp('links@mail.example')
    world.move(day)
    await world.logInApp('links@mail.example')
    const find = (): string | undefined =>
      world.mailbox
        .getMails('links@mail.example')
        .flatMap(({ links }) => links)
        .findLast((link) => link.includes('/notice?'))
    await expect.poll(find).toBeDefined()
    const link = find() ?? ''
    for (let look = 0; look < 20; look++) await fetch(link.replace(world.site.publicUrl, world.site.url))
    await visitor.get('hello', {})
    expect((await visitor.get('devices.list', {})).devices).toHaveLength(2)
    const foreign = { method: 'POST', body: new URL(link).search.slice(1), headers: { 'sec-fetch-site': 'cross-site' } }
    expect((await fetch(`${world.site.url}/notice`, foreign)).status).toBe(403)
    const tab = await (await world.browser.newContext()).newPage()
    await tab.goto(link)
    expect(await tab.getByRole('heading').textContent()).toBe('Log this browser out?')
    await tab.click('button')
    await tab.getByText('That browser is logged out').waitFor()
    expect((await visitor.get('devices.list', {})).devices).toHaveLength(1)
    expect((await fetch(`${world.site.url}/notice?token=${'x'.repeat(43)}`)).status).toBe(410)
    await tab.context().close()
  })
})

describe('the passkey window', () => {
  type Shared = Window & { challenges: string[]; heard: unknown[]; opened: Window | null }

  /** Opens the window from a page that keeps sending it a challenge; returns the window and what the page received. */
  async function open(opener: Page): Promise<{ readonly window: Page; readonly heard: () => Promise<unknown[]> }> {
    const opened = opener.waitForEvent('popup')
    await opener.evaluate((url) => {
      const page = window as unknown as Shared
      page.heard = []
      page.addEventListener('message', ({ data }) => page.heard.push(data))
      page.opened = page.open(`${url}/passkey?popup=one`)
      const options = { challenge: 'bm90IGEgbG9naW4', rpId: '127.0.0.1' }
      const show = { type: '@latchkey/PASSKEY_SHOW', popup: 'one', origin: 'https://app.example', options }
      page.setInterval(() => page.opened?.postMessage(show, '*'), 20)
    }, world.site.publicUrl)
    return { window: await opened, heard: () => opener.evaluate(() => (window as unknown as Shared).heard) }
  }

  test('runs no WebAuthn ceremony for an opener of another origin, and sends it no messages', async () => {
    const context = await world.browser.newContext()
    await context.addInitScript(() => {
      const page = window as unknown as Shared
      page.challenges = []
      page.heard = []
      page.addEventListener('message', ({ data }) => page.heard.push(data))
      const get = async ({ publicKey }: CredentialRequestOptions): Promise<never> => {
        page.challenges.push(String.fromCharCode(...new Uint8Array(publicKey?.challenge as ArrayBuffer)))
        throw new DOMException('Canceled.', 'NotAllowedError')
      }
      Object.defineProperty(navigator.credentials, 'get', { value: get })
    })
    const parent = await startParentPage()
    const app = await context.newPage()
    await app.goto(parent.origin)
    const hostile = await open(app)
    // by now, the window has received many of its messages
    await expect
      .poll(() => hostile.window.evaluate(() => (window as unknown as Shared).heard.length))
      .toBeGreaterThan(50)
    expect(await hostile.window.evaluate(() => (window as unknown as Shared).challenges)).toEqual([])
    expect(await hostile.window.getByRole('button').count()).toBe(0)
    expect(await hostile.heard()).toEqual([])
    // the same messages are accepted from a page of the vault
    const own = await context.newPage()
    await own.goto(`${world.site.publicUrl}/passkey`)
    const trusted = await open(own)
    await trusted.window.getByRole('button', { name: 'Use passkey' }).waitFor()
    await expect
      .poll(() => trusted.window.evaluate(() => (window as unknown as Shared).challenges))
      .toEqual(['not a login'])
    await context.close()
    await parent.stop()
  })
})
