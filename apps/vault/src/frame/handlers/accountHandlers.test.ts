import type { FrameAccountType, FrameChainId, FrameSiwxMessage } from '@latchkey/embedded-wallet/protocol'
import { beforeEach, describe, expect, test } from 'vitest'
import type { User } from '../../protocol/custody.js'
import type { FrameNetwork } from '../../protocol/network.js'
import { FrameRequestError } from '../errors.js'
import type { WalletRequest } from '../requests/requests.js'
import type { Session } from '../session/session.js'
import { createAccountTypes } from '../smart/accountTypes.js'
import { createAccountHandlers } from './accountHandlers.js'

const toNetwork = (caipNetworkId: string, hasSmartAccounts?: true): FrameNetwork => ({
  caipNetworkId,
  name: caipNetworkId,
  symbol: 'X',
  decimals: 18,
  ...(hasSmartAccounts && { hasSmartAccounts }),
})

const networks = [
  toNetwork('eip155:1'),
  toNetwork('eip155:10', true),
  toNetwork('eip155:137', true),
  toNetwork('solana:one'),
  toNetwork('solana:two'),
]

const user: User = {
  email: 'ada@example.org',
  accounts: [
    { namespace: 'eip155', address: '0xKey' },
    { namespace: 'solana', address: 'Sol' },
  ],
  smartAccount: '0xSmart',
}

const options = { id: '1', signal: new AbortController().signal }

let known: User

let deployed: string[]

let asked: unknown[]

let requests: string[]

let signed: unknown

let requiresSelfCustody: boolean

beforeEach(() => {
  known = user
  deployed = []
  asked = []
  requests = []
  requiresSelfCustody = false
})

function open(startChain: string | null = 'eip155:1') {
  const callNode = async ({ chain }: { readonly chain: string }): Promise<string> => {
    asked.push(chain)
    return deployed.includes(chain) ? '0x60' : '0x'
  }
  const answers = createAccountHandlers({
    networks,
    startChain,
    accounts: createAccountTypes({ callNode, requiresSelfCustody }),
    session: { call: async () => known } as unknown as Session,
    requests: {
      answer: async ({ method, params, network }: WalletRequest) => {
        requests.push(`${method} ${network.caipNetworkId}`)
        signed = params
        return '0xsigned'
      },
      abort: () => undefined,
    },
  })
  return {
    getChain: () => answers.GET_CHAIN_ID(undefined, options),
    change: (chainId: FrameChainId) => answers.SWITCH_NETWORK({ chainId }, options),
    request: (method: string, params: unknown[] = [], chainId?: FrameChainId) =>
      answers.RPC_REQUEST({ method, params, chainId } as never, options),
    getUser: (payload?: {
      chainId?: FrameChainId
      preferredAccountType?: FrameAccountType
      siwxMessage?: FrameSiwxMessage
    }) => answers.GET_USER(payload, options),
    prefer: (type: FrameAccountType) => answers.SET_PREFERRED_ACCOUNT({ type }, options),
    initSmart: () => answers.INIT_SMART_ACCOUNT(undefined, options),
  }
}

const toCode = async (act: () => unknown): Promise<unknown> => {
  try {
    return await act()
  } catch (cause) {
    return cause instanceof FrameRequestError ? cause.code : cause
  }
}

describe('the current network', () => {
  test.each([
    ['eip155:137', 137],
    ['solana:two', 'solana:two'],
    ['eip155:9', 1],
    [null, 1],
  ])('starts as the network in the page’s URL, %s, or else as the first one', (startChain, chainId) => {
    expect(open(startChain).getChain()).toEqual({ chainId })
  })

  test('lists its accounts, each with its custody', async () => {
    known = { ...user, isSealed: true }
    const sealed = { address: '0xKey', type: 'eoa', custody: 'sealed' }
    const { getUser } = open('eip155:10')
    expect((await getUser()).accounts).toEqual([
      sealed,
      { address: '0xSmart', type: 'smartAccount', custody: 'sealed' },
    ])
    known = { ...known, isSelfCustodial: true }
    expect((await getUser()).accounts).toEqual([sealed, { address: '0xSmart', type: 'smartAccount', custody: 'self' }])
    expect((await getUser({ chainId: 'solana:one' })).accounts).toEqual([{ ...sealed, address: 'Sol' }])
  })

  test('changes with SWITCH_NETWORK, and with GET_USER for another network', async () => {
    const { change, getChain, getUser } = open()
    expect(change('0x89')).toEqual({ chainId: 137 })
    expect(getChain()).toEqual({ chainId: 137 })
    expect(await getUser({ chainId: 'solana:one' })).toMatchObject({ chainId: 'solana:one', address: 'Sol' })
    expect(getChain()).toEqual({ chainId: 'solana:one' })
  })

  test('error: stays the same on a switch to an unknown network, which fails with 4902', async () => {
    const { change, getChain, getUser } = open('eip155:10')
    expect(await toCode(() => change(9))).toBe(4902)
    expect(await toCode(() => getUser({ chainId: 'solana:three' }))).toBe(4902)
    expect(getChain()).toEqual({ chainId: 10 })
  })
})

describe('a sign-in with the login [S3.18] [S4.41]', () => {
  const address = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
  const siwxMessage = {
    accountAddress: '<<AccountAddress>>',
    chainId: 'eip155:1',
    domain: 'app.example',
    uri: 'https://app.example',
    version: '1',
    nonce: 'k13sdfWWQ2hqO8',
    issuedAt: '2026-11-22T09:00:00.000Z',
  }
  const toText = (hex: unknown): string => Buffer.from(String(hex).slice(2), 'hex').toString()

  beforeEach(() => {
    known = { ...user, accounts: [{ namespace: 'eip155', address }, user.accounts[1] as User['accounts'][0]] }
  })

  test('is signed as a personal_sign request, and returned with the account', async () => {
    const { signature, message = '', ...reply } = await open().getUser({ chainId: 1, siwxMessage })
    expect(signature).toBe('0xsigned')
    expect(message).toMatch(
      new RegExp(`^app.example wants you to sign in with your Ethereum account:\n${address}\n\n\nURI: `),
    )
    expect(reply).toMatchObject({ address, siwxMessage: { ...siwxMessage, accountAddress: address } })
    const [hex, signer] = signed as readonly string[]
    expect([requests, toText(hex), signer]).toEqual([['personal_sign eip155:1'], message, address])
  })

  test('signs the app’s own text if it provides one', async () => {
    const text = 'app.example wants you to sign in with your Ethereum account:\n<<AccountAddress>>'
    const { message } = await open().getUser({ chainId: 1, siwxMessage: { ...siwxMessage, serializedMessage: text } })
    expect(message).toBe(text.replace('<<AccountAddress>>', address))
  })

  test('error: fails with 4200 on Solana, and with -32602 for invalid fields', async () => {
    const { getUser } = open()
    expect(await toCode(() => getUser({ chainId: 'solana:one', siwxMessage }))).toBe(4200)
    expect(await toCode(() => getUser({ chainId: 1, siwxMessage: { ...siwxMessage, nonce: 'a b' } }))).toBe(-32602)
    expect(requests).toEqual([])
  })
})

describe('each namespace keeps its last network', () => {
  test('for requests without a network', async () => {
    const { change, request } = open()
    await request('solana_signMessage')
    for (const chain of [137, 'solana:two', 10, 'solana:one'] as const) {
      await change(chain)
      await request('personal_sign')
      await request('solana_signMessage')
    }
    expect(requests).toEqual([
      'solana_signMessage solana:one',
      'personal_sign eip155:137',
      'solana_signMessage solana:one',
      'personal_sign eip155:137',
      'solana_signMessage solana:two',
      'personal_sign eip155:10',
      'solana_signMessage solana:two',
      'personal_sign eip155:10',
      'solana_signMessage solana:one',
    ])
  })

  test('even after a request for another network', async () => {
    const { request, getChain } = open()
    await request('personal_sign', [], 10)
    await request('wallet_sendCalls', [{ chainId: '0x89' }])
    await request('personal_sign')
    expect(requests).toEqual(['personal_sign eip155:10', 'wallet_sendCalls eip155:137', 'personal_sign eip155:1'])
    expect(getChain()).toEqual({ chainId: 1 })
    expect(await toCode(() => request('wallet_sendCalls', [{ chainId: 'solana:one' }]))).toBe(5710)
    expect(await toCode(() => request('personal_sign', [], 'solana:one'))).toBe(4902)
  })

  test('for the choice of an account type, even if another namespace is current', async () => {
    const { change, prefer, initSmart } = open()
    expect(await toCode(() => prefer('smartAccount'))).toBe(4200)
    await change(137)
    deployed = ['eip155:137']
    await change('solana:two')
    expect(await prefer('smartAccount')).toEqual({ type: 'smartAccount', address: '0xSmart' })
    expect(await initSmart()).toEqual({ address: '0xSmart', isDeployed: true })
    expect(asked).toEqual(['eip155:137'])
    expect(await prefer('eoa')).toEqual({ type: 'eoa', address: '0xKey' })
  })
})

describe('the account', () => {
  test('includes the username and the provider of the last login, if any [S3.18]', async () => {
    const { getUser } = open('solana:one')
    expect(await getUser()).not.toHaveProperty('socialProvider')
    known = { ...user, email: null, provider: 'farcaster', username: 'ada' }
    expect(await getUser()).toEqual({
      address: 'Sol',
      chainId: 'solana:one',
      email: null,
      userName: 'ada',
      socialProvider: 'farcaster',
      accounts: [{ address: 'Sol', type: 'eoa' }],
      preferredAccountType: 'eoa',
      smartAccountDeployed: false,
    })
  })

  test('is only the smart account on EVM, to be set up first, if the app requires self-custody', async () => {
    requiresSelfCustody = true
    const { getUser, prefer } = open('eip155:10')
    const smart = { address: '0xSmart', type: 'smartAccount' }
    expect(await getUser({ preferredAccountType: 'eoa' })).toMatchObject({
      address: '0xSmart',
      accounts: [{ ...smart, custody: 'needed' }],
      preferredAccountType: 'smartAccount',
    })
    expect((await getUser({ chainId: 'solana:one' })).accounts).toEqual([{ address: 'Sol', type: 'eoa' }])
    expect(await toCode(() => prefer('eoa'))).toBe(4200)
    known = { ...user, isSelfCustodial: true, isSealed: true }
    expect((await getUser({ chainId: 10 })).accounts).toEqual([{ ...smart, custody: 'self' }])
    expect((await getUser({ chainId: 'solana:one' })).accounts).toEqual([
      { address: 'Sol', type: 'eoa', custody: 'sealed' },
    ])
  })

  test('is the smart account if the network supports it, unless the app prefers the EOA', async () => {
    const { getUser } = open()
    const accounts = [
      { address: '0xKey', type: 'eoa' },
      { address: '0xSmart', type: 'smartAccount' },
    ]
    deployed = ['eip155:10']
    expect(await getUser({ chainId: 10 })).toEqual({
      address: '0xSmart',
      chainId: 10,
      email: 'ada@example.org',
      accounts,
      preferredAccountType: 'smartAccount',
      smartAccountDeployed: true,
    })
    expect(await getUser({ chainId: 10, preferredAccountType: 'eoa' })).toMatchObject({ address: '0xKey', accounts })
    expect(await getUser({ chainId: 1, preferredAccountType: 'smartAccount' })).toMatchObject({
      address: '0xKey',
      accounts: accounts.slice(0, 1),
      preferredAccountType: 'eoa',
      smartAccountDeployed: false,
    })
    expect(await getUser({ chainId: 137 })).toMatchObject({ address: '0xSmart', smartAccountDeployed: false })
  })
})
