import { afterEach, describe, expect, test, vi } from 'vitest'
import type { TransactionTrace } from '../../contracts/features.js'
import type { ModalState } from '../../modal/modal.js'
import { timeouts } from '../../modal/timeouts.js'
import { alice, bob, sol } from '../../testing/accounts.js'
import { createTestSiwx, siwxSettled } from '../../testing/createTestSiwx.js'
import { rejection } from '../../testing/createTestWallet.js'
import { createTransferWorld, hash, receiver, type TransferWorld, token } from '../../testing/createTransferWorld.js'
import { mainnet, unknownId } from '../../testing/networks.js'
import { settle } from '../../testing/settle.js'
import { connect } from '../connection/connect.js'
import { disconnect } from '../connection/disconnect.js'
import { finishConnect } from '../connection/flow.js'
import { startSwitch } from '../network/switch.js'
import { close, getRoute, open, push } from '../shell/actions.js'
import { signIn } from '../sign-in/signIn.js'
import { retrySearch } from '../transfers/sendAndTrack.js'
import { choosePayOption, fetchPayFee, getPayProblem, pay } from './pay.js'
import { type PayRequest, parsePayAsset, payDelays } from './state.js'
import { retryPay, submitPay } from './submit.js'

const ether = 'eip155:1/slip44:60'
const usdc = `eip155:1/erc20:${token.address}`
const elsewhere = { caipNetworkId: 'eip155:10' } as const

type PayWorld = TransferWorld & { readonly result: Promise<unknown> }

/** A payment that waits for the user; `result` never rejects. */
async function ask(request: Partial<PayRequest> = {}, world?: TransferWorld): Promise<PayWorld> {
  const own = world ?? (await createTransferWorld({ features: { pay: true } }))
  const paying = pay(own.modal, { recipient: receiver, asset: ether, amount: '1', ...request })
  const result = paying.catch((cause: unknown) => cause)
  await settle()
  return Object.assign(own, { result })
}
const state = ({ modal }: TransferWorld): ModalState['pay'] => modal.getState().pay

/** Sends the request to the wallet. */
async function submit(world: PayWorld): Promise<void> {
  void submitPay(world.modal)
  await settle()
}

afterEach(() => vi.restoreAllMocks())

test.each([
  [ether, { caipNetworkId: 'eip155:1' }],
  [usdc, { caipNetworkId: 'eip155:1', address: token.address }],
  ['solana:main/token:Mint', { caipNetworkId: 'solana:main', address: 'Mint' }],
  [elsewhere, elsewhere],
  ['eip155:1', null],
  ['eip155:1/erc721:0x12', null],
  ['eip155:1/slip44:x', null],
  ['NOWHERE:1/slip44:60', null],
  ['eip155:1/erc20:0x12/7', null],
  ['', null],
  [undefined, null],
  [{ caipNetworkId: 'x' }, null],
])('parsePayAsset(%j) returns %j [CAIP-19]', (asset, parsed) => expect(parsePayAsset(asset as string)).toEqual(parsed))

describe('a payment', () => {
  test('is shown, sent by the wallet, and resolved once it is confirmed', async () => {
    const world = await ask({ asset: usdc, amount: '12.5' })
    expect(getRoute(world.modal.getState()).view).toBe('Pay')
    expect(state(world)).toMatchObject({
      step: 'choice',
      fee: { status: 'ready', value: '1000' },
      options: [{ token }],
    })
    await submit(world)
    expect(world.sendings).toMatchObject([{ transaction: { to: receiver, value: 12_500_000n, of: token.address } }])
    world.sendings[0]?.held.resolve(hash)
    await settle()
    expect(state(world)).toMatchObject({ step: 'confirming', hash })
    world.outcomes[0]?.resolve({ status: 'confirmed' })
    expect(await world.result).toEqual({ hash, caipNetworkId: 'eip155:1' })
    expect(state(world)?.step).toBe('done')
  })

  test('offers options, and drops a late fee for a previous choice', async () => {
    const world = await ask({ asset: [ether, { ...elsewhere, amount: '0.5', recipient: alice.address }] })
    const fees: ((value: bigint) => void)[] = []
    Object.assign(world.evm.features, { 'transfer:fee': () => new Promise((resolve) => fees.push(resolve)) })
    void choosePayOption(world.modal, 1)
    await settle()
    void choosePayOption(world.modal, 0)
    await settle()
    fees[1]?.(7n)
    await settle()
    fees[0]?.(9n)
    await settle()
    expect(state(world)).toMatchObject({ selected: 0, fee: { status: 'ready', value: '7' } })
    void choosePayOption(world.modal, 2)
    expect(state(world)?.selected).toBe(0)
  })

  test('switches to the network of the chosen asset, and returns to the choice if the wallet rejects that', async () => {
    const world = await ask({ asset: elsewhere })
    world.wallet.asks.add('switch')
    await submit(world)
    world.wallet.last('switch').reject({ code: 4001, message: 'No.' })
    await settle()
    expect([state(world)?.step, state(world)?.error?.code, world.sendings]).toEqual(['choice', 'USER_REJECTED', []])
    await submit(world)
    world.wallet.last('switch').approve()
    await settle()
    expect(world.sendings).toMatchObject([{ network: 'eip155:10' }])
  })

  test('makes one wallet request, even for repeated clicks', async () => {
    const world = await ask()
    for (let click = 0; click < 5; click++) await submit(world)
    expect(world.sendings).toHaveLength(1)
  })

  test('can be retried after a rejection', async () => {
    const world = await ask()
    await submit(world)
    world.sendings[0]?.held.reject({ code: 4001, message: 'No.' })
    await settle()
    expect(state(world)).toMatchObject({ step: 'choice', error: { code: 'USER_REJECTED' } })
    await submit(world)
    expect(state(world)).toMatchObject({ step: 'sending' })
    expect(state(world)).not.toHaveProperty('error')
    world.sendings[1]?.held.resolve(hash)
    await settle()
    world.outcomes[0]?.resolve({ status: 'confirmed' })
    expect(await world.result).toMatchObject({ hash })
    expect(world.sendings).toHaveLength(2)
  })

  test('error: rejects with USER_REJECTED if the user leaves after declining', async () => {
    const world = await ask()
    await submit(world)
    world.sendings[0]?.held.reject({ code: 4001, message: 'No.' })
    await settle()
    close(world.modal)
    expect(await world.result).toMatchObject({ code: 'USER_REJECTED' })
    expect(state(world)?.step).toBe('failed')
    await submit(world)
    expect(world.sendings).toHaveLength(1)
  })

  test('requires a wallet, and is shown again once one is connected', async () => {
    const world = await createTransferWorld({ features: { pay: true } })
    await disconnect(world.modal)
    await ask({}, world)
    expect([getPayProblem(world.modal.getState()), state(world)?.fee.status]).toEqual(['notConnected', 'none'])
    push(world.modal, { view: 'Connect', params: undefined })
    await connect(world.modal, { connectorId: 'org.example.wallet' })
    finishConnect(world.modal)
    expect([getRoute(world.modal.getState()).view, state(world)?.step]).toEqual(['Pay', 'choice'])
    await fetchPayFee(world.modal)
    expect(getPayProblem(world.modal.getState())).toBeUndefined()
  })

  test('is shown again once the user has signed in with the connected wallet', async () => {
    const { siwx } = createTestSiwx({ isRequired: true })
    const world = await createTransferWorld({ features: { pay: true }, siwx })
    await siwxSettled()
    await disconnect(world.modal)
    const { result } = await ask({}, world)
    push(world.modal, { view: 'Connect', params: undefined })
    await connect(world.modal, { connectorId: 'org.example.wallet' })
    finishConnect(world.modal)
    await siwxSettled()
    expect(getRoute(world.modal.getState()).view).toBe('SIWXSignMessage')
    await signIn(world.modal)
    expect([getRoute(world.modal.getState()).view, state(world)?.step]).toEqual(['Pay', 'choice'])
    expect(await Promise.race([result, settle()])).toBeUndefined()
  })

  test('is shown again once the connected wallet has switched from an unsupported network', async () => {
    const world = await createTransferWorld({ features: { pay: true } })
    await disconnect(world.modal)
    const { result } = await ask({}, world)
    push(world.modal, { view: 'Connect', params: undefined })
    world.wallet.caipNetworkId = unknownId
    await connect(world.modal, { connectorId: 'org.example.wallet' })
    finishConnect(world.modal)
    expect([getRoute(world.modal.getState()).view, state(world)?.step]).toEqual(['UnsupportedChain', 'choice'])
    await startSwitch(world.modal, mainnet)
    expect([getRoute(world.modal.getState()).view, state(world)?.step]).toEqual(['Pay', 'choice'])
    expect(await Promise.race([result, settle()])).toBeUndefined()
  })

  test.each([
    ['more than the balance', '1.6', 1n, 'tooLittle'],
    ['more than the balance minus the fee', '1.5', 1n, 'insufficientForFee'],
  ])('of %s can’t be sent', async (_, amount, fee, problem) => {
    const world = await createTransferWorld({ features: { pay: true } })
    world.fee = fee
    await ask({ amount }, world)
    await submit(world as PayWorld)
    expect([getPayProblem(world.modal.getState()), world.sendings]).toEqual([problem, []])
  })

  test('from a smart account may spend the whole balance, as the fee can be sponsored', async () => {
    const world = await createTransferWorld({ features: { pay: true } })
    world.fee = 1n
    await ask({ amount: '1.5' }, world)
    expect(getPayProblem(world.modal.getState())).toBe('insufficientForFee')
    world.wallet.emit('change', { namespace: 'eip155', accounts: [{ ...alice, type: 'smartAccount' }] })
    expect(getPayProblem(world.modal.getState())).toBeUndefined()
  })
})

describe('leaving the payment', () => {
  test('error: rejects with MODAL_CLOSED before the wallet request', async () => {
    const world = await ask()
    close(world.modal)
    expect(await world.result).toMatchObject({ code: 'MODAL_CLOSED', shortMessage: 'Modal closed' })
    expect(state(world)?.step).toBe('failed')
  })

  test('error: rejects with MODAL_CLOSED if another view replaces it', async () => {
    const world = await ask()
    open(world.modal, { view: 'Networks' })
    expect(await world.result).toMatchObject({ code: 'MODAL_CLOSED' })
  })

  test('error: waits for an open wallet request, and rejects with MODAL_CLOSED if that is rejected', async () => {
    const world = await ask()
    await submit(world)
    close(world.modal)
    await settle()
    world.sendings[0]?.held.reject({ code: 4001, message: 'No.' })
    expect(await world.result).toMatchObject({ code: 'MODAL_CLOSED' })
  })

  test('error: rejects with USER_REJECTED at once if the wallet declines while the modal shows another view', async () => {
    const world = await ask()
    await submit(world)
    open(world.modal, { view: 'Networks' })
    world.sendings[0]?.held.reject(rejection)
    expect(await Promise.race([world.result, settle()])).toMatchObject({ code: 'USER_REJECTED' })
    expect(state(world)?.step).toBe('failed')
  })

  test('error: rejects with MODAL_CLOSED if the wallet declines to switch the network after the modal was closed', async () => {
    const world = await ask({ asset: elsewhere })
    world.wallet.asks.add('switch')
    await submit(world)
    close(world.modal)
    world.wallet.last('switch').reject(rejection)
    expect(await world.result).toMatchObject({ code: 'MODAL_CLOSED' })
  })

  test('waits for an open wallet request, and resolves if that was sent and confirmed', async () => {
    const world = await ask()
    await submit(world)
    close(world.modal)
    world.sendings[0]?.held.resolve(hash)
    await settle()
    world.outcomes[0]?.resolve({ status: 'confirmed' })
    expect(await world.result).toEqual({ hash, caipNetworkId: 'eip155:1' })
  })

  test('a newer payment replaces one that is not yet with the wallet', async () => {
    const older = await ask()
    const { result } = older
    await ask({ amount: '0.5' }, older)
    expect(await result).toMatchObject({ code: 'ABORTED' })
    expect(state(older)).toMatchObject({ id: 2, step: 'choice', options: [{ amount: '0.5' }] })
  })

  test('a newer payment replaces one whose token is still being read', async () => {
    const world = await createTransferWorld({ features: { pay: true } })
    const readings: ((read: typeof token) => void)[] = []
    Object.assign(world.evm.features, { 'token:read': () => new Promise((resolve) => readings.push(resolve)) })
    const { result } = await ask({ asset: usdc, amount: '7' }, world)
    const newer = await ask({ amount: '0.5' }, world)
    readings[0]?.(token)
    expect(await Promise.race([result, settle()])).toMatchObject({ code: 'ABORTED' })
    expect(await Promise.race([newer.result, settle()])).toBeUndefined()
    expect(state(world)).toMatchObject({ step: 'choice', options: [{ amount: '0.5' }] })
  })

  test('error: ABORTED for a newer payment whose token is still being read, which is not shown', async () => {
    const older = await ask()
    const { result } = older
    const readings: ((read: typeof token) => void)[] = []
    Object.assign(older.evm.features, { 'token:read': () => new Promise((resolve) => readings.push(resolve)) })
    const newer = await ask({ asset: usdc }, older)
    close(older.modal)
    readings[0]?.(token)
    expect(await result).toMatchObject({ code: 'MODAL_CLOSED' })
    expect(await Promise.race([newer.result, settle()])).toMatchObject({ code: 'ABORTED' })
    expect(older.modal.getState().modal.open).toBe(false)
  })

  test('error: REQUEST_PENDING for a newer payment while a wallet request is open', async () => {
    const world = await ask()
    const { result } = world
    await submit(world)
    expect(await (await ask({}, world)).result).toMatchObject({ code: 'REQUEST_PENDING' })
    world.sendings[0]?.held.resolve(hash)
    await settle()
    world.outcomes[0]?.resolve({ status: 'confirmed' })
    expect(await result).toMatchObject({ hash })
  })

  test('error: REQUEST_PENDING for a newer payment while another is being confirmed, which still resolves', async () => {
    const world = await ask()
    const { result } = world
    await submit(world)
    world.sendings[0]?.held.resolve(hash)
    await settle()
    close(world.modal)
    expect(await (await ask({}, world)).result).toMatchObject({ code: 'REQUEST_PENDING' })
    world.outcomes[0]?.resolve({ status: 'confirmed' })
    expect(await result).toMatchObject({ hash })
  })

  test('error: TIMED_OUT if the user does not decide for an hour', async () => {
    const world = await ask()
    await world.clock.advance(payDelays.choice)
    expect(await world.result).toMatchObject({ code: 'TIMED_OUT' })
    expect(state(world)?.step).toBe('failed')
  })

  test('a payment that is with the wallet after an hour continues', async () => {
    const world = await ask()
    await world.clock.advance(payDelays.choice - 1_000)
    await submit(world)
    await world.clock.advance(2_000)
    world.sendings[0]?.held.resolve(hash)
    await settle()
    world.outcomes[0]?.resolve({ status: 'confirmed' })
    expect(await world.result).toMatchObject({ hash })
  })

  test('error: USER_REJECTED if the wallet rejects it after that hour', async () => {
    const world = await ask()
    await world.clock.advance(payDelays.choice - 1_000)
    await submit(world)
    await world.clock.advance(2_000)
    world.sendings[0]?.held.reject(rejection)
    expect(await world.result).toMatchObject({ code: 'USER_REJECTED' })
    expect(state(world)?.step).toBe('failed')
  })

  test('after an account change the payment needs a new fee before it can be sent', async () => {
    const world = await ask()
    await submit(world)
    world.sendings[0]?.held.reject(rejection)
    await settle()
    expect(state(world)).toMatchObject({ step: 'choice', error: { code: 'USER_REJECTED' } })
    expect(getPayProblem(world.modal.getState())).toBeUndefined()
    world.wallet.emit('change', { namespace: 'eip155', accounts: [bob] })
    expect(getPayProblem(world.modal.getState())).toBe('noFee')
    await submit(world)
    expect(world.sendings).toHaveLength(1)
    await retryPay(world.modal)
    expect(getPayProblem(world.modal.getState())).toBeUndefined()
  })
})

describe('the outcome of a payment', () => {
  const sent = async (): Promise<PayWorld> => {
    const world = await ask()
    await submit(world)
    world.sendings[0]?.held.resolve(hash)
    await settle()
    return world
  }

  test('error: TRANSFER_FAILED with the reason if the transaction fails', async () => {
    const world = await sent()
    world.outcomes[0]?.resolve({ status: 'failed', reason: 'out of gas' })
    expect(await world.result).toMatchObject({ code: 'TRANSFER_FAILED', details: 'out of gas' })
    expect(state(world)?.step).toBe('failed')
  })

  test('error: OUTCOME_UNKNOWN with the hash if it is not confirmed in time', async () => {
    const world = await sent()
    await world.clock.advance(timeouts.confirm)
    expect(await world.result).toMatchObject({ code: 'OUTCOME_UNKNOWN', details: hash })
    expect(state(world)).toMatchObject({ step: 'timedOut', hash, error: { code: 'TIMED_OUT' } })
  })

  test.each<[string, TransactionTrace | undefined]>([
    ['the wallet declines it late', undefined],
    ['the network rules it out later', { status: 'void' }],
  ])('can’t be retried once it was reported as OUTCOME_UNKNOWN, if %s', async (_, trace) => {
    const world = await createTransferWorld({ features: { pay: true } })
    const find = trace && (async () => trace)
    Object.assign(world.evm.features, { 'transaction:mark': async () => ({}) })
    const { result } = await ask({}, world)
    void submitPay(world.modal)
    await world.clock.advance(timeouts.approval)
    expect(await result).toMatchObject({ code: 'OUTCOME_UNKNOWN' })
    Object.assign(world.evm.features, { 'transaction:find': find })
    if (find) retrySearch(world.modal, { id: state(world)?.transferId ?? '' })
    else world.sendings[0]?.held.reject(rejection)
    await settle()
    expect(state(world)?.step).toBe('failed')
    await retryPay(world.modal)
    void submitPay(world.modal)
    await settle()
    expect(world.sendings).toHaveLength(1)
  })

  test.each<[string, (world: TransferWorld) => unknown]>([
    ['ACCOUNT_CHANGED', ({ wallet }) => wallet.emit('change', { namespace: 'eip155', accounts: [bob] })],
    ['NOT_CONNECTED', ({ modal }) => disconnect(modal)],
  ])('error: %s if that happens while the transaction is built, and nothing is sent', async (code, happen) => {
    const world = await ask()
    const build = async () => {
      await happen(world)
      return {}
    }
    Object.assign(world.evm.features, { 'transfer:build': build })
    await submit(world)
    expect(await world.result).toMatchObject({ code })
    expect(world.sendings).toEqual([])
  })
})

describe('an invalid payment', () => {
  test.each<[string, Partial<PayRequest>, string]>([
    ['an invalid asset', { asset: 'ETH' }, 'INVALID_PAYMENT'],
    ['an empty list of assets', { asset: [] as never }, 'INVALID_PAYMENT'],
    ['an unknown network', { asset: 'eip155:999/slip44:60' }, 'NETWORK_NOT_FOUND'],
    ['an invalid receiver', { recipient: 'ada' }, 'INVALID_PAYMENT'],
    ['no receiver', { recipient: undefined as never }, 'INVALID_PAYMENT'],
    ['an exponent', { amount: '1e18' }, 'INVALID_PAYMENT'],
    ['a number', { amount: 1 as never }, 'INVALID_PAYMENT'],
    ['a zero amount', { amount: '0' }, 'INVALID_PAYMENT'],
    ['too many decimals', { asset: usdc, amount: '0.0000001' }, 'INVALID_PAYMENT'],
    ['a negative amount', { amount: '-1' }, 'INVALID_PAYMENT'],
    [
      'a namespace without payments',
      { asset: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp/slip44:501', recipient: sol.address },
      'FEATURE_NOT_SUPPORTED',
    ],
  ])('I34 error: %s', async (_, request, code) => {
    const world = await ask(request)
    expect(await world.result).toMatchObject({ code })
    expect([state(world), world.modal.getState().modal.open]).toEqual([undefined, false])
  })

  test('error: FEATURE_NOT_SUPPORTED if pay is off', async () => {
    const world = await ask({}, await createTransferWorld())
    expect(await world.result).toMatchObject({ code: 'FEATURE_NOT_SUPPORTED' })
  })
})
