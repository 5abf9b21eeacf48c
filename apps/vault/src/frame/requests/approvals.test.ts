import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { smallUser } from '../test/createSmallCustody.js'
import { ask, getFrame, openWorld, type World } from '../test/openWorld.js'

let world: World
let page: Page

beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.stop())
beforeEach(async () => {
  ;({ page } = await world.open())
  await ask(page, 'CONNECT_EMAIL', { email: 'ada@example.org' })
  world.custody.approveDevice()
  await ask(page, 'CONNECT_OTP', { otp: '123456' })
})
afterEach(() => page.context().close())

const press = (name: 'Approve' | 'Reject'): Promise<void> => getFrame(page).click(`text=${name}`)
const shown = async (): Promise<readonly string[]> => getFrame(page).locator('pre').allTextContents()
const sign = (text: string): ReturnType<typeof ask> =>
  ask(page, 'RPC_REQUEST', { method: 'personal_sign', params: [text], chainId: 31337 })
const methods = (): readonly string[] => world.counterpart.calls.map(({ parsed }) => parsed.method)
const countOf = (method: string): number => methods().filter((one) => one === method).length

describe('a request that needs approval', () => {
  test('is signed as the vault prepared it once the user approves it', async () => {
    const reply = sign('0x01')
    await press('Approve')
    expect(await reply).toMatchObject({ type: '@w3m-frame/RPC_REQUEST_SUCCESS', payload: '0xsigned' })
    const [prepare, signed] = world.counterpart.calls.slice(-2).map(({ parsed }) => parsed)
    expect(prepare).toMatchObject({
      method: 'request.prepare',
      params: { method: 'personal_sign', params: ['0x01'], chain: 'eip155:31337' },
      origin: world.parent.origin,
    })
    expect(signed).toMatchObject({ method: 'request.sign', params: { digest: 'd' } })
  })

  test('is not signed if the user rejects it, and is also rejected at the vault', async () => {
    const before = countOf('request.sign')
    const reply = sign('0x01')
    await press('Reject')
    expect((await reply).payload).toEqual({ message: 'User rejected the request.', code: 4001 })
    await expect.poll(() => methods().at(-1)).toBe('request.reject')
    expect(countOf('request.sign')).toBe(before)
    expect(await shown()).toEqual([])
  })

  test('of a locked wallet is shown once the user unlocks it, and rejected if they do not', async () => {
    const error = { code: 'LOCKED', message: 'Your wallet is locked.' } as const
    world.custody.faults.push({ method: 'request.prepare', error })
    const reply = sign('0x01')
    await getFrame(page).click('text=Unlock')
    // the 15 minutes may be over by the time it is approved
    world.custody.faults.push({ method: 'request.sign', error })
    await press('Approve')
    await getFrame(page).click('text=Unlock')
    expect((await reply).payload).toBe('0xsigned')
    world.custody.faults.push({ method: 'request.prepare', error })
    const refused = sign('0x02')
    await getFrame(page).click('text=Leave it locked')
    expect((await refused).payload).toEqual({ message: 'User rejected the request.', code: 4001 })
    expect(await shown()).toEqual([])
  })

  test('asks for the second factor once approved, again if it was wrong, and is rejected if the user cancels', async () => {
    const needed = { code: 'FACTOR_NEEDED', message: 'Enter the code.', factors: ['totp'] } as const
    const wrong = { code: 'CODE_WRONG', message: 'This code is wrong.', factors: ['totp'] } as const
    const fault = (error: typeof needed | typeof wrong): void =>
      void world.custody.faults.push({ method: 'request.sign', error })
    fault(needed)
    fault(wrong)
    const reply = sign('0x01')
    await press('Approve')
    const field = getFrame(page).locator('form input')
    await field.fill('000000')
    await getFrame(page).click('text=Continue')
    await getFrame(page).waitForSelector('text=This code is wrong.')
    await field.fill('123456')
    await getFrame(page).click('text=Continue')
    expect((await reply).payload).toBe('0xsigned')
    expect(world.counterpart.calls.at(-1)?.parsed.params).toMatchObject({ proof: { kind: 'code', code: '123456' } })
    fault(needed)
    const refused = sign('0x02')
    await press('Approve')
    await getFrame(page).click('text=Give up')
    expect((await refused).payload).toEqual({ message: 'User rejected the request.', code: 4001 })
    await expect.poll(() => methods().at(-1)).toBe('request.reject')
  })

  test('may be a sign-in with GET_USER: signed if the user approves it, 4001 if they do not [S3.18]', async () => {
    const serializedMessage = 'Sign in as <<AccountAddress>>'
    const [accountAddress, chainId, domain, uri] = [
      '<<AccountAddress>>',
      'eip155:31337',
      'localhost',
      'http://localhost',
    ]
    const siwxMessage = { accountAddress, chainId, domain, uri, version: '1', nonce: '12345678', serializedMessage }
    const signIn = (): ReturnType<typeof ask> => ask(page, 'GET_USER', { chainId: 31337, siwxMessage })
    const reply = signIn()
    await press('Approve')
    const message = `Sign in as ${smallUser.accounts[0]?.address}`
    expect((await reply).payload).toMatchObject({ email: 'ada@example.org', signature: '0xsigned', message })
    const refused = signIn()
    await press('Reject')
    expect((await refused).payload).toMatchObject({ code: 4001 })
    const aborted = await page.evaluate(`post("GET_USER", ${JSON.stringify({ chainId: 31337, siwxMessage })})`)
    await getFrame(page).waitForSelector('pre')
    await ask(page, 'RPC_ABORT', { requestId: aborted })
    await expect.poll(shown).toEqual([])
  })

  test('waits for the one before it: only one screen is shown at a time', async () => {
    const replies = ['0x01', '0x02', '0x03'].map(sign)
    const seen: string[] = []
    for (const name of ['Approve', 'Reject', 'Approve'] as const) {
      await getFrame(page).waitForSelector('pre')
      const screens = await shown()
      expect(screens).toHaveLength(1)
      seen.push((JSON.parse(screens[0] ?? '') as { summary: { params: string[] } }).summary.params[0] ?? '')
      await press(name)
    }
    expect(seen).toEqual(['0x01', '0x02', '0x03'])
    const answers = await Promise.all(replies)
    expect(answers.map(({ type }) => type.split('_').at(-1))).toEqual(['SUCCESS', 'ERROR', 'SUCCESS'])
  })

  test('is dropped by RPC_ABORT with all queued ones, after which a new one is shown [S4.37]', async () => {
    const before = countOf('request.sign')
    const replies = ['0x01', '0x02'].map(sign)
    await getFrame(page).waitForSelector('pre')
    expect((await ask(page, 'RPC_ABORT')).type).toBe('@w3m-frame/RPC_ABORT_SUCCESS')
    for (const reply of await Promise.all(replies))
      expect(reply).toMatchObject({ type: '@w3m-frame/RPC_REQUEST_ERROR', payload: { message: 'Request was aborted' } })
    await expect.poll(shown).toEqual([])
    await expect.poll(() => methods().at(-1)).toBe('request.reject')
    expect(countOf('request.sign')).toBe(before)
    const next = sign('0x03')
    await press('Approve')
    expect((await next).payload).toBe('0xsigned')
  })

  test('is the only one dropped by RPC_ABORT with its id', async () => {
    const first = sign('0x01')
    await getFrame(page).waitForSelector('pre')
    const id = await page.evaluate('post("RPC_REQUEST", { method: "personal_sign", params: ["0x02"], chainId: 31337 })')
    await ask(page, 'RPC_ABORT', { requestId: id })
    expect(await page.evaluate(`until(() => answer(${JSON.stringify(id)}))`)).toMatchObject({
      payload: { message: 'Request was aborted' },
    })
    await press('Approve')
    expect((await first).payload).toBe('0xsigned')
  })

  test('is aborted by Esc if the app provided no message port', async () => {
    const reply = sign('0x01')
    await getFrame(page).waitForSelector('pre')
    await getFrame(page).locator('text=Approve').press('Escape')
    expect((await reply).payload).toMatchObject({ message: 'Request was aborted' })
  })

  test('is dropped on sign-out, and nothing is signed afterwards', async () => {
    const before = countOf('request.sign')
    const reply = sign('0x01')
    await getFrame(page).waitForSelector('pre')
    expect((await ask(page, 'SIGN_OUT')).type).toContain('_SUCCESS')
    expect((await reply).payload).toMatchObject({ message: 'Request was aborted' })
    expect((await sign('0x02')).payload).toEqual({ message: 'Log in first', code: 4100 })
    expect(countOf('request.sign')).toBe(before)
  })

  test('is not signed if the frame reloads before approval, and can be made again', async () => {
    const before = countOf('request.sign')
    const reply = sign('0x01').catch(() => undefined)
    await getFrame(page).waitForSelector('pre')
    await page.reload()
    await reply
    await page.evaluate('ready()')
    expect(await shown()).toEqual([])
    expect(countOf('request.sign')).toBe(before)
    const again = sign('0x01')
    await press('Approve')
    expect((await again).payload).toBe('0xsigned')
  })

  test('error: is never shown if the vault rejects it', async () => {
    const refusal = { code: 'INVALID_PARAMS', message: 'The message is no hex.' } as const
    world.custody.faults.push({ method: 'request.prepare', error: refusal })
    expect((await sign('zz')).payload).toEqual({ message: 'The message is no hex.', code: -32602 })
    expect(await shown()).toEqual([])
  })

  test('error: fails if the vault refuses to sign, while the next one is still shown', async () => {
    world.custody.faults.push({ method: 'request.sign', error: { code: 'NO_SESSION', message: 'Session ended.' } })
    const reply = sign('0x01')
    await press('Approve')
    expect((await reply).payload).toEqual({ message: 'Session ended.', code: 4100 })
    const next = sign('0x02')
    await press('Approve')
    expect((await next).payload).toBe('0xsigned')
  })

  test('error: fails with -32005 and the time to wait if there are too many; the user is notified only once', async () => {
    const error = { code: 'TOO_MANY', message: 'Please try again after 45 seconds', retryAfter: 45 } as const
    world.custody.faults.push({ method: 'request.prepare', error })
    const before = countOf('request.prepare')
    const reply = sign('0x01')
    await getFrame(page).waitForSelector('pre')
    expect(JSON.parse((await shown())[0] ?? '')).toEqual({ notice: { kind: 'tooMany', retryAfter: 45 } })
    await getFrame(page).click('text=Close')
    expect((await reply).payload).toEqual({ message: error.message, code: -32005, retryAfter: 45 })
    const again = await sign('0x01')
    expect(again.payload).toMatchObject({ code: -32005, message: expect.stringContaining('try again after') })
    expect(await shown()).toEqual([])
    expect(countOf('request.prepare')).toBe(before + 1)
  })

  test('error: is rejected while twenty others wait', async () => {
    await page.evaluate(
      'for (let n = 0; n < 20; n++) post("RPC_REQUEST", { method: "personal_sign", params: [String(n)], chainId: 31337 })',
    )
    expect((await sign('0x21')).payload).toEqual({
      message: 'Too many requests are waiting for approval.',
      code: -32005,
    })
    await ask(page, 'RPC_ABORT')
    const next = sign('0x22')
    await press('Approve')
    expect((await next).payload).toBe('0xsigned')
  })

  test('error: is rejected on an unknown network and on one of another namespace', async () => {
    for (const payload of [
      { method: 'personal_sign', params: [], chainId: 1 },
      { method: 'personal_sign', params: [], chainId: 'solana:abc' },
      { method: 'solana_signMessage', params: {}, chainId: 31337 },
    ])
      expect((await ask(page, 'RPC_REQUEST', payload)).payload).toMatchObject({ code: 4902 })
    const mixed = { method: 'solana_signMessage', params: {}, chainNamespace: 'eip155' }
    expect((await ask(page, 'RPC_REQUEST', mixed)).payload).toMatchObject({ code: 4200 })
  })
})

describe('a request to a node', () => {
  test('error: fails with -32603 if the network does not respond', async () => {
    expect((await ask(page, 'RPC_REQUEST', { method: 'eth_blockNumber', params: [], chainId: 31337 })).payload).toEqual(
      {
        message: 'The network isn’t responding. Try again in a moment.',
        code: -32603,
      },
    )
    const transaction = { method: 'eth_sendTransaction', params: [{ to: '0x0' }], chainId: 31337 }
    expect((await ask(page, 'RPC_REQUEST', transaction)).payload).toMatchObject({ code: -32603 })
  })
})
