import type { LoginAccountType } from '@latchkey/core'
import { describe, expect, test, vi } from 'vitest'
import { createRig, type Rig, type RigOptions } from '../../test/createRig.js'
import { base, mainnet, solanaMainnet, toNetwork } from '../../test/networks.js'
import { createMapStorage } from '../storage/testing/createMapStorage.js'

const { signal } = new AbortController()

async function setUp(options: RigOptions = {}, accountType?: LoginAccountType) {
  const rig = createRig({ smartAccountNetworks: [1], ...options })
  await rig.login()
  const result = await rig.connector.connect({ namespace: 'eip155', accountType, silent: false, signal })
  const { smartAddress, evm } = rig.frame.keys
  const smart = { namespace: 'eip155', address: smartAddress, type: 'smartAccount' }
  const eoa = { namespace: 'eip155', address: evm.address, type: 'eoa' }
  const change = (type: LoginAccountType, own = signal) =>
    rig.connector.features['account:type']?.({ namespace: 'eip155', type, signal: own })
  const getAccounts = async () => (await rig.getEvm()).request({ method: 'eth_accounts' })
  return { rig, result, smart, eoa, change, getAccounts }
}

const users = ({ frame }: Rig) => frame.messages.flatMap((own) => (own.name === 'GET_USER' ? [own.payload] : []))

describe('the account of a login', () => {
  test('is the smart account by default, followed by the EOA', async () => {
    const { rig, result, smart, eoa } = await setUp()
    expect(result).toMatchObject({
      accounts: [smart, eoa],
      smartAccountEnabledNetworks: [1],
      smartAccountDeployed: false,
    })
    expect(users(rig)).toEqual([expect.objectContaining({ chainId: 1, preferredAccountType: 'smartAccount' })])
  })

  test('is the EOA if that is preferred', async () => {
    const { rig, result, smart, eoa } = await setUp({}, 'eoa')
    expect(result.accounts).toEqual([eoa, smart])
    expect(users(rig)).toEqual([expect.objectContaining({ preferredAccountType: 'eoa' })])
  })

  test('is the EOA if the network has no smart accounts', async () => {
    const { rig, result, eoa } = await setUp({ smartAccountNetworks: [8453] })
    expect(result.accounts).toEqual([eoa])
    expect(result.smartAccountDeployed).toBeUndefined()
    expect(users(rig)).toEqual([expect.objectContaining({ preferredAccountType: 'eoa' })])
  })

  for (const [end, leave] of [
    ['its modal is destroyed', (rig: Rig) => rig.end()],
    ['its frame is lost', (rig: Rig) => rig.getClient().lose()],
  ] as const)
    test(`stays the smart account if another tab is loading the networks when ${end}`, async () => {
      const storage = createMapStorage()
      const rig = createRig({ smartAccountNetworks: [1], storage })
      await rig.login()
      const other = createRig({
        answer: ({ name }) => (name === 'GET_SMART_ACCOUNT_ENABLED_NETWORKS' ? null : undefined),
        storage,
      })
      other.login().catch(() => undefined)
      await vi.waitFor(() => expect(other.frame.count('GET_SMART_ACCOUNT_ENABLED_NETWORKS')).toBe(1))
      leave(other)
      await new Promise((resolve) => setTimeout(resolve, 0))
      expect((await rig.connect('eip155')).accounts[0]).toMatchObject({ type: 'smartAccount' })
    })

  test('is the key’s own account on Solana, without any smart account fields', async () => {
    const { rig } = await setUp()
    const solana = await rig.connect('solana')
    expect(solana.accounts).toMatchObject([{ type: 'eoa' }])
    expect(solana).not.toHaveProperty('smartAccountEnabledNetworks')
    expect(solana).not.toHaveProperty('smartAccountDeployed')
  })

  test('[S4.14] is a smart account only if its address is that of the smart account', async () => {
    const address = `0x${'1'.repeat(40)}`
    const reply = (accounts?: readonly object[]) => ({
      address,
      chainId: 1,
      preferredAccountType: 'smartAccount',
      ...(accounts && { accounts }),
    })
    const connect = async (answer: object) =>
      (await setUp({ answer: ({ name }) => (name === 'GET_USER' ? answer : undefined) })).result.accounts[0].type
    expect(await connect(reply([{ address, type: 'eoa' }]))).toBe('eoa')
    expect(await connect(reply([{ address: `0x${'2'.repeat(40)}`, type: 'smartAccount' }]))).toBe('eoa')
    expect(await connect(reply([{ address, type: 'smartAccount' }]))).toBe('smartAccount')
    // frames without an account list
    expect(await connect(reply())).toBe('smartAccount')
  })

  test('[S3.23] stays known as deployed on its chain if the frame does not report it again', async () => {
    const storage = createMapStorage()
    const reply = { address: `0x${'1'.repeat(40)}`, chainId: 1, preferredAccountType: 'smartAccount' }
    const connect = async (more: object) =>
      (await setUp({ storage, answer: ({ name }) => (name === 'GET_USER' ? { ...reply, ...more } : undefined) })).result
    expect((await connect({})).smartAccountDeployed).toBeUndefined()
    expect((await connect({ smartAccountDeployed: true })).smartAccountDeployed).toBe(true)
    expect((await connect({})).smartAccountDeployed).toBe(true)
    expect((await connect({ chainId: 10 })).smartAccountDeployed).toBeUndefined()
  })
})

describe('[S4.14] a change of the account', () => {
  test('is read from the frame when the user returns to the page after setting up self-custody', async () => {
    const document = { visibilityState: 'hidden' }
    const [former, own] = [`0x${'1'.repeat(40)}`, `0x${'2'.repeat(40)}`]
    let account = { address: former, type: 'smartAccount', custody: 'needed' }
    const answer = ({ name }: { readonly name: string }) =>
      name === 'GET_USER' ? { address: account.address, chainId: 1, accounts: [account] } : undefined
    const { rig, result, getAccounts } = await setUp({ answer, page: { document } })
    expect(result.accounts).toMatchObject([{ address: former, custody: 'needed' }])
    const look = (visibilityState: string): void => {
      document.visibilityState = visibilityState
      rig.context.env.window()?.dispatchEvent(new Event('visibilitychange'))
    }
    account = { address: own, type: 'smartAccount', custody: 'self' }
    look('hidden')
    expect(users(rig)).toHaveLength(1)
    look('visible')
    await vi.waitFor(async () => expect(await getAccounts()).toEqual([own]))
    expect(rig.events.at(-1)).toEqual([
      'change',
      expect.objectContaining({ accounts: [expect.objectContaining({ address: own, custody: 'self' })] }),
    ])
    look('visible')
    expect(users(rig)).toHaveLength(2)
  })

  test('is reported to the app and the modal before it resolves, in both directions', async () => {
    const { rig, smart, eoa, change, getAccounts } = await setUp()
    const heard: unknown[] = []
    const provider = await rig.getEvm()
    provider.on('accountsChanged', (accounts) => void heard.push(accounts))
    expect(await change('eoa')).toEqual({ type: 'eoa', address: eoa.address })
    expect(rig.events).toEqual([['change', expect.objectContaining({ namespace: 'eip155', accounts: [eoa, smart] })]])
    expect(await getAccounts()).toEqual([eoa.address])
    expect(await change('smartAccount')).toEqual({ type: 'smartAccount', address: smart.address })
    expect(await getAccounts()).toEqual([smart.address])
    expect(heard).toEqual([[eoa.address], [smart.address]])
  })

  test('survives a network switch and another connect', async () => {
    const { rig, eoa, change } = await setUp({ smartAccountNetworks: [1, 8453] })
    await change('eoa')
    await rig.connector.getFeatures?.('eip155')['network:switch']?.({ network: toNetwork(base), signal })
    expect((await rig.connect('eip155', toNetwork(base))).accounts[0]).toEqual(eoa)
    expect(users(rig).at(-1)).toMatchObject({ chainId: 8453, preferredAccountType: 'eoa' })
  })

  test('falls back to the EOA and rejects with FRAME_FAILED if the frame fails', async () => {
    const answer = ({ name }: { readonly name: string }) =>
      name === 'SET_PREFERRED_ACCOUNT' ? Promise.reject(new Error('The site is down')) : undefined
    const { rig, smart, eoa, change, getAccounts } = await setUp({ answer })
    await expect(change('smartAccount')).rejects.toMatchObject({ code: 'FRAME_FAILED' })
    expect(await getAccounts()).toEqual([eoa.address])
    expect(rig.events.at(-1)).toEqual(['change', expect.objectContaining({ accounts: [eoa, smart] })])
  })

  test.each([
    ['an unknown address', { type: 'smartAccount', address: `0x${'3'.repeat(40)}` }],
    ['an invalid address', { type: 'smartAccount', address: 'x' }],
  ])('error: rejects with INVALID_WALLET_REPLY for %s', async (_, reply) => {
    const answer = ({ name }: { readonly name: string }) => (name === 'SET_PREFERRED_ACCOUNT' ? reply : undefined)
    const { change, getAccounts, eoa } = await setUp({ answer }, 'eoa')
    await expect(change('smartAccount')).rejects.toMatchObject({ code: 'INVALID_WALLET_REPLY' })
    expect(await getAccounts()).toEqual([eoa.address])
  })

  test('error: rejects with INVALID_WALLET_REPLY if the frame keeps the former account, which stays in use', async () => {
    let address = ''
    const answer = ({ name }: { readonly name: string }) =>
      name === 'SET_PREFERRED_ACCOUNT' ? { type: 'smartAccount', address } : undefined
    const { change, getAccounts, eoa } = await setUp({ answer }, 'eoa')
    address = eoa.address
    await expect(change('smartAccount')).rejects.toMatchObject({ code: 'INVALID_WALLET_REPLY' })
    expect(await getAccounts()).toEqual([eoa.address])
  })

  test('[S6.2] rejects with CHAIN_NOT_SUPPORTED, without a call, if the network has no smart accounts', async () => {
    const { rig, change, getAccounts, eoa } = await setUp({ smartAccountNetworks: [8453] })
    await expect(change('smartAccount')).rejects.toMatchObject({ code: 'CHAIN_NOT_SUPPORTED' })
    expect(rig.frame.count('SET_PREFERRED_ACCOUNT')).toBe(0)
    expect(await getAccounts()).toEqual([eoa.address])
  })

  test('[S4.41] initializes the smart account before selecting it, until it is deployed', async () => {
    let isDeployed = false
    const { rig, smart, change } = await setUp(
      { answer: ({ name }) => (name === 'INIT_SMART_ACCOUNT' ? { address: smart.address, isDeployed } : undefined) },
      'eoa',
    )
    await change('smartAccount')
    expect(rig.frame.messages.slice(-2).map(({ name }) => name)).toEqual([
      'INIT_SMART_ACCOUNT',
      'SET_PREFERRED_ACCOUNT',
    ])
    isDeployed = true
    await change('eoa')
    await change('smartAccount')
    expect(rig.events).toContainEqual(['change', expect.objectContaining({ smartAccountDeployed: true })])
    await change('eoa')
    await change('smartAccount')
    expect(rig.frame.count('INIT_SMART_ACCOUNT')).toBe(2)
  })

  test('error: does not select a smart account that cannot be initialized', async () => {
    const down = () => Promise.reject(new Error('The site is down'))
    const foreign = () => ({ address: `0x${'3'.repeat(40)}`, isDeployed: true })
    for (const [reply, code] of [
      [down, 'FRAME_FAILED'],
      [foreign, 'INVALID_WALLET_REPLY'],
    ] as const) {
      const answer = ({ name }: { readonly name: string }) => (name === 'INIT_SMART_ACCOUNT' ? reply() : undefined)
      const { rig, eoa, change, getAccounts } = await setUp({ answer }, 'eoa')
      await expect(change('smartAccount')).rejects.toMatchObject({ code })
      expect(await getAccounts()).toEqual([eoa.address])
      expect(rig.frame.count('SET_PREFERRED_ACCOUNT')).toBe(0)
    }
  })

  test('error: rejects with UNAUTHORIZED without a login, and with FEATURE_NOT_SUPPORTED on Solana', async () => {
    const rig = createRig()
    const ask = (namespace: 'eip155' | 'solana') =>
      rig.connector.features['account:type']?.({ namespace, type: 'eoa', signal })
    await expect(ask('eip155')).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    await expect(ask('solana')).rejects.toMatchObject({ code: 'FEATURE_NOT_SUPPORTED' })
  })

  test('changes nothing if the caller aborts', async () => {
    const answer = ({ name }: { readonly name: string }) => (name === 'SET_PREFERRED_ACCOUNT' ? null : undefined)
    const { rig, change, getAccounts, smart } = await setUp({ answer })
    const leaving = new AbortController()
    const changing = change('eoa', leaving.signal)
    await vi.waitFor(() => expect(rig.frame.count('SET_PREFERRED_ACCOUNT')).toBe(1))
    leaving.abort(new Error('left'))
    await expect(changing).rejects.toThrow('left')
    expect(await getAccounts()).toEqual([smart.address])
    expect(rig.events).toEqual([])
  })
})

describe('[S4.15] on another network', () => {
  const go = async (rig: Rig, id: 'eip155:1' | 'eip155:8453') =>
    rig.connector.getFeatures?.('eip155')['network:switch']?.({ network: toNetwork(id), signal })

  test('without smart accounts the login uses the EOA, and the smart account again after switching back', async () => {
    const { rig, smart, eoa, getAccounts } = await setUp()
    await go(rig, base)
    expect(await getAccounts()).toEqual([eoa.address])
    expect(rig.events.at(-1)).toEqual(['change', { namespace: 'eip155', accounts: [eoa], caipNetworkId: base }])
    expect(rig.connector.getFeatures?.('eip155')['calls:send']).toBeUndefined()
    await go(rig, mainnet)
    expect(await getAccounts()).toEqual([smart.address])
    expect(rig.connector.getFeatures?.('eip155')['calls:send']).toBeDefined()
  })

  test('nothing changes if the frame cannot return the user', async () => {
    const { rig, smart, getAccounts } = await setUp({
      answer: ({ name, payload }) =>
        name === 'GET_USER' && (payload as { readonly chainId: number }).chainId === 8453
          ? Promise.reject(new Error('The site is down'))
          : undefined,
    })
    await expect(go(rig, base)).rejects.toMatchObject({ code: 'FRAME_FAILED' })
    expect(await getAccounts()).toEqual([smart.address])
  })

  test('connecting Solana again sends GET_USER only once', async () => {
    const { rig } = await setUp()
    await rig.connect('solana')
    const before = rig.frame.count('GET_USER')
    expect((await rig.connect('solana')).caipNetworkId).toBe(solanaMainnet)
    expect(rig.frame.count('GET_USER')).toBe(before + 1)
  })
})
