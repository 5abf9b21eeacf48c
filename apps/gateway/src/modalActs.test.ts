import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  apiVersion,
  type ChainAdapter,
  type Connector,
  createModalCore,
  type GrantedPermissions,
  type Modal,
  type Network,
} from '@latchkey/core'
import {
  connect,
  disconnect,
  endSmartSession,
  fetchTransactions,
  listSmartSessions,
  registerAccountName,
  requestPermissions,
  setAccountName,
} from '@latchkey/core/controllers'
import {
  canBuy,
  groupSmartSessions,
  setOnRampCurrency,
  setOnRampProvider,
  setPaymentAmount,
  startOnRamp,
  startPurchase,
} from '@latchkey/core/internal'
import { devAccount, devPrivateKey, findFreePort, fundAccount } from '@latchkey/devnet'
import { parseEther } from 'viem'
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type RunningSandbox, startSandbox } from './sandbox/startSandbox.js'
import type { RunningGateway } from './startGateway.js'
import { sendCall } from './test/localCalls.js'
import { type Acts, startActs } from './test/world.js'

const secret = 'a secret of the sandbox and of the gateway'
const id = 'eip155:31337'
const appOrigin = 'https://app.example'

let acts: Acts
let gateway: RunningGateway
let sandbox: RunningSandbox
let folder: string
const modals: Modal[] = []
beforeAll(async () => {
  acts = await startActs()
  folder = await mkdtemp(join(tmpdir(), 'latchkey-modal-'))
  const port = await findFreePort()
  const provider = { name: 'sandbox', label: 'Sandbox', url: `http://127.0.0.1:${port}`, secret }
  gateway = await acts.startGateway({ onramp: { providers: [provider] } })
  const funderKey = devPrivateKey(5)
  await fundAccount(acts.devnet.chains[0].rpcUrl, privateKeyToAccount(funderKey).address, parseEther('1000'))
  sandbox = await startSandbox({
    port,
    secret,
    folder,
    funderKey,
    chains: acts.chains,
    now: () => acts.clock.now,
    webhookUrl: `${gateway.url}/v1/onramp/webhooks/sandbox`,
    warn: () => undefined,
  })
})
afterEach(() => {
  for (const modal of modals.splice(0)) modal.destroy()
})
afterAll(async () => {
  await sandbox?.stop()
  await acts?.stop()
  if (folder) await rm(folder, { recursive: true, force: true })
})

type World = {
  readonly modal: Modal
  readonly account: PrivateKeyAccount
  /** The permissions that the wallet granted, by context. */
  readonly granted: Map<string, GrantedPermissions>
  readonly visited: readonly string[]
  /** The URLs that the modal requested. */
  readonly asked: readonly URL[]
  /** Runs the timers with at most this delay. */
  pass(ms: number): void
}

/** A modal that uses the gateway, connected to a wallet with its own key, on a page that can open windows. */
async function createWorld(): Promise<World> {
  const granted = new Map<string, GrantedPermissions>()
  const account = privateKeyToAccount(generatePrivateKey())
  const network: Network = {
    id: 31_337,
    name: 'Local',
    chainNamespace: 'eip155',
    caipNetworkId: id,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [acts.devnet.chains[0].rpcUrl] } },
  }
  const connector: Connector = {
    meta: { id: 'key', type: 'ANNOUNCED', name: 'Key', namespaces: ['eip155'] },
    features: {
      'message:sign': ({ message }) => account.signMessage({ message: String(message) }),
      'permissions:request': async ({ permissions, expiry }) => {
        const context = `0x0${granted.size + 1}`
        granted.set(context, { context, caipNetworkId: id, permissions, expiry })
        return granted.get(context) as GrantedPermissions
      },
      'permissions:list': async () => [...granted.values()],
      'permissions:revoke': async ({ context }) => void granted.delete(context),
    },
    connect: async () => ({
      accounts: [{ namespace: 'eip155', address: account.address, type: 'eoa' }],
      caipNetworkId: id,
    }),
    disconnect: async () => undefined,
    getProvider: async () => ({}),
    on: () => () => undefined,
    destroy: () => undefined,
  }
  const plugin: ChainAdapter<'eip155'> = {
    kind: 'chain',
    apiVersion,
    namespace: 'eip155',
    networks: [network],
    setup: () => ({
      features: { 'balance:read': async () => ({ value: 0n, decimals: 18, symbol: 'ETH' }) },
      getConnectors: () => [connector],
      onConnectorsChange: () => () => undefined,
      destroy: () => undefined,
    }),
  }
  const visited: string[] = []
  const asked: URL[] = []
  const popup = { closed: false, close: () => undefined, location: { replace: (url: string) => visited.push(url) } }
  const page = Object.assign(new EventTarget(), { open: () => popup, location: { origin: appOrigin } })
  const timers = new Set<{ readonly run: () => void; readonly ms: number }>()
  const modal = createModalCore({
    adapters: [plugin],
    projectId: 'shop',
    services: { blockchainApi: gateway.url },
    env: {
      now: () => acts.clock.now,
      // as a browser does
      fetch(input, init) {
        const headers = new Headers(init?.headers)
        headers.set('origin', appOrigin)
        asked.push(new URL(input instanceof Request ? input.url : input))
        return fetch(input, { ...init, headers })
      },
      setTimeout(run, ms) {
        const timer = { run, ms }
        timers.add(timer)
        return () => timers.delete(timer)
      },
      storage: () => null,
      window: () => page as unknown as Window,
    },
  })
  modals.push(modal)
  modal.start()
  await connect(modal, { connectorId: 'key' })
  return {
    modal,
    account,
    granted,
    visited,
    asked,
    pass(ms) {
      for (const timer of [...timers]) if (timer.ms <= ms && timers.delete(timer)) timer.run()
    },
  }
}

test.each(['ETH', 'USDC'])('%s is quoted, paid at the sandbox, and reported as received', async (symbol) => {
  const { modal, visited, pass } = await createWorld()
  const state = () => modal.getState().onramp
  await startOnRamp(modal)
  setOnRampProvider(modal, 'sandbox')
  setOnRampCurrency(modal, { purchase: symbol })
  setPaymentAmount(modal, '100')
  pass(500)
  await expect.poll(() => canBuy(state())).toBe(true)
  expect(Number(state()?.purchaseAmount)).toBeGreaterThan(0)
  const buying = startPurchase(modal)
  await expect.poll(() => state()?.step).toBe('waiting')
  expect(state()?.purchase).toMatchObject({ isWatched: true, isBlocked: false })
  const order = new URL(visited[0] ?? '').searchParams.get('order') ?? ''
  const body = new URLSearchParams({ order, card: '4242 4242 4242 4242', confirm: '1' })
  expect((await fetch(`${sandbox.url}/pay`, { method: 'POST', body })).ok).toBe(true)
  await expect
    .poll(() => {
      pass(5_000)
      return state()?.step
    })
    .toBe('received')
  await buying
})

test('a name is registered by its owner and shown as its identity, and is taken for other accounts', async () => {
  const one = await createWorld()
  setAccountName(one.modal, 'Ada-Lovelace')
  one.pass(500)
  await expect.poll(() => one.modal.getState().names).toMatchObject({ name: 'ada-lovelace', isTaken: false })
  expect(one.modal.getState().names?.suggestions.length).toBeGreaterThan(0)
  await registerAccountName(one.modal)
  expect(one.modal.getState().names).toMatchObject({ step: 'registered' })
  await expect.poll(() => one.modal.getState().namespaces.eip155?.identity?.name).toBe('ada-lovelace')
  const other = await createWorld()
  setAccountName(other.modal, 'ada-lovelace')
  other.pass(500)
  await expect.poll(() => other.modal.getState().names).toMatchObject({ isTaken: true })
})

test('a permission that the wallet grants is recorded, listed, and revoked by its owner [S7.20] [S7.21]', async () => {
  const { modal, granted } = await createWorld()
  const expiry = Math.floor(acts.clock.now / 1_000) + 3_600
  const permissions = [{ type: 'native-token-allowance', data: { allowanceAmount: '0xa' } }]
  const { context } = await requestPermissions(modal, { permissions, expiry })
  const groups = () => groupSmartSessions(modal.getState().smartSessions?.sessions ?? [], acts.clock.now)
  await listSmartSessions(modal)
  const project = { id: 'shop', name: 'shop', url: appOrigin }
  const [session] = groups().active
  expect(session).toMatchObject({ project, permissions, context, expiration: expiry, listedBy: ['wallet', 'service'] })
  await endSmartSession(modal, { pci: session?.pci ?? '' })
  expect([modal.getState().smartSessions?.status, granted.size]).toEqual(['ready', 0])
  // as stored by the service, not from local state
  await listSmartSessions(modal)
  expect(groups()).toMatchObject({ active: [], revoked: [{ pci: session?.pci }] })
})

test('activity is fetched in pages, with the project and the modal version in the query [S7.1] [S7.26]', async () => {
  const { modal, account, asked } = await createWorld()
  const { rpcUrl } = acts.devnet.chains[0]
  for (let index = 0; index < 26; index++)
    await sendCall(rpcUrl, { from: devAccount(0).address, to: account.address, value: BigInt(index) })
  // until the gateway has indexed all of them
  const loadNext = async (): Promise<string | undefined> => {
    await fetchTransactions(modal, { force: true })
    return modal.getState().activity?.next
  }
  await expect.poll(loadNext, { timeout: 10_000 }).toBeDefined()
  expect(modal.getState().activity?.transactions).toHaveLength(25)
  await fetchTransactions(modal, { isMore: true })
  const { transactions = [], next } = modal.getState().activity ?? {}
  expect([transactions.length, next]).toEqual([26, undefined])
  expect(new Set(transactions.map(({ metadata }) => metadata.hash)).size).toBe(26)

  const { pathname, searchParams } = asked.at(-1) ?? {}
  expect(pathname).toBe(`/v1/account/${account.address}/history`)
  expect(Object.fromEntries(searchParams ?? [])).toEqual({
    chainId: id,
    cursor: expect.any(String),
    projectId: 'shop',
    st: 'latchkey',
    sv: expect.stringMatching(/^js-eip155-/),
  })
})

test('activity is not requested without an account [S8.42]', async () => {
  const { modal, asked } = await createWorld()
  await disconnect(modal)
  const before = asked.length
  await expect(fetchTransactions(modal)).rejects.toMatchObject({
    code: 'NO_ACCOUNT_ADDRESS',
    shortMessage: "Transactions can't be fetched without an accountAddress",
  })
  expect(asked).toHaveLength(before)
})
