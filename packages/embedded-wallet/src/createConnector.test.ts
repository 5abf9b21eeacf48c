import { describe, expect, test, vi } from 'vitest'
import { createMemory, createRig } from '../test/createRig.js'
import { base, mainnet, solanaDevnet, solanaMainnet, toNetwork } from '../test/networks.js'
import { createFrameMemory } from './storage/frameMemory.js'

const { signal } = new AbortController()

describe('the connector', () => {
  test('is one AUTH connector for EVM and Solana with every login feature', () => {
    const { meta, features } = createRig().connector
    expect(meta).toMatchObject({ id: 'embeddedWallet', type: 'AUTH', namespaces: ['eip155', 'solana'] })
    expect(Object.keys(features).sort()).toEqual([
      'account:type',
      'approval:reject',
      'approval:slot',
      'email:approveDevice',
      'email:login',
      'email:update',
      'email:verify',
      'email:verifyPrimary',
      'email:verifySecondary',
      'farcaster:start',
      'farcaster:wait',
      'guest:addLogin',
      'guest:login',
      'login:reopen',
      'passkey:login',
      'passkey:reopen',
      'phone:login',
      'phone:verify',
      'social:login',
      'social:reopen',
      'theme:sync',
      'token:login',
    ])
  })

  test('supports only the namespaces of the modal’s networks', () => {
    const { connector } = createRig({ networks: [toNetwork(solanaDevnet)] })
    expect(connector.meta.namespaces).toEqual(['solana'])
  })

  test('loads the frame client at start only if an earlier login is stored', async () => {
    const fresh = createRig()
    await vi.dynamicImportSettled()
    expect(() => fresh.getClient()).toThrow()

    const storage = createMemory()
    const { context } = createRig({ storage })
    createFrameMemory({ ...context, id: context.options.id }).set('emailLoginUsed', 'true')
    const used = createRig({ storage })
    await vi.waitFor(() => expect(used.getClient()).toBeDefined())
  })

  test('[S4.31] does not load the frame client for a returning user if the app has disabled email and social logins', async () => {
    const storage = createMemory()
    const { context } = createRig({ storage })
    createFrameMemory({ ...context, id: context.options.id }).set('emailLoginUsed', 'true')
    const rig = createRig({ storage, hasLogins: false })
    await vi.dynamicImportSettled()
    expect(() => rig.getClient()).toThrow()
  })

  test('logs in and connects if storage is blocked', async () => {
    const blocked = () => {
      throw new Error('SecurityError')
    }
    const rig = createRig({ env: { storage: blocked } })
    await rig.login()
    expect((await rig.connect()).accounts).toHaveLength(1)
  })
})

describe('connecting', () => {
  test('[S4.34] rejects with UNAUTHORIZED without a login, and sends the frame no request', async () => {
    const rig = createRig()
    await expect(rig.connect()).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    await expect(rig.connect('eip155', undefined, true)).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    expect(rig.frame.count('IS_CONNECTED')).toBe(0)
    expect(rig.frame.count('GET_USER')).toBe(0)
  })

  test('[S4.34] returns the account of the login, on chain 1 if no chain is stored', async () => {
    const rig = createRig({ networks: [toNetwork(base), toNetwork(mainnet)] })
    await rig.login()
    expect(await rig.connect()).toEqual({
      accounts: [{ namespace: 'eip155', address: rig.frame.keys.evm.address, type: 'eoa' }],
      caipNetworkId: mainnet,
      user: { email: 'known@example.org' },
      smartAccountEnabledNetworks: [],
    })
    const [request] = rig.frame.messages.filter(({ name }) => name === 'GET_USER')
    expect(request?.payload).toEqual({ chainId: 1, preferredAccountType: 'eoa', rpcUrl: 'http://127.0.0.1:1' })
    expect(rig.frame.unread).toEqual([])
  })

  test('[S4.34] reconnects on the last used network', async () => {
    const storage = createMemory()
    const first = createRig({ storage })
    await first.login()
    await first.connect('eip155', toNetwork(base))
    const again = createRig({ storage, isLoggedIn: true })
    expect(await again.connect('eip155', undefined, true)).toMatchObject({ caipNetworkId: base })
  })

  test('uses the modal’s network if it has no chain 1', async () => {
    const rig = createRig({ networks: [toNetwork('eip155:31337')] })
    await rig.login()
    expect(await rig.connect()).toMatchObject({ caipNetworkId: 'eip155:31337' })
  })

  test('uses another network if the frame does not know one, and rejects with CHAIN_NOT_SUPPORTED if it knows none', async () => {
    const networks = [mainnet, base, 'eip155:31337'].map((id) => toNetwork(id as never))
    const rig = createRig({ networks, unknownChains: [1, 8453] })
    await rig.login()
    expect(await rig.connect('eip155', toNetwork(base))).toMatchObject({ caipNetworkId: 'eip155:31337' })
    const none = createRig({ networks, unknownChains: [1, 8453, 31_337] })
    await none.login()
    await expect(none.connect()).rejects.toMatchObject({ code: 'CHAIN_NOT_SUPPORTED' })
    expect(none.frame.count('GET_USER')).toBe(3)
  })

  test('serves both namespaces with one login', async () => {
    const rig = createRig()
    await rig.login()
    await rig.connect('eip155')
    const { accounts, caipNetworkId } = await rig.connect('solana')
    expect(accounts[0]).toEqual({
      namespace: 'solana',
      address: rig.frame.keys.solana.publicKey.toBase58(),
      type: 'eoa',
    })
    expect(caipNetworkId).toBe(solanaMainnet)
    expect(rig.frame.count('CONNECT_OTP')).toBe(1)
  })

  test('checks the login with the frame only once after a reload', async () => {
    const storage = createMemory()
    const first = createRig({ storage })
    await first.login()
    await first.connect()
    const again = createRig({ storage, isLoggedIn: true })
    await Promise.all([again.connect('eip155', undefined, true), again.connect('solana', undefined, true)])
    expect(again.frame.count('IS_CONNECTED')).toBe(1)
    expect(again.frame.count('GET_USER')).toBe(2)
  })

  test('[S4.33] clears the stored login after a sign-out, a negative reply or a failed login check', async () => {
    const getLeft = (storage: ReturnType<typeof createMemory>) => {
      const keys = [...storage.items.keys()].map((key) => key.split('/').at(-1))
      return ['emailLoginUsed', 'email', 'lastChain', 'username'].filter((key) => keys.includes(key))
    }
    const open = async () => {
      const storage = createMemory()
      const rig = createRig({ storage })
      await rig.login()
      await rig.connect()
      rig.getClient().memory.set('username', 'ada')
      expect(getLeft(storage)).toHaveLength(4)
      return { storage, rig }
    }
    const out = await open()
    await out.rig.connector.disconnect({ namespace: 'eip155', signal })
    expect(getLeft(out.storage)).toEqual([])

    const negative = await open()
    const reloaded = createRig({ storage: negative.storage })
    await expect(reloaded.connect('eip155', undefined, true)).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    expect(getLeft(negative.storage)).toEqual([])

    const failed = await open()
    const answer = ({ name }: { readonly name: string }) =>
      name === 'IS_CONNECTED' ? Promise.reject(new Error('The site is down')) : undefined
    const broken = createRig({ storage: failed.storage, answer })
    await expect(broken.connect('eip155', undefined, true)).rejects.toMatchObject({ code: 'FRAME_FAILED' })
    expect(getLeft(failed.storage)).toEqual([])
  })

  test('disconnects all namespaces at the next request if the login has ended elsewhere', async () => {
    const rig = createRig()
    await rig.login()
    await rig.connect('eip155')
    await rig.connect('solana')
    rig.frame.logOut()
    await expect(rig.connect('eip155')).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    expect(rig.events).toEqual([
      ['disconnect', { namespace: 'eip155' }],
      ['disconnect', { namespace: 'solana' }],
    ])
  })

  test.each([
    ['an address of another namespace', { address: 'So11111111111111111111111111111111111111112', chainId: 1 }],
    ['a chain of another namespace', { address: `0x${'1'.repeat(40)}`, chainId: solanaMainnet }],
    ['an invalid chain ID', { address: `0x${'1'.repeat(40)}`, chainId: 'x y' }],
  ])('error: rejects with INVALID_WALLET_REPLY for %s', async (_, reply) => {
    const rig = createRig({ answer: ({ name }) => (name === 'GET_USER' ? reply : undefined) })
    await rig.login()
    await expect(rig.connect()).rejects.toMatchObject({ code: 'INVALID_WALLET_REPLY' })
    await expect((await rig.getEvm()).request({ method: 'eth_accounts' })).resolves.toEqual([])
  })

  test('rejects with the reason of an abort, and emits no event', async () => {
    const rig = createRig({ answer: ({ name }) => (name === 'GET_USER' ? null : undefined) })
    await rig.login()
    const leaving = new AbortController()
    const connecting = rig.connector.connect({ namespace: 'eip155', silent: false, signal: leaving.signal })
    await vi.waitFor(() => expect(rig.frame.count('GET_USER')).toBe(1))
    leaving.abort(new Error('left'))
    await expect(connecting).rejects.toThrow('left')
    expect(rig.events).toEqual([])
  })

  test('accepts a chain ID as a number, a decimal string or a CAIP-2 ID', async () => {
    for (const chainId of ['1', 'eip155:1', 1]) {
      const address = `0x${'1'.repeat(40)}`
      const rig = createRig({ answer: ({ name }) => (name === 'GET_USER' ? { address, chainId } : undefined) })
      await rig.login()
      expect(await rig.connect()).toMatchObject({ caipNetworkId: mainnet })
    }
  })
})

describe('smart accounts', () => {
  test('come first on networks where the frame supports them, and calls:send is available', async () => {
    const rig = createRig({ smartAccountNetworks: [1] })
    await rig.login()
    const request = { namespace: 'eip155', accountType: 'smartAccount', silent: false, signal } as const
    const { accounts } = await rig.connector.connect(request)
    expect(accounts).toEqual([
      { namespace: 'eip155', address: rig.frame.keys.smartAddress, type: 'smartAccount' },
      { namespace: 'eip155', address: rig.frame.keys.evm.address, type: 'eoa' },
    ])
    expect(rig.connector.getFeatures?.('eip155')['calls:send']).toBeDefined()
  })

  test('are not available on other networks, and neither is calls:send', async () => {
    const rig = createRig({ smartAccountNetworks: [8453] })
    await rig.login()
    const request = { namespace: 'eip155', accountType: 'smartAccount', silent: false, signal } as const
    const { accounts } = await rig.connector.connect(request)
    expect(accounts).toHaveLength(1)
    expect(rig.connector.getFeatures?.('eip155')['calls:send']).toBeUndefined()
  })
})

describe('disconnecting', () => {
  test('ends the login in all namespaces, and sends SIGN_OUT once', async () => {
    const rig = createRig()
    await rig.login()
    await rig.connect('eip155')
    await rig.connect('solana')
    await rig.connector.disconnect({ namespace: 'eip155', signal })
    expect(rig.events).toContainEqual(['disconnect', { namespace: 'solana' }])
    expect(rig.frame.count('SIGN_OUT')).toBe(1)
    await expect(rig.connect('solana', undefined, true)).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  })

  test('sends no SIGN_OUT without a login', async () => {
    const rig = createRig()
    await rig.connector.disconnect({ namespace: 'eip155', signal })
    expect(rig.frame.count('SIGN_OUT')).toBe(0)
  })

  test('rejects a request that is waiting for the user with code 4001', async () => {
    const rig = createRig()
    await rig.login()
    await rig.connect()
    rig.frame.user.hang()
    const provider = await rig.getEvm()
    const params = ['0x68', rig.frame.keys.evm.address]
    const signing = provider.request({ method: 'personal_sign', params })
    signing.catch(() => undefined) // checked below
    await vi.waitFor(() => expect(rig.frame.prompts()).toBe(1))
    await rig.connector.disconnect({ namespace: 'eip155', signal })
    await expect(signing).rejects.toMatchObject({ code: 4001 })
  })
})

describe('slot, theme and destroy', () => {
  test('passes the rectangle of the modal’s slot to the frame client, and null if there is none', async () => {
    const rig = createRig()
    const rect = { x: 1, y: 2, width: 360, height: 600 }
    rig.connector.features['approval:slot']?.(rect) // nothing is loaded, so there is nothing to show
    await rig.login()
    rig.connector.features['approval:slot']?.(rect)
    expect(rig.getClient().rect).toEqual(rect)
    rig.connector.features['approval:slot']?.(null)
    expect(rig.getClient().rect).toBeNull()
  })

  test('sends the theme to the frame at login and after a change', async () => {
    const rig = createRig()
    rig.connector.features['theme:sync']?.({ mode: 'light', variables: {} })
    await rig.login()
    rig.connector.features['theme:sync']?.({ mode: 'light', variables: { '--lk-bg': '#fff' } })
    const getThemes = () => rig.frame.messages.flatMap(({ name, payload }) => (name === 'SYNC_THEME' ? [payload] : []))
    expect(getThemes()[0]).toEqual({
      themeMode: 'dark',
      themeVariables: { '--lk-accent': '#123456' },
      w3mThemeVariables: { '--w3m-accent': '#123456' },
    })
    const light = { themeMode: 'light', w3mThemeVariables: { '--w3m-background': '#fff' } }
    await vi.waitFor(() => expect(getThemes().at(-1)).toMatchObject(light))
  })

  test('destroy also destroys a client that is still loading', async () => {
    const rig = createRig()
    rig.connector.prepare?.()
    rig.connector.destroy()
    await vi.waitFor(() => expect(rig.getClient().isDestroyed).toBe(true))
  })
})
