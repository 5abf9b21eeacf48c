import { fundAccount, startPaymaster } from '@latchkey/devnet'
import type { Page } from 'playwright-core'
import {
  type Address,
  createPublicClient,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  http,
  type PublicClient,
  parseEther,
  toHex,
} from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ask, getFrame } from '../frame/test/openWorld.js'
import { type OpenVault, openVault } from './openVault.js'

type Status = {
  readonly status: number
  readonly receipts?: readonly { readonly transactionHash: Hex; readonly status: Hex }[]
}

const email = 'ada@example.org'
const to: Address = '0x000000000000000000000000000000000000bEEF'
let vault: OpenVault
let page: Page
let client: PublicClient
let key: Address
let smart: Address

beforeAll(async () => {
  vault = await openVault({ accounts: true })
  client = createPublicClient({ transport: http(vault.devnet.chains[0].rpcUrl) })
  page = await logIn(email)
})
afterAll(() => vault?.stop())

async function logIn(email: string): Promise<Page> {
  const page = await vault.open()
  await ask(page, 'CONNECT_EMAIL', { email })
  const getMail = () => vault.mailbox.getMails(email).at(-1)
  const approval = ask(page, 'CONNECT_DEVICE')
  const tab = await page.context().newPage()
  await tab.goto(getMail()?.links.find((link) => link.includes('token=')) ?? '')
  await tab.click('button')
  await tab.waitForSelector('text=Device approved')
  await tab.close()
  await approval
  await ask(page, 'CONNECT_OTP', { otp: getMail()?.codes[0] })
  return page
}

const press = async (): Promise<string> => {
  const content = getFrame(page).locator('.approval .content')
  await content.evaluate((element) => element.scrollTo(0, element.scrollHeight))
  const text = (await getFrame(page).locator('.approval').textContent()) ?? ''
  await getFrame(page)
    .locator('button:enabled', { hasText: /^(Approve|Revoke|Sign|Send)/ })
    .press('Enter')
  return text
}
/** Sends a request and approves it on the screen. Resolves with the response and the screen's text. */
async function request(method: string, params: unknown): Promise<{ readonly payload: unknown; readonly text: string }> {
  const reply = ask(page, 'RPC_REQUEST', { method, params, chainId: 31337 })
  await getFrame(page).waitForSelector('.approval footer')
  const text = await press()
  const { payload } = await reply
  await getFrame(page).waitForSelector('.approval', { state: 'detached' })
  return { payload, text }
}
const read = async (method: string, params: unknown): Promise<unknown> =>
  (await ask(page, 'RPC_REQUEST', { method, params, chainId: 31337 })).payload
const getStatus = async (id: string): Promise<Status> => (await read('wallet_getCallsStatus', [id])) as Status
const verify = (address: Address, message: string, signature: unknown): Promise<boolean> =>
  client.verifyMessage({ address, message, signature: signature as Hex })

describe('a user with a smart account', () => {
  test('has it from the first login on, and can switch to the EOA and back [S3.21]', async () => {
    const networks = (await ask(page, 'GET_SMART_ACCOUNT_ENABLED_NETWORKS')).payload
    expect(networks).toEqual({ smartAccountEnabledNetworks: [31337] })
    const user = (await ask(page, 'GET_USER')).payload as {
      address: Address
      accounts: { address: Address; type: string }[]
    }
    expect(user).toMatchObject({ preferredAccountType: 'smartAccount', smartAccountDeployed: false })
    expect(user.accounts.map(({ type }) => type)).toEqual(['eoa', 'smartAccount'])
    key = user.accounts[0]?.address ?? '0x'
    smart = user.accounts[1]?.address ?? '0x'
    expect(user.address).toBe(smart)
    expect((await ask(page, 'INIT_SMART_ACCOUNT')).payload).toEqual({ address: smart, isDeployed: false })
    expect((await ask(page, 'SET_PREFERRED_ACCOUNT', { type: 'eoa' })).payload).toEqual({ type: 'eoa', address: key })
    expect(await read('eth_accounts', [])).toEqual([key, smart])
    const back = (await ask(page, 'SET_PREFERRED_ACCOUNT', { type: 'smartAccount' })).payload
    expect(back).toEqual({ type: 'smartAccount', address: smart })
    expect(await read('eth_accounts', [])).toEqual([smart, key])
    const solana = (await ask(page, 'GET_USER', { chainId: vault.devnet.solana?.network.caipNetworkId })).payload
    expect(solana).toMatchObject({ preferredAccountType: 'eoa', accounts: [{ type: 'eoa' }] })
    const first = (await ask(page, 'GET_USER', { chainId: 31337, preferredAccountType: 'eoa' })).payload
    expect(first).toMatchObject({ address: key, preferredAccountType: 'eoa' })
    await ask(page, 'GET_USER', { preferredAccountType: 'smartAccount' })
    await page.reload()
    await page.evaluate('ready()')
    expect((await ask(page, 'IS_CONNECTED')).payload).toEqual({ isConnected: true })
    expect((await ask(page, 'GET_USER')).payload).toMatchObject({ address: smart })
  })

  test('signs with either account, and viem verifies both before the smart account is deployed', async () => {
    const { payload, text } = await request('personal_sign', [toHex('Hello'), smart])
    expect(text).toContain('Hello')
    expect(await verify(smart, 'Hello', payload)).toBe(true)
    expect(await verify(key, 'Hello', (await request('personal_sign', [toHex('Hello'), key])).payload)).toBe(true)
  })

  test('sends without ether: a paymaster pays, and the account is deployed', async () => {
    const { payload, text } = await request('eth_sendTransaction', [{ from: smart, to, value: '0x0', data: '0x' }])
    expect(text).toContain('Paid for you')
    expect(text).toContain('Deploys your account')
    const receipt = await client.getTransactionReceipt({ hash: payload as Hex })
    expect(receipt.status).toBe('success')
    expect((await ask(page, 'GET_USER')).payload).toMatchObject({ smartAccountDeployed: true })
    expect((await ask(page, 'INIT_SMART_ACCOUNT')).payload).toEqual({ address: smart, isDeployed: true })
    const signed = await request('personal_sign', [toHex('Again'), smart])
    expect((signed.payload as string).length).toBe(132)
    expect(await verify(smart, 'Again', signed.payload)).toBe(true)
  })

  test('approves several calls at once, each of them shown, and the app can read their status', async () => {
    await fundAccount(vault.devnet.chains[0].rpcUrl, smart, parseEther('1'))
    const { USDC } = vault.devnet.chains[0].tokens
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [to, 2n ** 256n - 1n] })
    const calls = [
      { to, value: toHex(parseEther('0.25')) },
      { to: USDC.address, data },
    ]
    const before = await client.getBalance({ address: to })
    const { payload, text } = await request('wallet_sendCalls', [
      { version: '2.0.0', chainId: '0x7a69', calls, id: 'shop-1' },
    ])
    for (const part of ['Approve 2 calls', 'Call 1', 'Call 2', '0.25', 'ETH', 'Unlimited', 'USDC', 'No limit'])
      expect(text).toContain(part)
    expect(payload).toEqual({ id: 'shop-1', capabilities: {} })
    await expect.poll(async () => (await getStatus('shop-1')).status).toBe(200)
    const { receipts = [] } = await getStatus('shop-1')
    expect(receipts).toMatchObject([{ status: '0x1', transactionHash: expect.stringMatching(/^0x[\da-f]{64}$/) }])
    expect((await client.getBalance({ address: to })) - before).toBe(parseEther('0.25'))
    const again = await ask(page, 'RPC_REQUEST', {
      method: 'wallet_sendCalls',
      params: [{ calls, id: 'shop-1' }],
      chainId: 31337,
    })
    expect(again.payload).toMatchObject({ code: 5720 })
    expect(await read('wallet_getCallsStatus', ['shop-2'])).toMatchObject({ code: 5730 })
  })

  test('has fees paid by a paymaster that the app names, if the vault lists it for the app', async () => {
    const [listed, other] = [vault.paymaster, vault.devnet.paymaster]
    const { rpcUrl } = vault.devnet.chains[0]
    const foreign = await startPaymaster({ chains: [{ id: 31337, rpcUrl }] })
    const send = (url: string, optional: boolean): readonly unknown[] => [
      {
        version: '2.0.0',
        calls: [{ to, value: '0x1' }],
        capabilities: { paymasterService: { url, optional, context: { policy: 'shop' } } },
      },
    ]
    const count = (): readonly unknown[] =>
      [listed, other, foreign].map((one) => one?.calls.filter(({ method }) => method.startsWith('pm_')).length)
    const refuse = async (url: string): Promise<unknown> =>
      (await ask(page, 'RPC_REQUEST', { method: 'wallet_sendCalls', params: send(url, false), chainId: 31337 })).payload
    const [, before] = count()

    const { payload, text } = await request('wallet_sendCalls', send(listed?.toUrl(31337) ?? '', false))
    expect(text).toContain('Paid for you')
    const { id } = payload as { id: string }
    await expect.poll(async () => (await getStatus(id)).status).toBe(200)
    expect(count()).toEqual([2, before, 0])
    expect(listed?.calls.map(({ params }) => (params as unknown[])[3])).toEqual([
      { policy: 'shop' },
      { policy: 'shop' },
    ])

    const unknown = foreign.toUrl(31337)
    const message = `This wallet does not ask the paymaster ${new URL(unknown).host} for this app.`
    expect(await refuse(unknown)).toEqual({ message, code: 5700 })
    listed?.refuse('Not today')
    expect(await refuse(listed?.toUrl(31337) ?? '')).toEqual({
      message: 'The paymaster doesn’t pay for this.',
      code: 5700,
    })
    expect(await getFrame(page).locator('.approval').count()).toBe(0)

    // an optional one is ignored: the network's own pays
    const held = ask(page, 'RPC_REQUEST', { method: 'wallet_sendCalls', params: send(unknown, true), chainId: 31337 })
    await getFrame(page).locator('.approval').getByText('Paid for you').waitFor()
    await ask(page, 'RPC_ABORT')
    expect((await held).payload).toMatchObject({ code: 4001 })
    expect(count()).toEqual([3, (before as number) + 2, 0])
    listed?.refuse(undefined)
    await foreign.stop()
  })

  test('[F34] sees calls pending until they are mined, which happens once', async () => {
    vault.devnet.bundler?.pause()
    const nonce = (): Promise<unknown> => client.getBalance({ address: to })
    const before = await nonce()
    const { payload } = await request('wallet_sendCalls', [{ version: '2.0.0', calls: [{ to, value: '0x1' }] }])
    const { id } = payload as { id: string }
    expect((await getStatus(id)).status).toBe(100)
    vault.devnet.bundler?.resume()
    await expect.poll(async () => (await getStatus(id)).status).toBe(200)
    expect(await nonce()).toBe((before as bigint) + 1n)
    const sent = vault.devnet.bundler?.calls.filter(({ method }) => method === 'eth_sendUserOperation') ?? []
    expect(new Set(sent.map(({ params }) => JSON.stringify(params))).size).toBe(sent.length)
  })

  test('gets the outcome of a request that the app aborts after it was approved and sent', async () => {
    const countSent = (): number =>
      vault.devnet.bundler?.calls.filter(({ method }) => method === 'eth_sendUserOperation').length ?? 0
    const before = countSent()
    vault.devnet.bundler?.pause()
    const params = [{ from: smart, to, value: '0x1', data: '0x' }]
    const reply = ask(page, 'RPC_REQUEST', { method: 'eth_sendTransaction', params, chainId: 31337 })
    await getFrame(page).waitForSelector('.approval footer')
    await press()
    await expect.poll(countSent).toBe(before + 1)
    await ask(page, 'RPC_ABORT')
    vault.devnet.bundler?.resume()
    const { payload } = await reply
    expect(payload).toMatch(/^0x[\da-f]{64}$/)
    expect((await client.getTransactionReceipt({ hash: payload as unknown as Hex })).status).toBe('success')
    await getFrame(page).waitForSelector('.approval', { state: 'detached' })
  })

  test('sends from the active account if from is null', async () => {
    const before = await client.getBalance({ address: smart })
    const { payload } = await request('eth_sendTransaction', [{ from: null, to, value: '0x1', gasPrice: null }])
    expect(payload).toMatch(/^0x[\da-f]{64}$/)
    expect(await client.getBalance({ address: smart })).toBe(before - 1n)
  })

  test('lets the app read the capabilities of its accounts', async () => {
    const { '0x7a69': found } = (await read('wallet_getCapabilities', [smart])) as Record<string, object>
    expect(found).toMatchObject({ atomic: { status: 'supported' }, paymasterService: { supported: true } })
    expect(await read('wallet_getCapabilities', [key])).toEqual({})
    expect(await read('wallet_getCapabilities', [smart, ['0x1']])).toEqual({})
    expect(await read('wallet_getCapabilities', [to])).toMatchObject({ code: 4100 })
  })

  test('lets an app spend without asking, within a permission and until it is revoked', async () => {
    const timestamp = Math.floor(vault.now() / 1_000) + 3_600
    const wanted = {
      chainId: '0x7a69',
      from: smart,
      to: smart,
      permission: {
        type: 'native-token-allowance',
        data: { allowanceAmount: '0x10' },
        isAdjustmentAllowed: false,
      },
      rules: [{ type: 'expiry', data: { timestamp } }],
    }
    const granted = await request('wallet_requestExecutionPermissions', [wanted])
    expect(granted.text).toContain('0.000000000000000016 ETH')
    const [{ context, activation, ...response }] = granted.payload as [{ context: string; activation: Hex }]
    expect(response).toEqual({ ...wanted, dependencies: [] })
    expect(await read('wallet_getGrantedExecutionPermissions', [])).toEqual([{ ...response, context }])
    expect(await read('wallet_getSupportedExecutionPermissions', [])).toMatchObject({
      'native-token-allowance': { chainIds: ['0x7a69'], ruleTypes: ['expiry'] },
    })
    // signed with the same approval, for the service that lists permissions
    const toMessage = (verb: string): string =>
      `${verb} session ${context.slice(2)} of eip155:31337:${smart.toLowerCase()}`
    expect(await verify(smart, toMessage('Activate'), activation)).toBe(true)
    const play = (value: string): ReturnType<typeof ask> =>
      ask(page, 'RPC_REQUEST', {
        method: 'wallet_sendCalls',
        chainId: 31337,
        params: [{ version: '2.0.0', calls: [{ to, value }], capabilities: { permissions: { context } } }],
      })
    const { id } = (await play('0x9')).payload as { id: string }
    await expect.poll(async () => (await getStatus(id)).status).toBe(200)
    expect((await play('0x9')).payload).toMatchObject({ code: 4200 })
    const revoked = await request('wallet_revokeExecutionPermission', [{ permissionContext: context }])
    const { revocation } = revoked.payload as { revocation: Hex }
    expect(await verify(smart, toMessage('Revoke'), revocation)).toBe(true)
    expect((await play('0x1')).payload).toMatchObject({ code: 4200 })
    expect(await read('wallet_getGrantedExecutionPermissions', [])).toEqual([])
  })

  test('sees calls fail that were not mined within their hour', async () => {
    vault.devnet.bundler?.pause()
    const { payload } = await request('wallet_sendCalls', [{ version: '2.0.0', calls: [{ to, value: '0x1' }] }])
    const { id } = payload as { id: string }
    expect((await getStatus(id)).status).toBe(100)
    vault.move(66 * 60_000)
    expect((await getStatus(id)).status).toBe(400)
    vault.devnet.bundler?.resume()
  })

  test('is never asked for control over the account: such requests are rejected at once', async () => {
    const data = `0x610b5925${'0'.repeat(24)}${to.slice(2)}`
    for (const [method, params] of [
      ['eth_sendTransaction', [{ from: smart, to: smart, data }]],
      [
        'wallet_sendCalls',
        [
          {
            calls: [
              { to, value: '0x1' },
              { to: smart, data },
            ],
          },
        ],
      ],
      ['personal_sign', [`0x${'9f'.repeat(32)}`, key]],
    ] as const) {
      const { payload } = await ask(page, 'RPC_REQUEST', { method, params, chainId: 31337 })
      expect(payload).toMatchObject({ code: 4200 })
    }
    expect(vault.warnings).toEqual([])
  })

  test('can send a second request while the first one is still deploying the account', async () => {
    page = await logIn('grace@example.org')
    vault.devnet.bundler?.pause()
    const params = [{ version: '2.0.0', calls: [{ to, value: '0x0' }] }]
    await request('wallet_sendCalls', params)
    const reply = ask(page, 'RPC_REQUEST', { method: 'wallet_sendCalls', params, chainId: 31337 })
    // long enough to show it, if it did not wait for the first
    await page.waitForTimeout(2_000)
    vault.devnet.bundler?.resume()
    await getFrame(page).waitForSelector('.approval footer')
    expect(await press()).not.toContain('Deploys your account')
    const { id } = (await reply).payload as unknown as { id: string }
    await expect.poll(async () => (await getStatus(id)).status).toBe(200)
  })
})
