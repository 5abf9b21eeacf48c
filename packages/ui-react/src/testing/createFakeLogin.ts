import {
  apiVersion,
  type Connector,
  type ConnectorEvents,
  type ConnectorPlugin,
  type EmailLoginAction,
  type EmailUpdateAction,
  type Namespace,
  type Rect,
} from '@latchkey/core'

/** What the wallet is asked, in the order of the steps. */
type Step = 'login' | 'approveDevice' | 'verify' | 'update' | 'verifyPrimary' | 'verifySecondary'

type Call = { readonly step: Step; readonly text: string; resolve(value?: unknown): void; reject(cause: unknown): void }

export type FakeLogin = {
  readonly plugin: ConnectorPlugin
  /** All that was asked for, oldest first. */
  readonly calls: readonly Call[]
  /** Answers the newest call of a step. */
  answer(step: 'login', action: EmailLoginAction): void
  answer(step: 'update', action: EmailUpdateAction): void
  answer(step: 'approveDevice' | 'verify' | 'verifyPrimary' | 'verifySecondary'): void
  /** Fails the newest call of a step. */
  fail(step: Step, cause: unknown): void
  /** The places that the view gave, null where it took it away. */
  readonly places: readonly (Rect | null)[]
  /** How often what waited was given up. */
  rejections(): number
  /** A request begins to wait in the wallet's own screen, or has come to its end. */
  approval(id: string, status: ConnectorEvents['approval']['status']): void
  /** Of the login. */
  email: string | undefined
  /** What connecting rejects with. */
  fault: Error | undefined
}

const accounts = {
  eip155: { address: '0x71C7656EC7ab88b098defB751B7401B5f6d8976F', caipNetworkId: 'eip155:1' },
  solana: { address: '7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV', caipNetworkId: 'solana:main' },
} as const

/** An embedded wallet that answers as it is told: enough for views, which never meet a frame. */
export function createFakeLogin(): FakeLogin {
  const calls: Call[] = []
  const places: (Rect | null)[] = []
  const listeners = new Set<(data: ConnectorEvents['approval']) => void>()
  let rejections = 0
  const ask = (step: Step, text: string, signal: AbortSignal): Promise<unknown> =>
    new Promise((resolve, reject) => {
      calls.push({ step, text, resolve, reject })
      signal.addEventListener('abort', () => reject(signal.reason))
    })
  const find = (step: Step): Call => {
    const call = calls.findLast((entry) => entry.step === step)
    if (!call) throw new Error(`Nobody has asked for "${step}".`)
    return call
  }
  const connector: Connector = {
    meta: { id: 'embeddedWallet', type: 'AUTH', name: 'Latchkey', namespaces: ['eip155', 'solana'] },
    features: {
      'email:login': ({ email, signal }) => ask('login', email, signal) as Promise<EmailLoginAction>,
      'email:approveDevice': ({ signal }) => ask('approveDevice', '', signal) as Promise<void>,
      'email:verify': ({ code, signal }) => ask('verify', code, signal) as Promise<void>,
      'email:update': ({ email, signal }) => ask('update', email, signal) as Promise<EmailUpdateAction>,
      'email:verifyPrimary': ({ code, signal }) => ask('verifyPrimary', code, signal) as Promise<void>,
      'email:verifySecondary': async ({ code, signal }) => {
        await ask('verifySecondary', code, signal)
        login.email = calls.findLast(({ step }) => step === 'update')?.text
        return { email: login.email ?? '' }
      },
      'approval:place': (place) => void places.push(place),
      'approval:reject': () => {
        rejections++
      },
    },
    async connect({ namespace }) {
      if (login.fault) throw login.fault
      const { address, caipNetworkId } = accounts[namespace as 'eip155' | 'solana']
      return { accounts: [{ namespace, address, type: 'eoa' }], caipNetworkId, user: { email: login.email } }
    },
    disconnect: async () => {},
    getProvider: async () => ({}),
    on: (event, listener) => {
      if (event !== 'approval') return () => undefined
      const heard = listener as (data: ConnectorEvents['approval']) => void
      listeners.add(heard)
      return () => listeners.delete(heard)
    },
    destroy: () => {},
  }
  const login: FakeLogin = {
    plugin: { kind: 'connector', apiVersion, name: 'embeddedWallet', setup: () => connector },
    calls,
    answer: (step: Step, value?: unknown) => find(step).resolve(value),
    fail: (step, cause) => find(step).reject(cause),
    places,
    rejections: () => rejections,
    approval(id, status) {
      const namespace: Namespace = 'eip155'
      for (const listener of [...listeners]) listener({ namespace, id, status })
    },
    email: 'ada@example.org',
    fault: undefined,
  }
  return login
}
