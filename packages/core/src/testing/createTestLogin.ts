import type { Accounts } from '../contracts/account.js'
import { apiVersion, type ConnectorPlugin } from '../contracts/adapter.js'
import type { Abilities, Connector, ConnectorEvents, ConnectResult, User } from '../contracts/connector.js'
import type { SocialStep } from '../contracts/features.js'
import { RequestAbortedError } from '../errors/login.js'
import { RpcError } from '../errors/rpc.js'
import type { CaipNetworkId, Namespace } from '../utils/caip.js'
import { alice, sol } from './accounts.js'
import { createTestAsks, type TestAsks } from './createTestAsks.js'
import { createTestSocials } from './createTestSocials.js'

export type TestLogin = TestAsks & {
  readonly plugin: ConnectorPlugin
  readonly connector: Connector
  /**
   * Calls that complete at once: `connect eip155`, `place 1,2,360,600`, `reject`, `theme dark`, `popup google`,
   * `reopen`.
   */
  readonly calls: string[]
  /** Email of the user who is logged in at the secure site; undefined if no user is. */
  email: string | undefined
  /** The user, if not identified by the email. */
  user: User | undefined
  /** Reports a step of the last social login. */
  step(step: SocialStep): void
  /** Overrides of the result of `connect`, by namespace. */
  readonly facts: Map<Namespace, Partial<ConnectResult>>
  /** Errors that `connect` throws despite a login, by namespace. */
  readonly faults: Map<Namespace, unknown>
  /** Promises that `connect` awaits, by namespace. */
  readonly gates: Map<Namespace, Promise<void>>
  /** Current networks by namespace. */
  readonly networks: Map<Namespace, CaipNetworkId>
  emit<event extends keyof ConnectorEvents>(event: event, data: ConnectorEvents[event]): void
  listenerCount(): number
}

const homes: { readonly [namespace in Namespace]?: { readonly accounts: Accounts; readonly id: CaipNetworkId } } = {
  eip155: { accounts: [alice], id: 'eip155:1' },
  solana: { accounts: [sol], id: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' },
}

/**
 * Creates an embedded wallet in memory, in two namespaces, with a secure site and a screen that do what the test says.
 * Sign requests wait in its screen until `last('sign')` is approved or fails.
 */
export function createTestLogin(namespaces: readonly [Namespace, ...Namespace[]] = ['eip155', 'solana']): TestLogin {
  const listeners = new Set<readonly [keyof ConnectorEvents, (data: never) => void]>()
  const asks = createTestAsks()
  const { ask } = asks
  const calls: string[] = []
  let signed = 0

  const features: Abilities = {
    'email:login': ({ email, signal }) =>
      ask('login', { text: email, signal }, (action) => {
        if (action === 'CONNECT') login.email = email
        return action as 'CONNECT'
      }),
    'email:approveDevice': ({ signal }) => ask('device', { text: '', signal }, () => undefined),
    'email:verify': ({ code, signal }) =>
      ask('verify', { text: code, signal }, () => {
        login.email = asks.requests.findLast(({ name }) => name === 'login')?.text
      }),
    'email:update': ({ email, signal }) => ask('update', { text: email, signal }, (action) => action as never),
    'email:verifyPrimary': ({ code, signal }) => ask('primary', { text: code, signal }, () => undefined),
    'email:verifySecondary': ({ code, signal }) =>
      ask('secondary', { text: code, signal }, (email) => {
        login.email = String(email)
        return { email: String(email) }
      }),
    ...createTestSocials({
      ask,
      calls,
      onStep: (step) => {
        login.step = step
      },
      onLogin: (user) => {
        login.email = 'alice@example.org'
        login.user = user
      },
    }),
    'approval:slot': (rect) => {
      const { x, y, width, height } = rect ?? {}
      login.calls.push(`place ${rect ? [x, y, width, height].join() : 'nowhere'}`)
    },
    'approval:reject': () => {
      login.calls.push('reject')
      for (const request of asks.requests)
        if (request.name === 'sign' && !request.isOver()) request.fail(new RequestAbortedError({ isUnsent: true }))
    },
    'theme:sync': ({ mode }) => login.calls.push(`theme ${mode}`),
    'login:reopen': async () => ({ view: 'EmailLogin', params: { email: 'alice@example.org' } }),
    async 'message:sign'({ account, signal }) {
      const { namespace, address } = account
      signed += 1
      const id = String(signed)
      login.emit('approval', { namespace, id, status: 'asked' })
      try {
        const signature = await ask('sign', { text: id, signal }, () => `0xsigned:${address}`)
        login.emit('approval', { namespace, id, status: 'done' })
        return signature
      } catch (cause) {
        login.emit('approval', { namespace, id, status: 'failed' })
        throw cause
      }
    },
    'network:switch': async ({ network }) => {
      login.calls.push(`switch ${network.caipNetworkId}`)
      login.networks.set(network.chainNamespace, network.caipNetworkId)
    },
  }

  const connector: Connector = {
    meta: { id: 'embeddedWallet', type: 'AUTH', name: 'Email', namespaces },
    features,
    async connect({ namespace, network }) {
      login.calls.push(`connect ${namespace}`)
      await login.gates.get(namespace)
      const home = homes[namespace]
      if (!home || login.email === undefined) throw new RpcError(4100, 'UNAUTHORIZED')
      if (login.faults.has(namespace)) throw login.faults.get(namespace)
      const caipNetworkId = network?.caipNetworkId ?? login.networks.get(namespace) ?? home.id
      const user = login.user ?? { email: login.email }
      return { accounts: home.accounts, caipNetworkId, user, ...login.facts.get(namespace) }
    },
    async disconnect({ namespace }) {
      login.calls.push(`disconnect ${namespace}`)
      login.email = undefined
      login.user = undefined
      for (const name of namespaces) login.emit('disconnect', { namespace: name })
    },
    getProvider: async () => login,
    on(...entry) {
      listeners.add(entry)
      return () => listeners.delete(entry)
    },
    destroy: () => listeners.clear(),
  }

  const login: TestLogin = {
    ...asks,
    plugin: { kind: 'connector', apiVersion, name: 'Test login', setup: () => connector },
    connector,
    calls,
    email: undefined,
    user: undefined,
    step: () => undefined,
    facts: new Map(),
    faults: new Map(),
    gates: new Map(),
    networks: new Map(),
    emit(event, data) {
      for (const [name, listener] of [...listeners]) if (name === event) (listener as (data: unknown) => void)(data)
    },
    listenerCount: () => listeners.size,
  }
  return login
}
