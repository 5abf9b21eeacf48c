import type { SiwxMessageFields } from '@latchkey/core'
import { ed25519 } from '@noble/curves/ed25519.js'
import { base58 } from '@scure/base'
import { parseSignInMessageText, verifySignIn } from '@solana/wallet-standard-core'
import { describe, expect, it } from 'vitest'
import { getFeature, setUpWallet, type TestWallet } from '../../test/setUpWallet.js'

type Options = Parameters<typeof setUpWallet>[0]

async function connect(options: Options = {}): Promise<TestWallet> {
  const rig = setUpWallet(options)
  await rig.connect()
  return rig
}

const toData = (accountAddress: string): SiwxMessageFields => ({
  accountAddress,
  chainId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  domain: 'app.example:8443',
  uri: 'https://app.example:8443/members',
  version: '1',
  nonce: 'k3jd9sl2',
  statement: 'Sign in to Shop',
  issuedAt: '2026-11-21T10:00:00Z',
  expirationTime: '2026-11-21T10:10:00Z',
  notBefore: '2026-11-21T09:59:00Z',
  requestId: '7',
  resources: ['https://app.example/terms'],
})

const toText = (address: string): string =>
  [
    'app.example:8443 wants you to sign in with your Solana account:',
    address,
    '',
    'Sign in to Shop',
    '',
    'URI: https://app.example:8443/members',
    'Version: 1',
    'Chain ID: solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
    'Nonce: k3jd9sl2',
    'Issued At: 2026-11-21T10:00:00Z',
    'Expiration Time: 2026-11-21T10:10:00Z',
    'Not Before: 2026-11-21T09:59:00Z',
    'Request ID: 7',
    'Resources:',
    '- https://app.example/terms',
  ].join('\n')

/** Signs the sign-in text, or another message, with the connected account. */
async function sign(rig: TestWallet, message: string = toText(rig.wallet.selectedAccount)): Promise<string> {
  const data = toData(rig.wallet.selectedAccount)
  return getFeature(rig, 'signIn:sign')({ ...rig.asked(), message, data })
}

const isSigned = (rig: TestWallet, message: string, signature: string): boolean =>
  ed25519.verify(base58.decode(signature), new TextEncoder().encode(message), base58.decode(rig.wallet.selectedAccount))

/** The features that were called since the wallet connected. */
const asked = ({ wallet }: TestWallet): readonly string[] =>
  wallet.requests.map(({ method }) => method).filter((method) => method.startsWith('solana:'))

describe('signIn:sign', () => {
  it('uses solana:signIn of the wallet if that has exactly the same text', async () => {
    const rig = await connect()
    const address = rig.wallet.selectedAccount
    const signature = await sign(rig)
    expect(asked(rig)).toEqual(['solana:signIn'])
    expect(isSigned(rig, toText(address), signature)).toBe(true)

    // the standard's own verifier, over its own input
    const input = parseSignInMessageText(toText(address))
    if (!input) throw new Error('The standard does not know the text.')
    const [account] = rig.wallet.standard.accounts
    const output = { account, signedMessage: encode(toText(address)), signature: base58.decode(signature) }
    expect(verifySignIn(input as never, output as never)).toBe(true)
    expect(verifySignIn({ ...input, nonce: 'another1' } as never, output as never)).toBe(false)
  })

  it.each([
    ['a text with another nonce', (text: string) => text.replace('Nonce: k3jd9sl2', 'Nonce: k3jd9sl3')],
    ['another wording', (text: string) => text.replace('Solana account', 'solana account')],
    ['a text with another line', (text: string) => `${text}\n`],
    ['a custom text', () => 'Welcome to Shop'],
  ])('signs %s unchanged as a message', async (_, alter) => {
    const rig = await connect()
    const message = alter(toText(rig.wallet.selectedAccount))
    const signature = await sign(rig, message)
    expect(asked(rig)).toEqual(['solana:signMessage'])
    expect(isSigned(rig, message, signature)).toBe(true)
  })

  it('uses the account of the request, not the one in the fields', async () => {
    const rig = await connect()
    const data = toData(rig.wallet.accounts[1] ?? '')
    const message = toText(rig.wallet.accounts[1] ?? '')
    const signature = await getFeature(rig, 'signIn:sign')({ ...rig.asked(), message, data })
    expect(asked(rig)).toEqual(['solana:signMessage'])
    expect(isSigned(rig, message, signature)).toBe(true)
  })

  it.each([
    ['declines', { kind: 'reject' }],
    ['declines with the error of the standard', { kind: 'throw', value: { context: { __code: 4_001_000 } } }],
  ] as const)('rejects with USER_REJECTED after one prompt if the user %s', async (_, behaviour) => {
    const rig = await connect({ script: { methods: { 'solana:signIn': behaviour } } })
    await expect(sign(rig)).rejects.toMatchObject({ code: 'USER_REJECTED' })
    expect(asked(rig)).toEqual(['solana:signIn'])
  })

  it.each([
    ['lacks the method', -32_601],
    ['rejects the fields', -32_602],
    ['does not support it', 4200],
  ])('falls back to signing a message if the wallet %s', async (_, code) => {
    const value = { code, message: 'Unknown chain' }
    const rig = await connect({ script: { methods: { 'solana:signIn': { kind: 'throw', value } } } })
    const signature = await sign(rig)
    expect(asked(rig)).toEqual(['solana:signIn', 'solana:signMessage'])
    expect(isSigned(rig, toText(rig.wallet.selectedAccount), signature)).toBe(true)
  })

  it.each([
    ['a failure without a code', new Error('boom'), 'CONNECTOR_FAILED'],
    ['an already open prompt', { code: -32_002, message: 'Busy' }, 'REQUEST_PENDING'],
  ])('does not retry after %s', async (_, value, code) => {
    const rig = await connect({ script: { methods: { 'solana:signIn': { kind: 'throw', value } } } })
    await expect(sign(rig)).rejects.toMatchObject({ code })
    expect(asked(rig)).toEqual(['solana:signIn'])
  })

  it.each(['wrongSignature', 'otherAccount', 'otherMessage'] as const)(
    'rejects a dishonest reply with INVALID_WALLET_REPLY: %s',
    async (lie) => {
      const rig = await connect({ script: { lie } })
      await expect(sign(rig)).rejects.toMatchObject({ code: 'INVALID_WALLET_REPLY' })
      await expect(sign(rig, 'Welcome')).rejects.toMatchObject({ code: 'INVALID_WALLET_REPLY' })
    },
  )

  it('rejects with ACCOUNT_CHANGED without a prompt if the wallet is on another account', async () => {
    const rig = await connect()
    const before = rig.wallet.prompts
    const request = {
      ...rig.asked(),
      message: toText(rig.wallet.selectedAccount),
      data: toData(rig.wallet.selectedAccount),
    }
    rig.wallet.selectAccount(1)
    await expect(getFeature(rig, 'signIn:sign')(request)).rejects.toMatchObject({ code: 'ACCOUNT_CHANGED' })
    expect(rig.wallet.prompts).toBe(before)
  })

  it.each([
    ['lists sign-in only as a feature of the wallet, not of the account', ['solana:signMessage'], ['solana:signIn']],
    ['has an account that supports only sign-in', ['solana:signIn'], ['solana:signIn']],
  ])('works with a wallet that %s', async (_, features, calls) => {
    const rig = await connect()
    override(rig, features)
    await sign(rig)
    expect(asked(rig)).toEqual(calls)
  })

  it('rejects with FEATURE_NOT_SUPPORTED without a prompt if the account does not sign messages', async () => {
    const rig = await connect()
    override(rig, ['solana:signTransaction'])
    await expect(sign(rig)).rejects.toMatchObject({ code: 'FEATURE_NOT_SUPPORTED' })
    expect(asked(rig)).toEqual([])
  })

  it('is missing if the wallet does not support sign-in', async () => {
    const { connector } = await connect({ without: ['solana:signIn'] })
    expect(Object.keys(connector.features)).toContain('message:sign')
    expect(connector.features['signIn:sign']).toBeUndefined()
  })

  it('rejects with the abort reason while the wallet hangs', async () => {
    const rig = await connect({ script: { methods: { 'solana:signIn': { kind: 'hang' } } } })
    const ended = new AbortController()
    const message = toText(rig.wallet.selectedAccount)
    const data = toData(rig.wallet.selectedAccount)
    const signing = getFeature(rig, 'signIn:sign')({ ...rig.asked(), signal: ended.signal, message, data })
    ended.abort(new Error('left'))
    await expect(signing).rejects.toThrow('left')
  })
})

const encode = (text: string): Uint8Array => new TextEncoder().encode(text)

/** Overrides the features that the wallet reports for its accounts. */
function override({ wallet }: TestWallet, features: readonly string[]): void {
  const accounts = wallet.standard.accounts.map((account) => ({ ...account, features }))
  Object.defineProperty(wallet.standard, 'accounts', { get: () => accounts })
}
