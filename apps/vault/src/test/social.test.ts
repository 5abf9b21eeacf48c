import { randomBytes } from 'node:crypto'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ask } from '../frame/test/openWorld.js'
import { startParentPage } from '../frame/test/startParentPage.js'
import { type OpenVault, openVault } from './openVault.js'

let vault: OpenVault
beforeAll(async () => {
  vault = await openVault()
})
beforeEach(() => {
  popupId = randomBytes(16).toString('hex')
})
afterAll(() => vault?.stop())
afterEach(async () => {
  vault.identity.setFaults({})
  for (const context of vault.browser.contexts()) await context.close()
})

type Heard = { readonly data: { readonly resultUri?: string }; readonly origin: string }
type AppWindow = { popup: Window | null; open(url: string, name: string): Window | null }

/** Chosen by the app's page, for one login. */
let popupId: string

/** As the app's page does on a click. */
async function openPopup(page: Page, url: string): Promise<Page> {
  const opened = page.context().waitForEvent('page')
  await page.evaluate((address) => {
    const app = globalThis as unknown as AppWindow
    app.popup = app.open(address, '_blank')
  }, url)
  return opened
}

/** Results that the page has received, with their origins. */
const hear = (page: Page): Promise<readonly Heard[]> =>
  page.evaluate('heard.filter(({ data }) => data && data.resultUri).map(({ data, origin }) => ({ data, origin }))')

async function startLogin(page: Page, provider: string): Promise<{ readonly uri: string; readonly state: string }> {
  const { payload } = await ask(page, 'GET_SOCIAL_REDIRECT_URI', { provider, popup: popupId })
  const uri = String(payload?.['uri'])
  return { uri, state: new URL(uri).searchParams.get('state') ?? '' }
}

/** Answers on the provider's page, as the user. */
async function answer(popup: Page, name: string, button: 'Allow' | 'Deny' = 'Allow'): Promise<void> {
  await popup.getByLabel('Name').fill(name)
  await popup.getByRole('button', { name: button }).click()
}

/** Navigates the popup, as the app's page does. */
const lead = (page: Page, uri: string): Promise<void> =>
  page.evaluate((address) => {
    const { popup } = globalThis as unknown as AppWindow
    if (popup) popup.location.href = address
  }, uri)

/** Confirms that the user has started the login, once the button is enabled. */
async function pressContinue(popup: Page): Promise<void> {
  const button = popup.getByRole('button', { name: 'Continue' })
  await button.hover()
  await popup.waitForTimeout(600) // a pointer that has only just entered is not trusted
  await button.click()
}

const toResult = (state: string): string => `${vault.publicUrl}/social/result?state=${state}`

describe('a social login in a popup', () => {
  test.each(['google', 'github', 'apple', 'facebook', 'x', 'discord'])('%s [S4.11]', async (provider) => {
    const page = await vault.open()
    const popup = await openPopup(page, `${vault.publicUrl}/loading?popup=${popupId}`)
    const errors: string[] = []
    popup.on(
      'console',
      (message) => message.type() === 'error' && errors.push(`${message.text()} ${message.location().url}`),
    )
    const { uri } = await startLogin(page, provider)
    expect(uri.startsWith(`${vault.publicUrl}/social/start?state=`)).toBe(true)
    await lead(page, uri)
    await answer(popup, 'ada')
    await expect.poll(() => hear(page)).toHaveLength(1)
    const [message] = await hear(page)
    expect(message?.origin).toBe(vault.publicUrl)
    const { payload } = await ask(page, 'CONNECT_SOCIAL', { uri: message?.data.resultUri, chainId: 31337 })
    const address = expect.stringMatching(/^0x[\da-fA-F]{40}$/)
    expect(payload).toEqual({
      address,
      chainId: 31337,
      email: null,
      userName: 'ada',
      socialProvider: provider,
      accounts: [{ address, type: 'eoa' }],
      preferredAccountType: 'eoa',
      smartAccountDeployed: false,
    })
    expect((await ask(page, 'GET_USER')).payload).toEqual(payload)
    expect((await ask(page, 'IS_CONNECTED')).payload).toEqual({ isConnected: true })
    // the favicon is not ours
    expect(errors.filter((text) => !text.includes('favicon'))).toEqual([])
    // the app closes it once it has the result; until then it names the app
    expect(await popup.locator('main').textContent()).toContain(vault.parent.origin)
  })

  test('error: reports a login that the user denied, in the popup and to the app', async () => {
    const page = await vault.open()
    const popup = await openPopup(page, `${vault.publicUrl}/loading?popup=${popupId}`)
    const { uri } = await startLogin(page, 'google')
    await lead(page, uri)
    await answer(popup, 'ada', 'Deny')
    await popup.getByRole('alert').getByText('You did not allow it at Google.').waitFor()
    await expect.poll(() => hear(page)).toHaveLength(1)
    const [message] = await hear(page)
    const reply = await ask(page, 'CONNECT_SOCIAL', { uri: message?.data.resultUri })
    expect(reply).toMatchObject({
      type: '@w3m-frame/CONNECT_SOCIAL_ERROR',
      payload: { message: 'You did not allow it at Google.', code: 4001 },
    })
    expect((await ask(page, 'GET_USER')).payload).toMatchObject({ code: 4100 })
  })

  test('error: rejects a popup that closed without a result, and results of another site [I12]', async () => {
    const page = await vault.open()
    const popup = await openPopup(page, `${vault.publicUrl}/loading?popup=${popupId}`)
    const { state } = await startLogin(page, 'google')
    await popup.close()
    expect((await ask(page, 'CONNECT_SOCIAL', { uri: toResult(state) })).payload).toEqual({
      message: 'Popup closed',
      code: -32002,
    })
    for (const uri of [
      `https://attacker.example/social/result?state=${state}`,
      `${vault.parent.origin}/social/result?state=${state}`,
    ])
      expect((await ask(page, 'CONNECT_SOCIAL', { uri })).payload).toMatchObject({ code: -32602 })
  })
})

describe('a social login whose popup cannot reach the app’s page', () => {
  test('works on an isolated page, once the user confirms it in the popup [F19]', async () => {
    const page = await vault.open(undefined, '&isolated=1')
    const popup = await openPopup(page, `${vault.publicUrl}/loading?popup=${popupId}`)
    await popup.getByText('Taking you to your provider').waitFor()
    // to the page, it looks closed at once
    await expect.poll(() => page.evaluate('popup.closed')).toBe(true)
    const { state } = await startLogin(page, 'google')
    const held = ask(page, 'CONNECT_SOCIAL', { uri: toResult(state) })
    await answer(popup, 'isolated')
    await popup.getByRole('heading', { name: 'Did you start this login?' }).waitFor()
    for (const text of [vault.parent.origin, 'Demo', 'isolated', 'Chrome on Linux', '127.0.0.x'])
      await popup.locator('dd').getByText(text).first().waitFor()
    await pressContinue(popup)
    expect((await held).payload).toMatchObject({ userName: 'isolated' })
    expect(await hear(page)).toEqual([])
  })

  test('works with an isolated provider, found by its state once the user confirms it', async () => {
    vault.identity.setFaults({ isIsolated: true })
    const page = await vault.open()
    const popup = await openPopup(page, `${vault.publicUrl}/loading?popup=${popupId}`)
    const { uri, state } = await startLogin(page, 'google')
    await lead(page, uri)
    await answer(popup, 'cut-off')
    await pressContinue(popup)
    await expect
      .poll(async () => (await ask(page, 'CONNECT_SOCIAL', { uri: toResult(state) })).payload)
      .toMatchObject({ userName: 'cut-off' })
  })

  test('error: sends nothing to another site that opened it, and does not ask the user', async () => {
    const page = await vault.open()
    const { uri, state } = await startLogin(page, 'google')
    const foreign = await startParentPage()
    // another browser, whose user was tricked into it
    const victim = await (await vault.browser.newContext()).newPage()
    await victim.goto(`${foreign.origin}/`)
    const popup = await openPopup(victim, uri)
    await answer(popup, 'talked-into')
    await popup.getByText('Demo didn’t accept the login').waitFor()
    expect(await popup.getByRole('button').count()).toBe(0)
    expect(await victim.evaluate('heard.length')).toBe(0)
    // nor does it work with the URL of the loading page or of the login in a separate window
    const { uri: next, state: nextState } = await startLogin(page, 'google')
    const window = await victim.context().newPage()
    await window.goto(`${vault.publicUrl}/loading?popup=${popupId}`)
    await window.getByText('This window wasn’t opened by an app').waitFor()
    await window.goto(next)
    await answer(window, 'talked-into')
    await window.getByRole('heading', { name: 'Log in where you started' }).waitFor()
    for (const one of [state, nextState])
      expect((await ask(page, 'CONNECT_SOCIAL', { uri: toResult(one) })).payload).toMatchObject({
        message: expect.stringMatching(/^(Popup closed|This login is no longer valid)/),
      })
    expect((await ask(page, 'GET_USER')).payload).toMatchObject({ code: 4100 })
    await foreign.stop()
  })

  test.each(['google', 'apple'])(
    'error: a response of %s in another browser logs no one in, nor disturbs the original one [T6]',
    async (provider) => {
      const page = await vault.open()
      const { uri, state } = await startLogin(page, provider)
      const popup = await page.context().newPage()
      const toProvider = popup.waitForRequest(
        (request) => new URL(request.url()).port === new URL(vault.identity.url).port,
      )
      await popup.goto(uri)
      const { href } = new URL((await toProvider).url())
      const victim = await (await vault.browser.newContext()).newPage()
      await victim.goto(href)
      await answer(victim, 'victim')
      await victim.getByRole('heading', { name: 'Log in where you started' }).waitFor()
      expect(await victim.getByRole('button').count()).toBe(0)
      expect((await ask(page, 'CONNECT_SOCIAL', { uri: toResult(state) })).payload).toMatchObject({ code: -32002 })
      expect((await ask(page, 'GET_USER')).payload).toMatchObject({ code: 4100 })
      await answer(popup, 'honest')
      await popup.getByRole('heading', { name: 'Log in where you started' }).waitFor()
    },
  )

  test('error: the confirmation ignores clicks that are early, during a resize or made by a script', async () => {
    const page = await vault.open(undefined, '&isolated=1')
    const popup = await openPopup(page, `${vault.publicUrl}/loading?popup=${popupId}`)
    const { state } = await startLogin(page, 'google')
    await answer(popup, 'hasty')
    const button = popup.getByRole('button', { name: 'Continue' })
    await button.waitFor()
    // protects from the second click of a double click that started on another page
    expect(await button.isDisabled()).toBe(true)
    const box = await button.boundingBox()
    await popup.mouse.move((box?.x ?? 0) + 5, (box?.y ?? 0) + 5)
    await expect.poll(() => button.isEnabled()).toBe(true)
    await popup.evaluate("document.querySelector('button').click()")
    await popup.mouse.move((box?.x ?? 0) + 9, (box?.y ?? 0) + 5)
    // the window is resized during the click
    await popup.evaluate(`globalThis.changed = new Promise((resolve) =>
      new MutationObserver(resolve).observe(document.querySelector('button'), { attributes: true })).then(() => true)
      addEventListener('pointerdown', () => dispatchEvent(new Event('resize')), { capture: true, once: true })`)
    await popup.mouse.down()
    await popup.mouse.up()
    expect(await popup.evaluate('globalThis.changed')).toBe(true)
    expect((await ask(page, 'GET_USER')).payload).toMatchObject({ code: 4100 })
    await pressContinue(popup)
    await expect
      .poll(async () => (await ask(page, 'CONNECT_SOCIAL', { uri: toResult(state) })).payload)
      .toMatchObject({ userName: 'hasty' })
  })

  test('works without a popup: returns to a listed page, with the result only in its fragment', async () => {
    const page = await vault.open()
    const requests: string[] = []
    page.on('request', (request) => requests.push(`${request.url()} ${request.headers()['referer'] ?? ''}`))
    const { uri } = await startLogin(page, 'apple')
    await page.goto(`${uri}&return=${encodeURIComponent(`${page.url()}&kept=1#place`)}`)
    await answer(page, 'no-popup')
    await page.waitForURL(/result_uri=/)
    const back = new URL(page.url())
    expect([back.origin, back.searchParams.get('kept')]).toEqual([vault.parent.origin, '1'])
    expect(requests.filter((text) => text.includes(vault.parent.origin) && text.includes('code='))).toEqual([])
    await page.evaluate('ready()')
    const resultUri = new URLSearchParams(back.hash.replace('#place?', '')).get('result_uri')
    expect(new URL(resultUri ?? '').searchParams.get('provider')).toBe('apple')
    expect((await ask(page, 'CONNECT_SOCIAL', { uri: resultUri })).payload).toMatchObject({ userName: 'no-popup' })
    // the result is valid once, and only in this browser
    const other = await vault.open()
    expect((await ask(other, 'CONNECT_SOCIAL', { uri: resultUri })).payload).toMatchObject({
      message: 'This login is no longer valid. Start again.',
    })
  })

  test('error: rejects a return page that the project does not list, without using up the login', async () => {
    const page = await vault.open()
    const { uri } = await startLogin(page, 'google')
    const window = await page.context().newPage()
    await window.goto(
      `${uri}&return=${encodeURIComponent(`${vault.parent.origin}/redirect?to=https://attacker.example`)}`,
    )
    await window.getByText('returnPaths').waitFor()
    await window.goto(`${uri}&return=${encodeURIComponent(page.url())}`)
    await answer(window, 'listed')
    await window.waitForURL(/result_uri=/)
    expect(new URL(window.url()).origin).toBe(vault.parent.origin)
  })
})

describe('a Farcaster login', () => {
  test('is approved on a phone that opens its link', async () => {
    const page = await vault.open()
    const { payload } = await ask(page, 'GET_FARCASTER_URI')
    const waiting = ask(page, 'CONNECT_FARCASTER')
    const phone = await (await vault.browser.newContext()).newPage()
    await phone.goto(String(payload?.['url']))
    await phone.getByText(new URL(vault.publicUrl).host).first().waitFor()
    await phone.getByLabel('Name').fill('phone')
    await phone.getByRole('button', { name: 'Sign in' }).click()
    await phone.getByText('You are signed in.').waitFor()
    expect((await waiting).payload).toEqual({ userName: 'phone' })
    expect((await ask(page, 'GET_USER')).payload).toMatchObject({
      address: expect.stringMatching(/^0x/),
      email: null,
      userName: 'phone',
      socialProvider: 'farcaster',
    })
  })

  test('error: reports a response that does not prove the identity', async () => {
    const page = await vault.open()
    const { payload } = await ask(page, 'GET_FARCASTER_URI')
    await vault.farcaster.scan(String(payload?.['url']), { name: 'ada', fault: 'otherFid' })
    expect((await ask(page, 'CONNECT_FARCASTER')).payload).toMatchObject({
      message: 'Farcaster couldn’t verify your identity. Its account doesn’t own that Farcaster id.',
    })
  })
})
