import { createModalCore, type Env, type Modal } from '@latchkey/core'
import { connect } from '@latchkey/core/controllers'
import { reviewSend, setSendAmount, setSendReceiver, setSendToken, startSend } from '@latchkey/core/internal'
import { fundAccount, type RpcProxy, type RunningAnvil, startRpcProxy } from '@latchkey/devnet'
import { createEvmWallet, createTestPage, type EvmWallet } from '@latchkey/testing'
import { type Address, type Hex, parseEther } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { evm } from '../src/adapter.js'
import { createNetwork } from './createNetwork.js'

export type SendRig = {
  readonly modal: Modal
  readonly wallet: EvmWallet
  readonly account: Address
  /** A new address for each rig, which receives no other payments. */
  readonly receiver: Address
  /** Proxy between the wallet and the chain. */
  readonly walletProxy: RpcProxy
  /** Proxy between the app and the chain. */
  readonly appProxy: RpcProxy
  /** Storage of the page, kept across reloads. */
  readonly storage: Map<string, string>
  /** Whether the wallet sends each signed transaction to its node twice, and reports the second response. */
  repeat: boolean
  /** How many times faster the app's clock runs. Default: 1. */
  speed: number
  ask(method: string, ...params: readonly unknown[]): Promise<unknown>
  /** Returns the receiver's balance in wei. */
  received(): Promise<bigint>
  /** Fills in a transfer of native currency, and waits for its preview. */
  fill(amount: string): Promise<void>
  /** Reloads the page with the same wallet and storage. */
  reload(): Promise<void>
  stop(): Promise<void>
}

export type SendRigOptions = {
  readonly anvil: RunningAnvil
  /** Sends the app's requests, and may change the replies. */
  readonly fetchApp?: typeof fetch
}

/** A modal and a signing wallet, each with a proxy to the chain that can simulate network failures. */
export async function createSendRig({ anvil, fetchApp = fetch }: SendRigOptions): Promise<SendRig> {
  const key = generatePrivateKey()
  const account = privateKeyToAddress(key)
  const receiver = privateKeyToAddress(generatePrivateKey())
  await fundAccount(anvil.url, account, parseEther('10'))
  const [walletProxy, appProxy] = await Promise.all([
    startRpcProxy({ rpcUrl: anvil.url }),
    startRpcProxy({ rpcUrl: anvil.url }),
  ])
  const page = createTestPage()
  let isRepeating = false
  const wallet = createEvmWallet({
    async fetch(input, init) {
      if (isRepeating && String(init?.body).includes('eth_sendRawTransaction')) await fetch(input, init).catch(() => {})
      return fetch(input, init)
    },
    name: 'Test',
    rdns: 'io.test',
    accounts: [key],
    chains: [{ id: 31_337, rpcUrl: walletProxy.url }],
  })
  wallet.announce(page)
  const storage = new Map<string, string>()
  const clock = createClock()
  const open = async (): Promise<Modal> => {
    const modal = createModalCore({
      adapters: [evm()],
      networks: [createNetwork(31_337, appProxy.url)],
      env: {
        window: () => page as unknown as Window,
        fetch: fetchApp,
        now: clock.now,
        setTimeout: clock.setTimeout,
        storage: () => ({
          getItem: (name) => storage.get(name) ?? null,
          setItem: (name, value) => void storage.set(name, value),
          removeItem: (name) => void storage.delete(name),
        }),
      },
    })
    modal.start()
    const [connector] = modal.getState().connectors
    await connect(modal, { connectorId: connector?.id ?? '' })
    return modal
  }
  let modal = await open()

  const ask: SendRig['ask'] = async (method, ...params) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
    const response = await fetch(anvil.url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    return ((await response.json()) as { readonly result: unknown }).result
  }
  return {
    get modal() {
      return modal
    },
    get repeat() {
      return isRepeating
    },
    set repeat(value) {
      isRepeating = value
    },
    get speed() {
      return clock.getSpeed()
    },
    set speed(value) {
      clock.setSpeed(value)
    },
    wallet,
    account,
    receiver,
    walletProxy,
    appProxy,
    storage,
    ask,
    received: async () => BigInt((await ask('eth_getBalance', receiver, 'latest')) as Hex),
    async fill(amount) {
      await startSend(modal)
      setSendToken(modal, { caipNetworkId: 'eip155:31337', name: 'Ether', symbol: 'ETH', decimals: 18 })
      setSendAmount(modal, amount)
      setSendReceiver(modal, receiver)
      await until(modal, ({ send }) => send?.receiver.status === 'ready')
      await reviewSend(modal)
      await until(modal, ({ send }) => send?.fee.status === 'ready' || send?.fee.status === 'failed')
    },
    async reload() {
      modal.destroy()
      modal = await open()
    },
    async stop() {
      modal.destroy()
      await Promise.all([walletProxy.stop(), appProxy.stop()])
    },
  }
}

type Clock = Pick<Env, 'now' | 'setTimeout'> & { getSpeed(): number; setSpeed(value: number): void }

/** A clock that can run faster than the real one, which also applies to pending timers. */
function createClock(): Clock {
  type Timer = { readonly due: number; readonly run: () => void; end: () => void }
  const timers = new Set<Timer>()
  let [speed, time, since] = [1, Date.now(), performance.now()]
  const now = (): number => time + (performance.now() - since) * speed
  const start = (timer: Timer): void => {
    const real = setTimeout(
      () => {
        timers.delete(timer)
        timer.run()
      },
      (timer.due - now()) / speed,
    )
    timer.end = () => clearTimeout(real)
  }
  return {
    now,
    setTimeout(run, ms) {
      const timer: Timer = { due: now() + ms, run, end: () => undefined }
      timers.add(timer)
      start(timer)
      return () => {
        timers.delete(timer)
        timer.end()
      }
    },
    getSpeed: () => speed,
    setSpeed(value) {
      ;[time, since, speed] = [now(), performance.now(), value]
      for (const timer of timers) {
        timer.end()
        start(timer)
      }
    },
  }
}

/** Waits until the modal reaches a state. Only the test's own timeout ends it. */
export function until(modal: Modal, isReached: (state: ReturnType<Modal['getState']>) => boolean): Promise<void> {
  return new Promise((resolve) => {
    const stop = modal.subscribe((state) => check(state))
    const check = (state: ReturnType<Modal['getState']>): void => {
      if (!isReached(state)) return
      stop()
      resolve()
    }
    check(modal.getState())
  })
}
