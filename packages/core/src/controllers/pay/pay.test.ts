import { afterEach, describe, expect, test, vi } from 'vitest'
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
])('the asset %j is %j [CAIP-19]', (asset, parsed) => expect(parsePayAsset(asset as string)).toEqual(parsed))

describe('a payment', () => {
  test('is asked for, sent by the wallet, and settled once it is in a block', async () => {
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

  test('offers a choice; an answer for what was chosen before is dropped', async () => {
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

  test('goes to the network of what was chosen; a wallet that stays leaves the choice', async () => {
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

  test('asks the wallet once, however often it is clicked', async () => {
    const world = await ask()
    for (let click = 0; click < 5; click++) await submit(world)
    expect(world.sendings).toHaveLength(1)
  })

  test('that is declined can be retried, and settles once', async () => {
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

  test('error: USER_REJECTED for one that was declined, once the user leaves', async () => {
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

  test('needs a wallet, and comes back to what is asked for once there is one', async () => {
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

  test('comes back to what is asked for once the user has signed in with the wallet that they connected', async () => {
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

  test('comes back to what is asked for once the connected wallet has left a network that the app lacks', async () => {
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
    ['more than there is', '1.6', 1n, 'tooLittle'],
    ['more than the fee leaves', '1.5', 1n, 'insufficientForFee'],
  ])('of %s cannot be sent', async (_, amount, fee, problem) => {
    const world = await createTransferWorld({ features: { pay: true } })
    world.fee = fee
    await ask({ amount }, world)
    await submit(world as PayWorld)
    expect([getPayProblem(world.modal.getState()), world.sendings]).toEqual([problem, []])
  })

  test('of a smart account leaves nothing for the fee, which another may pay', async () => {
    const world = await createTransferWorld({ features: { pay: true } })
    world.fee = 1n
    await ask({ amount: '1.5' }, world)
    expect(getPayProblem(world.modal.getState())).toBe('insufficientForFee')
    world.wallet.emit('change', { namespace: 'eip155', accounts: [{ ...alice, type: 'smartAccount' }] })
    expect(getPayProblem(world.modal.getState())).toBeUndefined()
  })
})

describe('leaving', () => {
  test('error: MODAL_CLOSED, before the wallet is asked', async () => {
    const world = await ask()
    close(world.modal)
    expect(await world.result).toMatchObject({ code: 'MODAL_CLOSED', shortMessage: 'Modal closed' })
    expect(state(world)?.step).toBe('failed')
  })

  test('error: MODAL_CLOSED for another view in its place', async () => {
    const world = await ask()
    open(world.modal, { view: 'Networks' })
    expect(await world.result).toMatchObject({ code: 'MODAL_CLOSED' })
  })

  test('while the wallet is asked waits for its answer: a no is MODAL_CLOSED', async () => {
    const world = await ask()
    await submit(world)
    close(world.modal)
    await settle()
    world.sendings[0]?.held.reject({ code: 4001, message: 'No.' })
    expect(await world.result).toMatchObject({ code: 'MODAL_CLOSED' })
  })

  test('while the wallet is asked waits for its answer: money that was sent is sent', async () => {
    const world = await ask()
    await submit(world)
    close(world.modal)
    world.sendings[0]?.held.resolve(hash)
    await settle()
    world.outcomes[0]?.resolve({ status: 'confirmed' })
    expect(await world.result).toEqual({ hash, caipNetworkId: 'eip155:1' })
  })

  test('a newer payment takes the place of one that nobody has agreed to', async () => {
    const older = await ask()
    const { result } = older
    await ask({ amount: '0.5' }, older)
    expect(await result).toMatchObject({ code: 'ABORTED' })
    expect(state(older)).toMatchObject({ id: 2, step: 'choice', options: [{ amount: '0.5' }] })
  })

  test('error: REQUEST_PENDING while the wallet is asked for another', async () => {
    const world = await ask()
    const { result } = world
    await submit(world)
    expect(await (await ask({}, world)).result).toMatchObject({ code: 'REQUEST_PENDING' })
    world.sendings[0]?.held.resolve(hash)
    await settle()
    world.outcomes[0]?.resolve({ status: 'confirmed' })
    expect(await result).toMatchObject({ hash })
  })

  test('error: REQUEST_PENDING while another is on the network, which is told as paid', async () => {
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

  test('error: TIMED_OUT where the user does not decide for an hour', async () => {
    const world = await ask()
    await world.clock.advance(payDelays.choice)
    expect(await world.result).toMatchObject({ code: 'TIMED_OUT' })
    expect(state(world)?.step).toBe('failed')
  })

  test('that is in the wallet after an hour goes on', async () => {
    const world = await ask()
    await world.clock.advance(payDelays.choice - 1_000)
    await submit(world)
    await world.clock.advance(2_000)
    world.sendings[0]?.held.resolve(hash)
    await settle()
    world.outcomes[0]?.resolve({ status: 'confirmed' })
    expect(await world.result).toMatchObject({ hash })
  })

  test('error: USER_REJECTED where the wallet declines it after that hour', async () => {
    const world = await ask()
    await world.clock.advance(payDelays.choice - 1_000)
    await submit(world)
    await world.clock.advance(2_000)
    world.sendings[0]?.held.reject(rejection)
    expect(await world.result).toMatchObject({ code: 'USER_REJECTED' })
    expect(state(world)?.step).toBe('failed')
  })

  test('is shown to another account before that may pay, with its own fee', async () => {
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

describe('what becomes of it', () => {
  const sent = async (): Promise<PayWorld> => {
    const world = await ask()
    await submit(world)
    world.sendings[0]?.held.resolve(hash)
    await settle()
    return world
  }

  test('error: TRANSFER_FAILED where the network refuses it', async () => {
    const world = await sent()
    world.outcomes[0]?.resolve({ status: 'failed', reason: 'out of gas' })
    expect(await world.result).toMatchObject({ code: 'TRANSFER_FAILED', details: 'out of gas' })
    expect(state(world)?.step).toBe('failed')
  })

  test('error: OUTCOME_UNKNOWN where nobody knows', async () => {
    const world = await sent()
    await world.clock.advance(timeouts.confirm)
    expect(await world.result).toMatchObject({ code: 'OUTCOME_UNKNOWN', details: hash })
    expect(state(world)).toMatchObject({ step: 'timedOut', hash, error: { code: 'TIMED_OUT' } })
  })

  test.each<[string, (world: TransferWorld) => unknown]>([
    ['ACCOUNT_CHANGED', ({ wallet }) => wallet.emit('change', { namespace: 'eip155', accounts: [bob] })],
    ['NOT_CONNECTED', ({ modal }) => disconnect(modal)],
  ])('error: %s where that happens while it is built, and nothing is sent', async (code, happen) => {
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

describe('what cannot be paid', () => {
  test.each<[string, Partial<PayRequest>, string]>([
    ['no asset', { asset: 'ETH' }, 'INVALID_PAYMENT'],
    ['no choice', { asset: [] as never }, 'INVALID_PAYMENT'],
    ['another network', { asset: 'eip155:999/slip44:60' }, 'NETWORK_NOT_FOUND'],
    ['a receiver that is none', { recipient: 'ada' }, 'INVALID_PAYMENT'],
    ['no receiver', { recipient: undefined as never }, 'INVALID_PAYMENT'],
    ['an exponent', { amount: '1e18' }, 'INVALID_PAYMENT'],
    ['a number', { amount: 1 as never }, 'INVALID_PAYMENT'],
    ['nothing', { amount: '0' }, 'INVALID_PAYMENT'],
    ['too many decimals', { asset: usdc, amount: '0.0000001' }, 'INVALID_PAYMENT'],
    ['less than nothing', { amount: '-1' }, 'INVALID_PAYMENT'],
    [
      'a chain family that cannot',
      { asset: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp/slip44:501', recipient: sol.address },
      'FEATURE_NOT_SUPPORTED',
    ],
  ])('I34 error: %s', async (_, request, code) => {
    const world = await ask(request)
    expect(await world.result).toMatchObject({ code })
    expect([state(world), world.modal.getState().modal.open]).toEqual([undefined, false])
  })

  test('error: FEATURE_NOT_SUPPORTED where paying is off', async () => {
    const world = await ask({}, await createTransferWorld())
    expect(await world.result).toMatchObject({ code: 'FEATURE_NOT_SUPPORTED' })
  })
})
