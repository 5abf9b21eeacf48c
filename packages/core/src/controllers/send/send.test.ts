import { HttpResponse } from 'msw'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { RpcError } from '../../errors/rpc.js'
import { internals, type ModalState } from '../../modal/modal.js'
import { timeouts } from '../../modal/timeouts.js'
import type { TokenBalance } from '../../service/blockchain/types.js'
import { alice, bob } from '../../testing/accounts.js'
import { api, createMoneyServer } from '../../testing/createMoneyWorld.js'
import type { TestModalOptions } from '../../testing/createTestModal.js'
import { createTestWallet } from '../../testing/createTestWallet.js'
import { createTransferWorld, hash, receiver, type TransferWorld, token } from '../../testing/createTransferWorld.js'
import { settle } from '../../testing/settle.js'
import { getAccount } from '../account/account.js'
import { disconnect } from '../connection/disconnect.js'
import { close, getRoute, goBack, open } from '../shell/actions.js'
import { getEarlierTransfer } from '../transfers/openTransfers.js'
import { setMaxSendAmount, setSendAmount, setSendReceiver, setSendToken, startSend } from './form.js'
import { sendDebounce } from './state.js'
import { getSendProblem, retrySend, reviewSend, submitSend } from './submit.js'

const { server, at } = createMoneyServer()
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
afterEach(() => server.resetHandlers())
afterAll(() => server.close())

const send = ({ modal }: TransferWorld): ModalState['send'] => modal.getState().send
const problem = ({ modal }: TransferWorld) => getSendProblem(modal.getState())
const native = { caipNetworkId: 'eip155:1', name: 'Ether', symbol: 'ETH', decimals: 18 } as const

/** A completed form, or its preview. */
async function fill(world: TransferWorld, amount = '1', to = receiver): Promise<void> {
  open(world.modal, { view: 'WalletSend' })
  await startSend(world.modal)
  setSendAmount(world.modal, amount)
  setSendReceiver(world.modal, to)
  await settle()
}
async function preview(world: TransferWorld, amount?: string): Promise<void> {
  await fill(world, amount)
  await reviewSend(world.modal)
}

/** Sets the tokens that the account has. */
function setTokens({ modal }: TransferWorld, tokens: readonly TokenBalance[]): void {
  const caipAddress = getAccount(modal.getState()).caipAddress ?? 'eip155:1:'
  const portfolio = { status: 'ready', caipAddress, last: { tokens, nfts: [], total: '0' } } as const
  modal[internals].store.setState((state) => {
    const { eip155 } = state.namespaces
    return eip155 ? { ...state, namespaces: { ...state.namespaces, eip155: { ...eip155, portfolio } } } : state
  })
}

describe('the default token', () => {
  const coin = (symbol: string, numeric: string, value?: number): TokenBalance => ({
    caipNetworkId: 'eip155:1',
    address: symbol === 'ETH' ? undefined : `0x${symbol}`,
    name: symbol,
    symbol,
    decimals: 18,
    quantity: { decimals: '18', numeric },
    value,
  })

  test.each([
    ['the one with the highest value', [coin('ETH', '1', 20), coin('AAA', '5', 700), coin('BBB', '1', 30)], 'AAA'],
    ['the native currency if no value is known', [coin('ETH', '1'), coin('AAA', '5')], 'ETH'],
    ['the first one that the account has', [coin('ETH', '0.00', 0), coin('AAA', '5')], 'AAA'],
    ['the native currency if there are no tokens', [coin('ETH', '0')], 'ETH'],
  ])('is %s', async (_, tokens, symbol) => {
    const world = await createTransferWorld()
    setTokens(world, tokens)
    await startSend(world.modal)
    expect(send(world)?.token?.symbol).toBe(symbol)
  })
})

describe('the token', () => {
  test('is not replaced by a token of another network', async () => {
    const world = await createTransferWorld()
    await startSend(world.modal, { caipNetworkId: 'eip155:10', to: receiver })
    const { token: chosen } = send(world) ?? {}
    expect(chosen).toMatchObject({ caipNetworkId: 'eip155:10', symbol: 'ETH' })
    setSendToken(world.modal, token)
    expect(send(world)?.token).toEqual(chosen)
  })
})

describe('the problem of a transfer', () => {
  test('is the first one in the order of the form', async () => {
    const world = await createTransferWorld()
    expect(problem(world)).toBe('noToken')
    await startSend(world.modal)
    // there is only one token
    expect([send(world)?.token, problem(world)]).toEqual([expect.objectContaining(native), 'noAmount'])
    for (const [amount, expected] of [
      ['x', 'badAmount'],
      ['0', 'badAmount'],
      ['1.500000000000000001', 'tooLittle'],
      ['1.5', 'noReceiver'],
    ] as const) {
      setSendAmount(world.modal, amount)
      expect([amount, problem(world)]).toEqual([amount, expected])
    }
    setSendReceiver(world.modal, 'nobody')
    await settle()
    expect(problem(world)).toBe('badReceiver')
    setSendReceiver(world.modal, receiver)
    expect(problem(world)).toBe('checkingReceiver')
    await settle()
    expect(problem(world)).toBeUndefined()
  })

  test.each(['1e18', '1,5', '-1', '١', '9'.repeat(80), '0.0000000000000000001', 'NaN', 'Infinity', '0x1'])(
    '[I34] is badAmount for the amount %s, which is not rounded',
    async (amount) => {
      const world = await createTransferWorld()
      await fill(world, amount)
      expect(problem(world)).toBe('badAmount')
      await reviewSend(world.modal)
      expect([send(world)?.step, world.sendings]).toEqual(['form', []])
    },
  )

  test('does not depend on a balance that was not fetched', async () => {
    const world = await createTransferWorld()
    await startSend(world.modal)
    world.wallet.emit('change', { namespace: 'eip155', caipNetworkId: 'eip155:10' })
    await fill(world, '1000')
    expect(problem(world)).toBeUndefined()
  })

  test('is insufficientForFee in the preview if the balance does not cover the fee', async () => {
    const world = await createTransferWorld()
    world.fee = 1n
    await preview(world, '1.5')
    expect(problem(world)).toBe('insufficientForFee')
    await submitSend(world.modal)
    expect(world.sendings).toEqual([])
  })

  test('is noFee with the error if the fee can’t be estimated', async () => {
    const world = await createTransferWorld()
    world.fee = new RpcError(-32003, 'TRANSACTION_REJECTED', { details: 'It would fail.' })
    await preview(world)
    expect([problem(world), send(world)?.fee]).toEqual([
      'noFee',
      { status: 'failed', error: expect.objectContaining({ code: 'TRANSACTION_REJECTED', details: 'It would fail.' }) },
    ])
  })
})

describe('the maximum amount', () => {
  test('is the native balance minus the fee', async () => {
    const world = await createTransferWorld()
    await startSend(world.modal)
    await setMaxSendAmount(world.modal)
    expect(send(world)?.amount).toBe('1.499999999999999')
    world.fee = 2n * 10n ** 18n
    await setMaxSendAmount(world.modal)
    expect(send(world)?.amount).toBe('0')
  })

  test('does not overwrite an amount that was typed meanwhile', async () => {
    const world = await createTransferWorld()
    await startSend(world.modal)
    const asking = setMaxSendAmount(world.modal)
    setSendAmount(world.modal, '0.1')
    await asking
    expect(send(world)?.amount).toBe('0.1')
  })

  /** Selects "Max" for the native currency, and continues to the review, which fetches another fee. */
  const reviewMax = async (world: TransferWorld, fee: bigint): Promise<void> => {
    open(world.modal, { view: 'WalletSend' })
    await startSend(world.modal)
    setSendReceiver(world.modal, receiver)
    await settle()
    await setMaxSendAmount(world.modal)
    world.fee = fee
    await reviewSend(world.modal)
  }

  test.each([
    ['risen by 1 wei', 1_001n, '1.499999999999998999', 1_499_999_999_999_998_999n],
    ['fallen', 1n, '1.499999999999999999', 1_499_999_999_999_999_999n],
  ])('follows a fee that has %s, until the user confirms it', async (_, fee, amount, value) => {
    const world = await createTransferWorld()
    await reviewMax(world, fee)
    expect([problem(world), send(world)?.amount]).toEqual([undefined, amount])
    world.fee = 5_000n
    void submitSend(world.modal)
    await settle()
    expect(world.sendings[0]?.transaction).toEqual({ to: receiver, value })
    world.sendings[0]?.held.resolve(hash)
    await settle()
    expect(send(world)).toMatchObject({ step: 'confirming', amount })
  })

  test('follows the fee of each review', async () => {
    const world = await createTransferWorld()
    await reviewMax(world, 2_000n)
    goBack(world.modal)
    await startSend(world.modal)
    expect(send(world)).toMatchObject({ step: 'form', amount: '1.499999999999998' })
    world.fee = 3_000n
    await reviewSend(world.modal)
    expect([problem(world), send(world)?.amount]).toEqual([undefined, '1.499999999999997'])
    // the wallet finds that the fee has risen since
    const refused = submitSend(world.modal)
    await settle()
    world.sendings[0]?.held.reject(new RpcError(-32003, 'TRANSACTION_REJECTED', { isUnsent: true }))
    await refused
    expect(send(world)).toMatchObject({ step: 'preview', error: { code: 'TRANSACTION_REJECTED' } })
    world.fee = 4_000n
    await retrySend(world.modal)
    expect([problem(world), send(world)?.amount]).toEqual([undefined, '1.499999999999996'])
  })

  test.each([1_500_000_000_000_000_000n, 2_000_000_000_000_000_000n])(
    'can’t be sent if the fee, %s wei, leaves nothing',
    async (fee) => {
      const world = await createTransferWorld()
      await reviewMax(world, fee)
      expect([problem(world), send(world)?.amount]).toEqual(['insufficientForFee', '1.499999999999999'])
      await submitSend(world.modal)
      expect(world.sendings).toEqual([])
    },
  )

  test('is not derived from another account’s balance', async () => {
    const world = await createTransferWorld()
    await reviewMax(world, 2_000n)
    world.wallet.emit('change', { namespace: 'eip155', accounts: [bob, alice] })
    await settle()
    await submitSend(world.modal)
    expect(send(world)).toMatchObject({ step: 'preview', error: { code: 'ACCOUNT_CHANGED' } })
    setTokens(world, [{ ...native, quantity: { decimals: '18', numeric: '9' } }])
    await retrySend(world.modal)
    expect(send(world)).toMatchObject({ amount: '1.499999999999998', fee: { status: 'ready' } })
  })

  test('keeps the typed amount if the user has changed it', async () => {
    const world = await createTransferWorld()
    await reviewMax(world, 2_000n)
    goBack(world.modal)
    await startSend(world.modal)
    setSendAmount(world.modal, '1.4999999999999999')
    await reviewSend(world.modal)
    expect([problem(world), send(world)?.amount]).toEqual(['insufficientForFee', '1.4999999999999999'])
  })

  test('is the whole balance for a token, whatever the fee', async () => {
    const world = await createTransferWorld()
    const quantity = { decimals: '6', numeric: '12.5' }
    setTokens(world, [
      { ...native, quantity: { decimals: '18', numeric: '1.5' } },
      { ...token, quantity },
    ])
    open(world.modal, { view: 'WalletSend' })
    await startSend(world.modal)
    setSendToken(world.modal, token)
    setSendReceiver(world.modal, receiver)
    await settle()
    await setMaxSendAmount(world.modal)
    world.fee = 1_500_000_000_000_000_000n
    await reviewSend(world.modal)
    expect([problem(world), send(world)?.amount]).toEqual([undefined, '12.5'])
    void submitSend(world.modal)
    await settle()
    expect(world.sendings[0]?.transaction).toEqual({ to: receiver, value: 12_500_000n, of: token.address })
  })

  test('leaves the fee for a smart account too, as it may not be sponsored', async () => {
    const world = await createTransferWorld()
    world.wallet.emit('change', { namespace: 'eip155', accounts: [{ ...alice, type: 'smartAccount' }] })
    await settle()
    await reviewMax(world, 2_000n)
    expect([problem(world), send(world)?.amount]).toEqual([undefined, '1.499999999999998'])
    goBack(world.modal)
    await startSend(world.modal)
    world.fee = 2_000_000_000_000_000_000n
    await reviewSend(world.modal)
    expect([problem(world), send(world)?.amount]).toEqual([undefined, '1.499999999999998'])
  })
})

describe('a name', () => {
  const named = (address: string) =>
    HttpResponse.json({ name: 'ada.shop.id', addresses: { 60: { address } }, attributes: [] })
  const setUp = async (kept: Pick<TestModalOptions, 'storage' | 'clock' | 'wallets'> = {}) => {
    // balances come from the nodes
    server.use(at.get('/v1/supported-chains', () => HttpResponse.json({ http: [], ws: [] })))
    const world = await createTransferWorld({
      ...kept,
      services: { blockchainApi: api },
      env: { fetch: (input, init) => globalThis.fetch(input, init) },
    })
    await startSend(world.modal)
    return world
  }
  const resolved = (world: TransferWorld) => vi.waitFor(() => expect(send(world)?.receiver.status).not.toBe('checking'))

  test('is resolved once per pause in typing, and replaced by its address', async () => {
    const world = await setUp()
    const asked: string[] = []
    server.use(
      at.get('/v1/profile/account/:name', ({ params }) => {
        asked.push(String(params['name']))
        return named(receiver)
      }),
    )
    for (const text of ['ada.s', 'ada.shop', 'Ada.shop.id']) {
      setSendReceiver(world.modal, text)
      await world.clock.advance(sendDebounce - 1)
    }
    expect([asked, send(world)?.receiver]).toEqual([[], { status: 'checking' }])
    await world.clock.advance(1)
    await resolved(world)
    expect(asked).toEqual(['ada.shop.id'])
    expect(send(world)?.receiver).toEqual({ status: 'ready', address: receiver, name: 'Ada.shop.id' })
  })

  test('is cached for 5 minutes, also for the next visit [S9.2] [S3.23]', async () => {
    const first = await setUp()
    const asked: string[] = []
    server.use(
      at.get('/v1/profile/account/:name', ({ params }) => {
        asked.push(String(params['name']))
        return named(receiver)
      }),
    )
    const type = async (world: TransferWorld) => {
      setSendReceiver(world.modal, 'ada.shop.id')
      await world.clock.advance(sendDebounce)
      await resolved(world)
      expect(send(world)?.receiver).toMatchObject({ status: 'ready', address: receiver })
    }
    await type(first)
    await first.clock.advance(299_999 - sendDebounce)
    const next = await setUp({ storage: first.storage, clock: first.clock })
    await type(next)
    expect(asked).toEqual(['ada.shop.id'])
    await first.clock.advance(1)
    setSendReceiver(next.modal, alice.address)
    await type(next)
    expect(asked).toEqual(['ada.shop.id', 'ada.shop.id'])
  })

  test('is ignored if it resolves after another receiver was typed', async () => {
    const world = await setUp()
    let answer = (): void => undefined
    const waits = new Promise<void>((resolve) => {
      answer = resolve
    })
    server.use(at.get('/v1/profile/account/:name', () => waits.then(() => named(receiver))))
    setSendReceiver(world.modal, 'ada.shop.id')
    await world.clock.advance(sendDebounce)
    setSendReceiver(world.modal, alice.address)
    await settle()
    answer()
    await settle()
    expect(send(world)?.receiver).toEqual({ status: 'ready', address: alice.address, name: undefined })
  })

  test.each([
    ['that does not exist', () => new HttpResponse(null, { status: 404 }), 'invalid'],
    ['that resolves to the zero address', () => named('0x0000000000000000000000000000000000000000'), 'invalid'],
    ['that could not be resolved', () => new HttpResponse('<html>', { status: 200 }), 'failed'],
  ] as const)('%s is not a valid receiver', async (_, answer, status) => {
    const world = await setUp()
    server.use(at.get('/v1/profile/account/:name', answer))
    setSendReceiver(world.modal, 'ada.shop.id')
    await world.clock.advance(sendDebounce)
    await resolved(world)
    expect(send(world)?.receiver.status).toBe(status)
  })

  test.each([
    ['a contract, which has an address on Ethereum only, is invalid', { 60: { address: receiver } }, 'invalid'],
    [
      'an EOA, which has an address on every network, is valid',
      { 60: { address: receiver }, 2147483648: { address: receiver } },
      'ready',
    ],
  ])('for %s on another network', async (_, addresses, status) => {
    const world = await setUp({ wallets: [createTestWallet({ caipNetworkId: 'eip155:10' })] })
    server.use(
      at.get('/v1/profile/account/:name', () => HttpResponse.json({ name: 'ada.shop.id', addresses, attributes: [] })),
    )
    setSendReceiver(world.modal, 'ada.shop.id')
    await world.clock.advance(sendDebounce)
    await resolved(world)
    expect(send(world)).toMatchObject({ caipNetworkId: 'eip155:10', receiver: { status } })
  })

  test.each(['../admin', 'ada', 'a b.id', '.id', 'ada..id', `${'a'.repeat(256)}.id`])(
    '%s is invalid, and not looked up',
    async (text) => {
      const world = await setUp()
      setSendReceiver(world.modal, text)
      await settle()
      expect(send(world)?.receiver).toEqual({ status: 'invalid' })
    },
  )
})

describe('sending', () => {
  test('sends the shown amount, waits for the confirmation, and fetches the balance again', async () => {
    const world = await createTransferWorld()
    await preview(world, '1.25')
    expect(getRoute(world.modal.getState()).view).toBe('WalletSendPreview')
    const sending = submitSend(world.modal)
    await settle()
    expect([send(world)?.step, world.sendings[0]?.transaction]).toEqual([
      'sending',
      { to: receiver, value: 1_250_000_000_000_000_000n },
    ])
    world.sendings[0]?.held.resolve(hash)
    await settle()
    expect([send(world)?.step, send(world)?.hash, world.confirmed]).toEqual(['confirming', hash, [hash]])
    const reads = world.evm.balanceRequests.length
    world.outcomes[0]?.resolve({ status: 'confirmed' })
    await sending
    expect(send(world)?.step).toBe('done')
    expect(world.evm.balanceRequests.length).toBe(reads + 1)
    expect(world.modal.getState().event).toMatchObject({ event: 'SEND_SUCCESS', properties: { symbol: 'ETH', hash } })
  })

  test('sends a token by its address', async () => {
    const world = await createTransferWorld()
    open(world.modal, { view: 'WalletSend' })
    await startSend(world.modal, { assetAddress: token.address, amount: '12.5', to: receiver })
    await settle()
    expect(send(world)).toMatchObject({ token, fixed: ['token', 'amount', 'to'] })
    setSendToken(world.modal, native)
    setSendAmount(world.modal, '99')
    expect(send(world)).toMatchObject({ token, amount: '12.5' })
    await reviewSend(world.modal)
    void submitSend(world.modal)
    await settle()
    expect(world.sendings[0]?.transaction).toEqual({ to: receiver, value: 12_500_000n, of: token.address })
  })

  test('makes one wallet request, even for repeated clicks', async () => {
    const world = await createTransferWorld()
    await preview(world)
    for (let press = 0; press < 5; press++) void submitSend(world.modal)
    await settle()
    void submitSend(world.modal)
    await settle()
    world.sendings[0]?.held.resolve(hash)
    await settle()
    void submitSend(world.modal)
    await settle()
    expect(world.sendings).toHaveLength(1)
  })

  test('error: USER_REJECTED keeps preview and form unchanged', async () => {
    const world = await createTransferWorld()
    await preview(world)
    const sending = submitSend(world.modal)
    await settle()
    world.sendings[0]?.held.reject({ code: 4001, message: 'No.' })
    await sending
    expect(send(world)).toMatchObject({ step: 'preview', amount: '1', to: receiver, error: { code: 'USER_REJECTED' } })
    goBack(world.modal)
    await startSend(world.modal)
    expect([send(world)?.step, problem(world)]).toEqual(['form', undefined])
  })

  test.each<[string, (world: TransferWorld) => unknown, string]>([
    [
      'another account',
      ({ wallet }) => wallet.emit('change', { namespace: 'eip155', accounts: [bob] }),
      'ACCOUNT_CHANGED',
    ],
    [
      'another network',
      ({ wallet }) => wallet.emit('change', { namespace: 'eip155', caipNetworkId: 'eip155:10' }),
      'CHAIN_NOT_SWITCHED',
    ],
    ['a disconnected wallet', ({ modal }) => disconnect(modal), 'NOT_CONNECTED'],
  ])('[F33] sends nothing with %s since the preview', async (_, happen, code) => {
    const world = await createTransferWorld()
    await preview(world)
    await happen(world)
    await submitSend(world.modal)
    expect([world.sendings, send(world)?.error?.code, send(world)?.step]).toEqual([[], code, 'preview'])
  })

  test('switches to the requested network, and sends nothing if the wallet rejects that', async () => {
    const world = await createTransferWorld()
    world.wallet.asks.add('switch')
    open(world.modal, { view: 'WalletSend' })
    await startSend(world.modal, { caipNetworkId: 'eip155:10', amount: '1', to: receiver })
    await settle()
    await reviewSend(world.modal)
    const refused = submitSend(world.modal)
    await settle()
    world.wallet.last('switch').reject({ code: 4001, message: 'No.' })
    await refused
    expect([send(world)?.error?.code, world.sendings]).toEqual(['USER_REJECTED', []])
    void submitSend(world.modal)
    await settle()
    world.wallet.last('switch').approve()
    await settle()
    expect(world.sendings).toMatchObject([{ network: 'eip155:10' }])
  })

  test.each([
    [{ status: 'failed', reason: 'execution reverted' }, 'execution reverted'],
    [{ status: 'expired' }, 'expired'],
  ] as const)('error: TRANSFER_FAILED for the outcome %j', async (outcome, details) => {
    const world = await createTransferWorld()
    await preview(world)
    const sending = submitSend(world.modal)
    await settle()
    world.sendings[0]?.held.resolve(hash)
    await settle()
    world.outcomes[0]?.resolve(outcome)
    await sending
    expect(send(world)).toMatchObject({ step: 'failed', hash, error: { code: 'TRANSFER_FAILED', details } })
  })

  test('error: TIMED_OUT if it is not confirmed in time; it stays in confirming and is not sent again', async () => {
    const world = await createTransferWorld()
    await preview(world)
    const sending = submitSend(world.modal)
    await settle()
    world.sendings[0]?.held.resolve(hash)
    await settle()
    await world.clock.advance(timeouts.confirm)
    await sending
    expect(send(world)).toMatchObject({ step: 'confirming', hash, error: { code: 'TIMED_OUT' } })
    await submitSend(world.modal)
    expect(world.sendings).toHaveLength(1)
  })

  test.each([
    [
      { status: 'failed', reason: 'execution reverted' },
      { status: 'failed', hash },
    ],
    [{ status: 'confirmed' }, undefined],
  ] as const)(
    'after the modal is closed, only a failure is kept for the next transfer: %j',
    async (outcome, earlier) => {
      const world = await createTransferWorld()
      await preview(world)
      const sending = submitSend(world.modal)
      await settle()
      world.sendings[0]?.held.resolve(hash)
      await settle()
      close(world.modal)
      world.outcomes[0]?.resolve(outcome)
      await sending
      await preview(world)
      const sender = { namespace: 'eip155', caipNetworkId: 'eip155:1', address: alice.address } as const
      const found = getEarlierTransfer(world.modal.getState(), sender)
      expect(found && { status: found.status, hash: found.hash }).toEqual(earlier)
      expect(problem(world)).toBeUndefined()
    },
  )

  test('the outcome of an older transfer does not change a newer one', async () => {
    const world = await createTransferWorld()
    await preview(world)
    const sending = submitSend(world.modal)
    await settle()
    world.sendings[0]?.held.resolve(hash)
    await settle()
    await startSend(world.modal)
    world.outcomes[0]?.resolve({ status: 'confirmed' })
    await sending
    expect(send(world)).toMatchObject({ id: 2, step: 'form', amount: '' })
  })
})

test('error: NOT_CONNECTED without a wallet', async () => {
  const world = await createTransferWorld()
  await disconnect(world.modal)
  await expect(startSend(world.modal)).rejects.toMatchObject({ code: 'NOT_CONNECTED' })
})

test('an invalid token address fails the token, with the problem noToken', async () => {
  const world = await createTransferWorld()
  await startSend(world.modal, { assetAddress: '0x12', amount: '1' })
  expect([send(world)?.tokenStatus, problem(world)]).toEqual(['failed', 'noToken'])
})
