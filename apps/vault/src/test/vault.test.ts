import { fundAccount, fundSolana, startMailbox } from '@latchkey/devnet'
import { ed25519 } from '@noble/curves/ed25519.js'
import { base58 } from '@scure/base'
import { Connection, PublicKey, SystemProgram, Transaction } from '@solana/web3.js'
import type { Page } from 'playwright-core'
import { type Address, createPublicClient, type Hex, http, parseEther, toHex, verifyMessage } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase } from '../custody/database/database.js'
import { ask, getFrame } from '../frame/test/openWorld.js'
import { type OpenVault, openVault } from './openVault.js'

let vault: OpenVault
let page: Page
let address: Address
let solanaAddress: string
let email = 'ada@example.org'

beforeAll(async () => {
  vault = await openVault()
})
afterAll(() => vault.stop())

const getMail = (to = email): { readonly links: readonly string[]; readonly codes: readonly string[] } => {
  const mail = vault.mailbox.getMails(to).at(-1)
  if (!mail) throw new Error('There is no mail.')
  return mail
}
/** As the user: opens the emailed link in a tab of the browser, and clicks the button. */
async function approveDevice(from: Page): Promise<void> {
  const tab = await from.context().newPage()
  await tab.goto(getMail().links.find((link) => link.includes('token=')) ?? '')
  await tab.click('button')
  await tab.waitForSelector('text=Device approved')
  await tab.close()
}
async function logIn(from: Page): Promise<void> {
  expect((await ask(from, 'CONNECT_EMAIL', { email })).payload).toEqual({ action: 'VERIFY_DEVICE' })
  const approval = ask(from, 'CONNECT_DEVICE')
  await approveDevice(from)
  expect((await approval).type).toBe('@w3m-frame/CONNECT_DEVICE_SUCCESS')
  expect((await ask(from, 'CONNECT_OTP', { otp: getMail().codes[0] })).type).toBe('@w3m-frame/CONNECT_OTP_SUCCESS')
  vault.move(31_000)
}
const press = async (from = page): Promise<void> => {
  const frame = getFrame(from)
  // long requests must be scrolled to the end
  await frame.locator('.approval .content').evaluate((content) => content.scrollTo(0, content.scrollHeight))
  // by key, which needs no pointer that rests on the button first
  await frame.locator('button:enabled', { hasText: /^(Approve|Revoke|Sign|Send)/ }).press('Enter')
}
const request = (method: string, params: unknown, chainId: number | string = 31337): ReturnType<typeof ask> =>
  ask(page, 'RPC_REQUEST', { method, params, chainId })

describe('a user without a wallet, with two sites and two custody processes', () => {
  test('logs in by email, with a link and a code, and has an EVM and a Solana account', async () => {
    page = await vault.open()
    expect((await ask(page, 'IS_CONNECTED')).payload).toEqual({ isConnected: false })
    expect((await ask(page, 'GET_USER')).payload).toMatchObject({ code: 4100 })
    await logIn(page)
    const { payload } = await ask(page, 'GET_USER')
    expect(payload).toMatchObject({ email, chainId: 31337, address: expect.stringMatching(/^0x[\da-fA-F]{40}$/) })
    address = payload?.['address'] as Address
    const chainId = vault.devnet.solana?.network.caipNetworkId
    solanaAddress = (await ask(page, 'GET_USER', { chainId })).payload?.['address'] as string
    expect(base58.decode(solanaAddress)).toHaveLength(32)
    await ask(page, 'SWITCH_NETWORK', { chainId: 31337 })
  })

  test('stays logged in after a reload, by the cookie alone', async () => {
    await page.reload()
    await page.evaluate('ready()')
    expect((await ask(page, 'IS_CONNECTED')).payload).toEqual({ isConnected: true })
    expect((await ask(page, 'GET_USER')).payload).toMatchObject({ address, email })
    expect((await ask(page, 'CONNECT_EMAIL', { email })).payload).toEqual({ action: 'CONNECT' })
  })

  test('signs a message that viem verifies', async () => {
    const reply = request('personal_sign', [toHex('Hello'), address])
    await press()
    const signature = (await reply).payload as unknown as Hex
    expect(await verifyMessage({ address, message: 'Hello', signature })).toBe(true)
  })

  test('sends ether, with fees from the chain, and sees the amount and the recipient on the screen', async () => {
    const [chain] = vault.devnet.chains
    await fundAccount(chain.rpcUrl, address, parseEther('2'))
    const to = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
    const client = createPublicClient({ transport: http(chain.rpcUrl) })
    const before = await client.getBalance({ address: to })
    const reply = request('eth_sendTransaction', [{ from: address, to, value: toHex(parseEther('0.5')) }])
    await getFrame(page).waitForSelector('.approval:has-text("0.5")')
    const text = (
      await getFrame(page)
        .locator('.approval')
        .evaluate((screen) => screen.textContent ?? '')
    ).replaceAll(/\s+/g, '')
    for (const part of ['0.5', 'ETH', 'localhost', to.slice(-4)]) expect(text).toContain(part)
    await press()
    const hash = (await reply).payload as unknown as Hex
    const receipt = await client.waitForTransactionReceipt({ hash })
    expect([receipt.status, receipt.from.toLowerCase()]).toEqual(['success', address.toLowerCase()])
    expect((await client.getBalance({ address: to })) - before).toBe(parseEther('0.5'))
  })

  test('signs and sends on Solana', async () => {
    const { solana } = vault.devnet
    if (!solana) throw new Error('no solana')
    const { rpcUrl, caipNetworkId } = solana.network
    const signed = request(
      'solana_signMessage',
      { message: base58.encode(Buffer.from('Hello')), pubkey: solanaAddress },
      caipNetworkId,
    )
    await press()
    const { signature } = (await signed).payload as { signature: string }
    expect(ed25519.verify(base58.decode(signature), Buffer.from('Hello'), base58.decode(solanaAddress))).toBe(true)

    await fundSolana(rpcUrl, solanaAddress, 2_000_000_000)
    const connection = new Connection(rpcUrl, 'confirmed')
    const from = new PublicKey(solanaAddress)
    const to = PublicKey.unique()
    const transaction = new Transaction({ feePayer: from, ...(await connection.getLatestBlockhash()) })
    transaction.add(SystemProgram.transfer({ fromPubkey: from, toPubkey: to, lamports: 1_000_000_000 }))
    const bytes = transaction.serialize({ requireAllSignatures: false })
    const sent = request('solana_signAndSendTransaction', { transaction: base58.encode(bytes) }, caipNetworkId)
    await press()
    const reply = (await sent).payload as { signature: string }
    expect(reply).toEqual({ signature: expect.any(String) })
    await expect.poll(() => connection.getBalance(to)).toBe(1_000_000_000)
  })

  test('rejects a request', async () => {
    const reply = request('personal_sign', [toHex('No'), address])
    await getFrame(page).getByRole('button', { name: 'Reject' }).click()
    expect((await reply).payload).toEqual({ message: 'User rejected the request.', code: 4001 })
  })

  test('uses two tabs, and after signing out in one of them the other signs nothing [F38]', async () => {
    const other = await vault.open(page.context())
    expect((await ask(other, 'IS_CONNECTED')).payload).toEqual({ isConnected: true })
    await page.bringToFront()
    const first = request('personal_sign', [toHex('First'), address])
    await press()
    expect(await verifyMessage({ address, message: 'First', signature: (await first).payload as unknown as Hex })).toBe(
      true,
    )
    const second = request('personal_sign', [toHex('Second'), address])
    await getFrame(page).waitForSelector('.approval')
    expect((await ask(other, 'SIGN_OUT')).type).toBe('@w3m-frame/SIGN_OUT_SUCCESS')
    await press()
    expect(await second).toMatchObject({ type: '@w3m-frame/RPC_REQUEST_ERROR', payload: { code: 4100 } })
    expect((await ask(page, 'IS_CONNECTED')).payload).toEqual({ isConnected: false })
    await other.close()
  })

  test('logs in again on a known device with only a code, even after a reload, to the same accounts [F6]', async () => {
    vault.move(31_000)
    expect((await ask(page, 'CONNECT_EMAIL', { email })).payload).toEqual({ action: 'VERIFY_OTP' })
    expect((await ask(page, 'CONNECT_OTP', { otp: '000000' })).type).toBe('@w3m-frame/CONNECT_OTP_ERROR')
    // the page reloads in the middle: the same code is still valid, and no second email is sent yet
    const code = getMail().codes[0]
    const mails = vault.mailbox.getMails(email).length
    await page.reload()
    await page.evaluate('ready()')
    const again = await ask(page, 'CONNECT_EMAIL', { email })
    expect(again).toMatchObject({ type: '@w3m-frame/CONNECT_EMAIL_ERROR', payload: { retryAfter: expect.any(Number) } })
    expect(vault.mailbox.getMails(email)).toHaveLength(mails)
    expect((await ask(page, 'CONNECT_OTP', { otp: code })).type).toBe('@w3m-frame/CONNECT_OTP_SUCCESS')
    expect((await ask(page, 'GET_USER')).payload).toMatchObject({ address, email })
    vault.move(31_000)
  })

  test.each([600_000, -600_000])('logs in even if the browser’s clock is %i ms off', async (offset) => {
    const context = await vault.browser.newContext()
    await context.addInitScript((ms) => {
      const real = Date.now
      Date.now = () => real() + ms
    }, offset)
    const off = await vault.open(context)
    expect((await ask(off, 'IS_CONNECTED')).payload).toEqual({ isConnected: false })
    await logIn(off)
    expect((await ask(off, 'GET_USER')).payload).toMatchObject({ address, email })
    await context.close()
  })

  test('stays logged in if the vault’s clock jumps while the page is open', async () => {
    vault.move(600_000)
    expect((await ask(page, 'GET_USER')).payload).toMatchObject({ address })
  })

  test('changes the email address with a code to each mailbox', async () => {
    const next = 'countess@example.org'
    vault.move(31_000)
    expect((await ask(page, 'UPDATE_EMAIL', { email: next })).payload).toEqual({ action: 'VERIFY_PRIMARY_OTP' })
    expect((await ask(page, 'UPDATE_EMAIL_PRIMARY_OTP', { otp: getMail().codes[0] })).type).toContain('_SUCCESS')
    expect((await ask(page, 'UPDATE_EMAIL_SECONDARY_OTP', { otp: getMail(next).codes[0] })).payload).toEqual({
      newEmail: next,
    })
    expect((await ask(page, 'GET_USER')).payload).toMatchObject({ address, email: next })
  })

  test('stays logged in without cookies, by a single-use token that the app keeps', async () => {
    const context = await vault.openWithoutCookies()
    const tokens = async (from: Page): Promise<readonly string[]> => {
      const heard = (await from.evaluate('heard')) as { data: { type?: string; payload?: { token: string } } }[]
      return heard.flatMap(({ data }) => (data.type === '@w3m-frame/SESSION_UPDATE' ? [data.payload?.token ?? ''] : []))
    }
    email = 'grace@example.org'
    const bare = await vault.open(context)
    expect((await ask(bare, 'IS_CONNECTED')).payload).toEqual({ isConnected: false })
    expect(await tokens(bare)).toEqual([])
    await logIn(bare)
    expect(await context.cookies()).toEqual([])
    const [first] = (await tokens(bare)).slice(-1)
    expect(first).toEqual(expect.any(String))

    await bare.reload()
    await bare.evaluate('ready()')
    expect((await ask(bare, 'IS_CONNECTED', { token: first })).payload).toEqual({ isConnected: true })
    expect((await ask(bare, 'GET_USER')).payload).toMatchObject({ email })
    expect((await tokens(bare)).at(-1)).not.toBe(first)
    // a session resumed this way cannot change the email address
    expect((await ask(bare, 'UPDATE_EMAIL', { email: 'eve@example.org' })).payload).toMatchObject({
      message: 'Sign in again to do this',
    })

    // a copy of the previous token ends the session
    await bare.reload()
    await bare.evaluate('ready()')
    expect((await ask(bare, 'IS_CONNECTED', { token: first })).payload).toEqual({ isConnected: false })
    expect((await ask(bare, 'GET_USER')).payload).toMatchObject({ code: 4100 })
    await context.close()
  })

  test('sees an error in the console after opening the frame’s URL directly [S8.30]', async () => {
    const tab = await vault.browser.newPage()
    const errors: string[] = []
    tab.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
    await tab.goto(`${vault.publicUrl}/?projectId=demo`)
    await expect.poll(() => errors).toEqual(['W3mFrame: parent is not set'])
    await tab.close()
  })

  test('causes no warnings in the vault', () => {
    expect(vault.warnings).toEqual([])
  })
})

describe('an emailed code in an app', () => {
  const wrong = (code: string, step = 1): string => String((Number(code) + step) % 1_000_000).padStart(6, '0')
  const getError = async (from: Page, otp: string | undefined): Promise<unknown> =>
    (await ask(from, 'CONNECT_OTP', { otp })).payload?.['message']
  const startAgain = async (from: Page): Promise<string | undefined> => {
    vault.move(31_000)
    expect((await ask(from, 'CONNECT_EMAIL', { email })).payload).toEqual({ action: 'VERIFY_OTP' })
    return getMail().codes[0]
  }
  let app: Page
  beforeAll(async () => {
    email = 'codes@example.org'
    app = await vault.open()
    await logIn(app)
    await ask(app, 'SIGN_OUT')
  })
  afterAll(() => app.context().close())

  test('is valid after 9 minutes and expired after 11, when another one can be requested [F15]', async () => {
    const late = await startAgain(app)
    vault.move(11 * 60_000)
    expect(await getError(app, late)).toBe('This code has expired. Request a new one.')
    const next = await startAgain(app)
    vault.move(9 * 60_000)
    expect((await ask(app, 'CONNECT_OTP', { otp: next })).type).toBe('@w3m-frame/CONNECT_OTP_SUCCESS')
    await ask(app, 'SIGN_OUT')
    vault.move(3_600_000)
  })

  test('is compared with only three of fifty concurrent guesses [I9]', async () => {
    const code = (await startAgain(app)) ?? ''
    const errors = await Promise.all(Array.from({ length: 50 }, (_, index) => getError(app, wrong(code, index + 1))))
    expect(errors.filter((error) => error === 'Invalid code')).toHaveLength(3)
    const spent = 'Too many incorrect codes. Request a new one.'
    expect(errors.filter((error) => error === spent)).toHaveLength(47)
    expect(await getError(app, code)).toBe(spent)
  })

  test('is valid only in the browser that requested it, once, and for one purpose [I8]', async () => {
    const code = await startAgain(app)
    const other = await vault.open()
    expect(await getError(other, code)).toBe('Request a code first.')
    // nor if that browser has requested a code of its own
    const own = email
    email = 'eve@example.org'
    await logIn(other)
    await ask(other, 'SIGN_OUT')
    await startAgain(other)
    expect(await getError(other, code)).toBe('Invalid code')
    await other.context().close()
    email = own

    expect((await ask(app, 'CONNECT_OTP', { otp: code })).type).toBe('@w3m-frame/CONNECT_OTP_SUCCESS')
    vault.move(61_000)
    expect(await getError(app, code)).toBe('Request a code first.')
    expect((await ask(app, 'UPDATE_EMAIL', { email: 'next@example.org' })).payload).toEqual({
      action: 'VERIFY_PRIMARY_OTP',
    })
    expect((await ask(app, 'UPDATE_EMAIL_PRIMARY_OTP', { otp: code })).payload).toMatchObject({
      message: 'Invalid code',
    })
    expect((await ask(app, 'UPDATE_EMAIL_PRIMARY_OTP', { otp: getMail().codes[0] })).type).toContain('_SUCCESS')
  })

  test('has to be requested again if the browser froze the tab for 11 minutes [F21]', async () => {
    const sleeper = await vault.open()
    email = 'sleeper@example.org'
    expect((await ask(sleeper, 'CONNECT_EMAIL', { email })).payload).toEqual({ action: 'VERIFY_DEVICE' })
    const approval = ask(sleeper, 'CONNECT_DEVICE')
    const session = await sleeper.context().newCDPSession(sleeper)
    await session.send('Page.setWebLifecycleState', { state: 'frozen' })
    vault.move(11 * 60_000)
    await session.send('Page.setWebLifecycleState', { state: 'active' })
    expect(await approval).toMatchObject({
      type: '@w3m-frame/CONNECT_DEVICE_ERROR',
      payload: { message: 'This link has expired. Request a new one.' },
    })
    await logIn(sleeper)
    await sleeper.context().close()
  })
})

describe('the wallet page', () => {
  const openAccount = async (from: Page): Promise<Page> => {
    const tab = await from.context().newPage()
    await tab.goto(`${vault.publicUrl}/account?projectId=demo`)
    return tab
  }

  test('needs no new login if the user is logged in to an app on its site', async () => {
    const own = email
    email = 'same-site@example.org'
    const app = await vault.open(undefined, '', vault.sameSite)
    await logIn(app)
    const mails = vault.mailbox.getMails(email).length
    const tab = await openAccount(app)
    await tab.getByRole('heading', { name: 'Your wallet' }).waitFor()
    const { payload } = await ask(app, 'GET_USER')
    expect(await tab.locator('main > ul code').first().textContent()).toBe(payload?.['address'])
    // no link and no code, but the notice of a new browser
    await expect
      .poll(() =>
        vault.mailbox
          .getMails(email)
          .slice(mails)
          .map(({ subject }) => subject),
      )
      .toEqual(['Your wallet was opened in another browser'])
    await tab.getByRole('button', { name: 'Log out of this page' }).click()
    await tab.getByLabel('Your email address').waitFor()
    // the page stays logged out
    await tab.reload()
    await tab.getByLabel('Your email address').waitFor()
    expect((await ask(app, 'IS_CONNECTED')).payload).toEqual({ isConnected: true })
    email = own
  })

  test('needs a login even if the user is logged in to an app on another site', async () => {
    const own = email
    email = 'other-site@example.org'
    const app = await vault.open()
    await logIn(app)
    const tab = await openAccount(app)
    await tab.getByLabel('Your email address').waitFor()
    email = own
  })
})

describe('a user while parts of the vault fail', () => {
  test('error: cannot log in on a full disk, but later with the same code; others are unaffected [F12]', async () => {
    email = 'reader@example.org'
    const reader = await vault.open()
    await logIn(reader)
    email = 'full@example.org'
    const app = await vault.open()
    await ask(app, 'CONNECT_EMAIL', { email })
    const approval = ask(app, 'CONNECT_DEVICE')
    await approveDevice(app)
    await approval
    const database = openDatabase({ url: vault.databaseUrl, warn: () => undefined })
    const count = (): Promise<unknown> =>
      database.query('SELECT (SELECT count(*) FROM users) AS users, (SELECT count(*) FROM sessions) AS sessions')
    const before = await count()
    await database.query(
      `CREATE FUNCTION is_full() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = 'disk_full'; END $$`,
    )
    await database.query('CREATE TRIGGER is_full BEFORE INSERT ON wallets EXECUTE FUNCTION is_full()')
    const answered = app.waitForResponse((response) => response.url().endsWith('/v1/call'))
    const { type, payload } = await ask(app, 'CONNECT_OTP', { otp: getMail().codes[0] })
    expect([type, payload, (await answered).status()]).toEqual([
      '@w3m-frame/CONNECT_OTP_ERROR',
      { message: 'The wallet service can’t be reached right now.', retryAfter: 5 },
      503,
    ])
    expect(await count()).toEqual(before)
    expect((await ask(reader, 'GET_USER')).payload).toMatchObject({ email: 'reader@example.org' })
    await database.query('DROP TRIGGER is_full ON wallets')
    await database.close()
    expect((await ask(app, 'CONNECT_OTP', { otp: getMail().codes[0] })).type).toBe('@w3m-frame/CONNECT_OTP_SUCCESS')
    await app.context().close()
    await reader.context().close()
  })

  test('error: sees within ten seconds that the email wasn’t sent, and can retry at once [F14]', async () => {
    email = 'unsent@example.org'
    const app = await vault.open()
    await vault.mailbox.stop()
    const began = Date.now()
    expect(await ask(app, 'CONNECT_EMAIL', { email })).toMatchObject({
      type: '@w3m-frame/CONNECT_EMAIL_ERROR',
      payload: { message: 'We couldn’t send the email. Try again.' },
    })
    expect(Date.now() - began).toBeLessThan(10_000)
    const mailbox = await startMailbox({ smtpPort: Number(new URL(vault.mailbox.smtpUrl).port), now: vault.now })
    expect((await ask(app, 'CONNECT_EMAIL', { email })).payload).toEqual({ action: 'VERIFY_DEVICE' })
    expect(mailbox.getMails(email)).toHaveLength(1)
    await mailbox.stop()
    await app.context().close()
  })
})
