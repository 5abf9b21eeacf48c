import type { BitcoinAddressType } from '@latchkey/testing/bitcoin'
import { Verifier } from 'bip322-js'
import { describe, expect, test } from 'vitest'
import { feature, setUpConnected, shapes } from '../../test/setUpWallet.js'

const types: readonly BitcoinAddressType[] = ['p2pkh', 'p2sh', 'p2wpkh', 'p2tr']

describe.each(shapes)('a wallet of the shape %s', (shape) => {
  // Leather has SegWit and Taproot only
  test.each(shape === 'leather' ? ['p2wpkh' as const] : types)('signs with its %s address', async (paymentType) => {
    const { connector, request, destroy } = await setUpConnected({ shape, paymentType })
    const signature = await feature(connector, 'message:sign')({ ...request, message: 'Grüße 👋' })
    expect(Verifier.verifySignature(request.account.address, 'Grüße 👋', signature)).toBe(true)
    const isWitness = paymentType === 'p2wpkh' || paymentType === 'p2tr'
    expect(Buffer.from(signature, 'base64').length === 65).toBe(!isWitness)
    destroy()
  })

  test('writes it as base64, also where the wallet writes hex', async () => {
    const { connector, request, destroy } = await setUpConnected({ shape, script: { encoding: 'hex' } })
    const signature = await feature(connector, 'message:sign')({ ...request, message: 'Hello' })
    expect(Verifier.verifySignature(request.account.address, 'Hello', signature)).toBe(true)
    expect(Buffer.from(signature, 'base64').toString('base64')).toBe(signature)
    destroy()
  })

  test.each(['key', 'message', 'garbage'] as const)(
    'error: INVALID_WALLET_REPLY for a wrong %s',
    async (wrongSignature) => {
      const { connector, request, destroy } = await setUpConnected({ shape, script: { wrongSignature } })
      const signing = feature(connector, 'message:sign')({ ...request, message: 'Hello' })
      await expect(signing).rejects.toMatchObject({ code: 'INVALID_WALLET_REPLY' })
      destroy()
    },
  )

  test('error: USER_REJECTED, and asked once', async () => {
    const { wallet, connector, request, destroy } = await setUpConnected({
      shape,
      ask: ({ kind }) => kind === 'connect',
    })
    const before = wallet.prompts
    const signing = feature(connector, 'message:sign')({ ...request, message: 'Hello' })
    await expect(signing).rejects.toMatchObject({ code: 'USER_REJECTED' })
    expect(wallet.prompts - before).toBe(1)
    destroy()
  })

  test.each([[undefined], [{}], [7], [[null]], [new Uint8Array()], ['']])(
    'error: INVALID_WALLET_REPLY for the answer %j',
    async (value) => {
      const script = { methods: { signMessage: { kind: 'reply', value } } } as const
      const { connector, request, destroy } = await setUpConnected({ shape, script })
      const signing = feature(connector, 'message:sign')({ ...request, message: 'Hello' })
      await expect(signing).rejects.toMatchObject({ code: 'INVALID_WALLET_REPLY' })
      destroy()
    },
  )
})

test('the ordinals account signs where it is named', async () => {
  const { connector, request, accounts, destroy } = await setUpConnected({ shape: 'xverse' })
  const [, ordinal] = accounts
  expect(ordinal?.type).toBe('ordinal')
  const account = ordinal ?? request.account
  const signature = await feature(connector, 'message:sign')({ ...request, account, message: 'Hello' })
  expect(Verifier.verifySignature(account.address, 'Hello', signature)).toBe(true)
  destroy()
})

test('a wallet without BIP-322 is asked for ECDSA, for SegWit', async () => {
  const cannot = { kind: 'throw', value: { code: -32_601, message: 'Unsupported' } } as const
  const set = await setUpConnected({ shape: 'unisat' })
  set.wallet.script({ methods: { signMessage: [cannot] } })
  const signature = await feature(set.connector, 'message:sign')({ ...set.request, message: 'Hello' })
  expect(Buffer.from(signature, 'base64')).toHaveLength(65)
  expect(
    set.wallet.requests.filter(({ method }) => method === 'signMessage').map(({ params }) => params),
  ).toMatchObject([{ type: 'bip322-simple' }, { type: 'ecdsa' }])
  set.destroy()
})

test('never so for Taproot', async () => {
  const cannot = { kind: 'throw', value: { code: -32_601, message: 'Unsupported' } } as const
  const set = await setUpConnected({ shape: 'unisat', paymentType: 'p2tr' })
  set.wallet.script({ methods: { signMessage: [cannot] } })
  const sign = feature(set.connector, 'message:sign')
  await expect(sign({ ...set.request, message: 'Hello' })).rejects.toMatchObject({ code: 'METHOD_NOT_FOUND' })
  set.wallet.script({ scheme: 'ecdsa' })
  await expect(sign({ ...set.request, message: 'Hello' })).rejects.toMatchObject({ code: 'INVALID_WALLET_REPLY' })
  set.destroy()
})

test.each(shapes.filter((shape) => shape !== 'leather'))(
  'error: ACCOUNT_CHANGED, without a prompt, where %s is on another account',
  async (shape) => {
    const { wallet, connector, request, events, destroy } = await setUpConnected({ shape })
    const before = wallet.prompts
    wallet.selectAccount(1)
    const signing = feature(connector, 'message:sign')({ ...request, message: 'Hello' })
    await expect(signing).rejects.toMatchObject({ code: 'ACCOUNT_CHANGED' })
    expect(wallet.prompts).toBe(before)
    expect(JSON.stringify(events.at(-1))).toContain(wallet.addresses[0]?.address)
    destroy()
  },
)

test('error: ACCOUNT_CHANGED where the answer names another account, as with Leather', async () => {
  const { wallet, connector, request, destroy } = await setUpConnected({ shape: 'leather' })
  wallet.selectAccount(1)
  const signing = feature(connector, 'message:sign')({ ...request, message: 'Hello' })
  await expect(signing).rejects.toMatchObject({ code: 'ACCOUNT_CHANGED' })
  destroy()
})

test.each(shapes.filter((shape) => shape !== 'leather'))('error: UNAUTHORIZED where %s is locked', async (shape) => {
  const { wallet, connector, request, events, destroy } = await setUpConnected({ shape })
  wallet.lock()
  const signing = feature(connector, 'message:sign')({ ...request, message: 'Hello' })
  await expect(signing).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  expect(events).toEqual(['disconnect'])
  destroy()
})

test('bytes that are no text are signed by wallets that take bytes, and by no other', async () => {
  const message = Uint8Array.of(0xff, 0xfe, 0)
  const bytes = await setUpConnected({ shape: 'wallet-standard' })
  await expect(feature(bytes.connector, 'message:sign')({ ...bytes.request, message })).resolves.toMatch(/^\S+$/)
  bytes.destroy()
  const texts = await setUpConnected({ shape: 'okx' })
  const signing = feature(texts.connector, 'message:sign')({ ...texts.request, message })
  await expect(signing).rejects.toMatchObject({ code: 'INVALID_PARAMS' })
  texts.destroy()
})
