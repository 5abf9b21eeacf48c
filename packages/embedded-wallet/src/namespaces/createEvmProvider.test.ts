import type { RequestAbortedError } from '@latchkey/core/plugin'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createRig, type Rig, type RigOptions } from '../../test/createRig.js'
import { base, mainnet, toNetwork } from '../../test/networks.js'
import type { EvmProvider } from './createEvmProvider.js'

const { signal } = new AbortController()

async function setUp(options?: RigOptions) {
  const rig = createRig(options)
  await rig.login()
  await rig.connect()
  const provider = await rig.getEvm()
  const address = rig.frame.keys.evm.address
  const sign = () => provider.request({ method: 'personal_sign', params: ['0x68', address] })
  return { rig, provider, address, sign, ...listen(provider) }
}

function listen(provider: EvmProvider) {
  const heard: (readonly [string, unknown])[] = []
  for (const event of ['connect', 'disconnect', 'accountsChanged', 'chainChanged'])
    provider.on(event, (payload) => void heard.push([event, payload]))
  return { heard }
}

const switchTo = (chainId: unknown) => ({ method: 'wallet_switchEthereumChain', params: [{ chainId }] })

const requests = ({ frame }: Rig) => frame.messages.filter(({ name }) => name === 'RPC_REQUEST')

describe('account and chain requests', () => {
  test('are answered without the frame', async () => {
    const { rig, provider, address } = await setUp()
    const before = rig.frame.messages.length
    expect(await provider.request({ method: 'eth_accounts' })).toEqual([address])
    expect(await provider.request({ method: 'eth_requestAccounts' })).toEqual([address])
    expect(await provider.request({ method: 'eth_chainId' })).toBe('0x1')
    expect(await provider.request({ method: 'net_version' })).toBe('1')
    expect(await provider.request({ method: 'wallet_getPermissions' })).toMatchObject([
      { parentCapability: 'eth_accounts' },
    ])
    const permissions = { method: 'wallet_requestPermissions', params: [{ eth_accounts: {} }] }
    expect(await provider.request(permissions)).toHaveLength(1)
    expect(rig.frame.messages).toHaveLength(before)
  })

  test('[S4.38] eth_chainId returns the last chain before a connection, without the frame', async () => {
    const rig = createRig()
    const provider = await rig.getEvm()
    rig.getClient().memory.set('lastChain', '8453')
    expect(await provider.request({ method: 'eth_chainId' })).toBe('0x2105')
    expect(rig.frame.messages).toEqual([])
  })

  test('without a login, eth_accounts is empty and other requests fail with 4100', async () => {
    const provider = await createRig().getEvm()
    expect(await provider.request({ method: 'eth_accounts' })).toEqual([])
    await expect(provider.request({ method: 'eth_requestAccounts' })).rejects.toMatchObject({ code: 4100 })
    await expect(provider.request({ method: 'eth_blockNumber' })).rejects.toMatchObject({ code: 4100 })
    await expect(provider.request({ method: 'personal_sign', params: ['0x', '0x'] })).rejects.toMatchObject({
      code: 4100,
    })
  })

  test('reject permissions other than eth_accounts', async () => {
    const { provider } = await setUp()
    const call = { method: 'wallet_requestPermissions', params: [{ eth_accounts: {}, camera: {} }] }
    await expect(provider.request(call)).rejects.toMatchObject({ code: -32602 })
  })
})

describe('events', () => {
  test('connect, accountsChanged, chainChanged and disconnect are emitted in order', async () => {
    const rig = createRig()
    const provider = await rig.getEvm()
    const { heard } = listen(provider)
    await rig.login()
    await rig.connect()
    await provider.request(switchTo('0x2105'))
    await rig.connector.disconnect({ namespace: 'eip155', signal })
    expect(heard).toEqual([
      ['connect', { chainId: '0x1' }],
      ['accountsChanged', [rig.frame.keys.evm.address]],
      ['chainChanged', '0x2105'],
      ['accountsChanged', []],
      ['disconnect', expect.objectContaining({ code: 4900 })],
    ])
  })

  test('a removed listener is not called, and one that throws is reported as a warning', async () => {
    const { rig, provider, heard } = await setUp()
    const gone = vi.fn()
    provider.on('chainChanged', gone)
    provider.removeListener('chainChanged', gone)
    provider.on('chainChanged', () => {
      throw new Error('A listener throws on purpose.')
    })
    await provider.request(switchTo('0x2105'))
    expect(gone).not.toHaveBeenCalled()
    expect(heard).toEqual([['chainChanged', '0x2105']])
    expect(rig.warnings).toHaveLength(1)
  })

  test('a change of the account is reported to the app and to the modal', async () => {
    const { rig, heard } = await setUp({ smartAccountNetworks: [1] })
    await rig.connector.features['account:type']?.({ namespace: 'eip155', type: 'eoa', signal })
    const { smartAddress, evm } = rig.frame.keys
    expect(heard).toEqual([['accountsChanged', [evm.address]]])
    const accounts = [
      { namespace: 'eip155', address: evm.address, type: 'eoa' },
      { namespace: 'eip155', address: smartAddress, type: 'smartAccount' },
    ]
    expect(rig.events).toEqual([['change', { namespace: 'eip155', accounts, smartAccountDeployed: false }]])
  })
})

describe('networks', () => {
  test('sends a switch to the frame with an RPC URL, without a prompt', async () => {
    const { rig, provider } = await setUp()
    expect(await provider.request(switchTo('0x02105'))).toBeNull()
    expect(await provider.request({ method: 'eth_chainId' })).toBe('0x2105')
    const [message] = rig.frame.messages.filter(({ name }) => name === 'SWITCH_NETWORK')
    expect(message?.payload).toEqual({ chainId: 8453, rpcUrl: 'http://127.0.0.1:1' })
    expect(rig.events).toEqual([['change', { namespace: 'eip155', caipNetworkId: base }]])
    expect(rig.frame.prompts()).toBe(0)
  })

  test('[S4.16] a switch without a connection connects instead', async () => {
    const rig = createRig()
    await rig.login()
    const provider = await rig.getEvm()
    await provider.request(switchTo('0x2105'))
    expect(await provider.request({ method: 'eth_accounts' })).toEqual([rig.frame.keys.evm.address])
    expect(rig.frame.count('GET_USER')).toBe(1)
    expect(rig.frame.count('SWITCH_NETWORK')).toBe(0)
  })

  test('switches to an unlisted network only if the frame knows it', async () => {
    const networks = [toNetwork(mainnet), toNetwork('eip155:31337'), toNetwork('eip155:31338')]
    const { provider } = await setUp({ networks, unknownChains: [31_338] })
    await provider.request(switchTo('0x7a69'))
    await expect(provider.request(switchTo('0x7a6a'))).rejects.toMatchObject({ code: 4902 })
    expect(await provider.request({ method: 'eth_chainId' })).toBe('0x7a69')
  })

  test('[S7.31] rejects an unlisted network without an RPC URL with 4902, and sends no request', async () => {
    const bare = { ...toNetwork('eip155:31338'), rpcUrls: { default: { http: [] } } }
    const { rig, provider } = await setUp({ networks: [toNetwork(mainnet), bare] })
    await expect(provider.request(switchTo('0x7a6a'))).rejects.toMatchObject({ code: 4902 })
    expect(rig.frame.count('SWITCH_NETWORK')).toBe(0)
  })

  test('rejects a network that the app does not have with 4902, and cannot add it', async () => {
    const { provider } = await setUp()
    await expect(provider.request(switchTo('0x7a69'))).rejects.toMatchObject({ code: 4902 })
    const add = { method: 'wallet_addEthereumChain', params: [{ chainId: '0x7a69', chainName: 'x', rpcUrls: ['x'] }] }
    await expect(provider.request(add)).rejects.toMatchObject({ code: 4902 })
    const known = { method: 'wallet_addEthereumChain', params: [{ chainId: '0x2105' }] }
    expect(await provider.request(known)).toBeNull()
  })

  test('rejects a switch with 4902 if the frame stays on its chain', async () => {
    const answer = ({ name }: { readonly name: string }) => (name === 'SWITCH_NETWORK' ? { chainId: 1 } : undefined)
    const { rig, provider } = await setUp({ answer })
    await expect(provider.request(switchTo('0x2105'))).rejects.toMatchObject({ code: 4902 })
    expect(await provider.request({ method: 'eth_chainId' })).toBe('0x1')
    expect(rig.events).toEqual([])
  })

  test.each([undefined, [], [{}], [{ chainId: 1 }], [{ chainId: '1' }], [{ chainId: '0x0' }], 'x'])(
    'error: rejects the switch parameters %o with -32602',
    async (params) => {
      const { provider } = await setUp()
      const call = { method: 'wallet_switchEthereumChain', params }
      await expect(provider.request(call)).rejects.toMatchObject({ code: -32602 })
    },
  )
})

describe('requests that need approval', () => {
  test('[S5.12] are sent with the namespace, chain and RPC URL of the current network', async () => {
    const { rig, provider, sign } = await setUp()
    await sign()
    await provider.request(switchTo('0x2105'))
    await sign()
    const [first, second] = rig.frame.requests('personal_sign').map(({ payload }) => payload)
    const params = ['0x68', rig.frame.keys.evm.address]
    const rpcUrl = 'http://127.0.0.1:1'
    expect(first).toEqual({ method: 'personal_sign', params, chainNamespace: 'eip155', chainId: 1, rpcUrl })
    expect(second).toMatchObject({ chainId: 8453 })
    expect(rig.frame.unread).toEqual([])
  })

  test('emit approval events: asked, then done or failed', async () => {
    const { rig, sign } = await setUp()
    await sign()
    rig.frame.user.reject()
    await expect(sign()).rejects.toMatchObject({ code: 4001, message: expect.stringContaining('The visitor declined') })
    expect(rig.events.map(([event, data]) => [event, 'status' in data && data.status])).toEqual([
      ['approval', 'asked'],
      ['approval', 'done'],
      ['approval', 'asked'],
      ['approval', 'failed'],
    ])
  })

  test('are not sent if the parameters are invalid', async () => {
    const { rig, provider } = await setUp()
    const call = { method: 'eth_sendTransaction', params: [{ to: `0x${'1'.repeat(40)}`, chainId: '0x2' }] }
    await expect(provider.request(call)).rejects.toMatchObject({ code: -32602 })
    expect(requests(rig)).toEqual([])
    expect(rig.events).toEqual([])
  })

  test('are shown one after the other', async () => {
    const { rig, sign } = await setUp()
    rig.frame.user.hang()
    const both = Promise.all([sign(), sign()])
    await vi.waitFor(() => expect(rig.frame.prompts()).toBe(1))
    expect(requests(rig)).toHaveLength(1)
    rig.frame.user.release()
    expect(await both).toHaveLength(2)
    expect(rig.frame.prompts()).toBe(2)
  })

  test('[S4.37] are rejected by approval:reject, while safe requests continue', async () => {
    const answer = ({ name, payload }: { readonly name: string; readonly payload: unknown }) =>
      name === 'RPC_REQUEST' && (payload as { readonly method: string }).method === 'eth_blockNumber'
        ? new Promise((resolve) => setTimeout(() => resolve('0x10'), 50))
        : undefined
    const { rig, provider, sign } = await setUp({ answer })
    rig.frame.user.hang()
    const [signing, reading] = [sign(), provider.request({ method: 'eth_blockNumber' })]
    signing.catch(() => undefined) // checked below
    await vi.waitFor(() => expect(rig.frame.prompts()).toBe(1))
    rig.connector.features['approval:reject']?.()
    await expect(signing).rejects.toMatchObject({ code: 4001, message: 'Request was aborted' })
    expect(await reading).toBe('0x10')
    const [asked] = rig.frame.requests('personal_sign')
    await vi.waitFor(() => expect(rig.frame.aborted).toEqual([asked?.id]))
  })

  test('are settled as unsent if the user leaves while the frame reloads', async () => {
    let isLoading = false
    const answer = ({ name }: { readonly name: string }) =>
      isLoading && name === 'GET_SMART_ACCOUNT_ENABLED_NETWORKS' ? null : undefined
    const { rig, sign } = await setUp({ answer })
    isLoading = true
    rig.getClient().lose()
    const signing = sign().catch(({ cause }: { readonly cause: RequestAbortedError }) => cause)
    const asked = ['approval', expect.objectContaining({ status: 'asked' })]
    await vi.waitFor(() => expect(rig.events).toContainEqual(asked))
    // the request now waits for the frame
    await new Promise((resolve) => setTimeout(resolve))
    rig.connector.features['approval:reject']?.()
    const error = (await signing) as RequestAbortedError
    expect(error.code).toBe('REQUEST_ABORTED')
    await expect(error.settled).rejects.toMatchObject({ isUnsent: true })
    expect(requests(rig)).toEqual([])
  })

  test('are rejected with 4001 by Esc in the frame', async () => {
    const { rig, sign } = await setUp()
    rig.frame.user.hang()
    const signing = sign()
    signing.catch(() => undefined) // checked below
    await vi.waitFor(() => expect(rig.frame.prompts()).toBe(1))
    rig.getClient().pressEscape()
    await expect(signing).rejects.toMatchObject({ code: 4001 })
  })

  test('fail with 4100 and disconnect if the login has ended', async () => {
    const { rig, sign, heard } = await setUp()
    rig.frame.logOut()
    await expect(sign()).rejects.toMatchObject({ code: 4100 })
    expect(heard.map(([event]) => event)).toEqual(['accountsChanged', 'disconnect'])
    expect(rig.events.at(-1)).toEqual(['disconnect', { namespace: 'eip155' }])
  })

  test('fail with -32603 if the reply is not a signature', async () => {
    const answer = ({ name }: { readonly name: string }) => (name === 'RPC_REQUEST' ? '0x' : undefined)
    const { sign } = await setUp({ answer })
    await expect(sign()).rejects.toMatchObject({ code: -32603 })
  })

  test('fail with -32005 and the waiting time if the frame limits them', async () => {
    const message = 'Please try again after 45 seconds'
    const { sign } = await setUp({ faults: { personal_sign: { message, code: -32005, retryAfter: 45 } } })
    await expect(sign()).rejects.toMatchObject({ code: -32005, message })
  })

  test('fail with -32603 and a message if the frame fails', async () => {
    const { provider } = await setUp()
    const call = { method: 'eth_sendTransaction', params: [{ to: `0x${'1'.repeat(40)}` }] }
    await expect(provider.request(call)).rejects.toMatchObject({ code: -32603, message: expect.stringMatching(/./) })
  })
})

describe('requests that are not allowed', () => {
  let own: Awaited<ReturnType<typeof setUp>>
  beforeEach(async () => {
    own = await setUp()
  })
  afterEach(() => {
    expect(own.rig.frame.unread).toEqual([])
  })

  test.each(['eth_sign', 'ETH_SIGN', 'eth_signTransaction', 'solana_signMessage', 'constructor'])(
    '[S6.7] %s is rejected with 4200, reported as notAllowed and never sent',
    async (method) => {
      await expect(own.provider.request({ method, params: [] })).rejects.toMatchObject({
        code: 4200,
        message: expect.stringContaining('Requested RPC call is not allowed'),
      })
      expect(own.rig.events).toEqual([['notAllowed', { namespace: 'eip155', method }]])
      expect(requests(own.rig)).toEqual([])
    },
  )

  test('reject pending approvals once, also if the modal rejects them too, and mark those not shown as unsent', async () => {
    const { rig, provider, sign } = await setUp()
    rig.connector.on('notAllowed', () => rig.connector.features['approval:reject']?.())
    rig.frame.user.hang()
    const waiting = [sign(), sign()].map((signing) =>
      signing.catch(({ cause }: { readonly cause: RequestAbortedError }) => cause),
    )
    await vi.waitFor(() => expect(rig.frame.prompts()).toBe(1))
    await expect(provider.request({ method: 'eth_sign', params: [] })).rejects.toMatchObject({ code: 4200 })
    expect(await Promise.all(waiting)).toMatchObject([
      { code: 'REQUEST_ABORTED', settled: expect.any(Promise) },
      { code: 'REQUEST_ABORTED', isUnsent: true },
    ])
  })

  test('[S6.7] [I14] also reject the pending approvals', async () => {
    own.rig.frame.user.hang()
    const signing = own.sign()
    signing.catch(() => undefined) // checked below
    await vi.waitFor(() => expect(own.rig.frame.prompts()).toBe(1))
    await expect(own.provider.request({ method: 'eth_sign' })).rejects.toMatchObject({ code: 4200 })
    await expect(signing).rejects.toMatchObject({ code: 4001 })
  })

  test.each([undefined, null, 'eth_accounts', {}, { method: 1 }, []])('%o is rejected with -32600', async (call) => {
    await expect(own.provider.request(call as never)).rejects.toMatchObject({ code: -32600 })
  })
})

test('an aborted request of the modal is aborted in the frame, without affecting other requests', async () => {
  const { rig, sign, address } = await setUp()
  rig.frame.user.hang()
  const leaving = new AbortController()
  const account = { namespace: 'eip155', address, type: 'eoa' } as const
  const request = { account, network: toNetwork(mainnet), message: 'hello', signal: leaving.signal }
  const mine = rig.connector.getFeatures?.('eip155')['message:sign']?.(request)
  await vi.waitFor(() => expect(rig.frame.prompts()).toBe(1))
  const theirs = sign()
  leaving.abort(new Error('left'))
  await expect(mine).rejects.toThrow('left')
  const [asked] = rig.frame.requests('personal_sign')
  await vi.waitFor(() => expect(rig.frame.aborted).toEqual([asked?.id]))
  rig.frame.user.release()
  expect(await theirs).toMatch(/^0x[\da-f]{130}$/)
})
