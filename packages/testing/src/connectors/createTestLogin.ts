import {
  type Account,
  type Accounts,
  apiVersion,
  type Connector,
  type ConnectorEvents,
  type ConnectorFeatures,
  type ConnectorMeta,
  type ConnectorPlugin,
  type EmailLoginAction,
  type EmailUpdateAction,
  type LoginAccountType,
  type Namespace,
  type Rect,
  type Social,
  type SocialStep,
} from '@latchkey/core'

/** Names of the requests to the wallet. */
type Step =
  | 'login'
  | 'approveDevice'
  | 'verify'
  | 'update'
  | 'verifyPrimary'
  | 'verifySecondary'
  | 'phone'
  | 'verifyPhone'
  | 'passkey'
  | 'social'
  | 'farcasterStart'
  | 'farcasterWait'
  | 'guest'
  | 'addLogin'
  | 'accountType'

type Call = { readonly step: Step; readonly text: string; resolve(value?: unknown): void; reject(cause: unknown): void }

export type TestLogin = {
  readonly plugin: ConnectorPlugin
  /** All requests so far, oldest first. */
  readonly calls: readonly Call[]
  /** Answers the newest call of a step. */
  answer(step: 'login', action: EmailLoginAction): void
  answer(step: 'update', action: EmailUpdateAction): void
  answer(step: 'phone', sent: { readonly phone: string; readonly retryAfter: number }): void
  answer(step: 'farcasterStart', link: { readonly url: string }): void
  answer(step: 'addLogin', added: { readonly email: string }): void
  answer(step: 'accountType', account: { readonly type: LoginAccountType; readonly address: string }): void
  answer(
    step:
      | 'approveDevice'
      | 'verify'
      | 'verifyPrimary'
      | 'verifySecondary'
      | 'verifyPhone'
      | 'passkey'
      | 'social'
      | 'farcasterWait'
      | 'guest',
  ): void
  /** Fails the newest call of a step. */
  fail(step: Step, cause: unknown): void
  /** Reports the progress of the newest social login. */
  step(step: SocialStep): void
  /** Number of times the popup was brought to the front. */
  reopenings(): number
  /** Rectangles that the view passed; null when it unmounted. */
  readonly places: readonly (Rect | null)[]
  /** Number of times pending requests were rejected. */
  rejections(): number
  /** Simulates a request that starts to wait in the wallet's own screen, or ends. */
  approval(id: string, status: 'asked' | 'done' | 'failed'): void
  /** Simulates a wallet that shows a request in a screen of this height. */
  shown(id: string, height: number): void
  /** Email address of the logged-in user. */
  email: string | undefined
  username: string | undefined
  socialProvider: Social | undefined
  isGuest: boolean | undefined
  /** Accounts on EVM, the active one first. */
  accounts: Accounts
  /** EVM chain ids on which there is a smart account. */
  smartAccountNetworks: readonly number[]
  /** Connecting rejects with this error. */
  fault: Error | undefined
}

const networkIds = { eip155: 'eip155:1', solana: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' } as const
const solanaAccount: Account = {
  namespace: 'solana',
  address: '7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV',
  type: 'eoa',
}
/** The accounts of the scripted login on EVM. */
export const testEoa: Account = {
  namespace: 'eip155',
  address: '0x71C7656EC7ab88b098defB751B7401B5f6d8976F',
  type: 'eoa',
}
export const testSmartAccount: Account = {
  namespace: 'eip155',
  address: '0x5AfE3855358E112B5647B952709E6165e1c1eEEe',
  type: 'smartAccount',
}

/** A scripted embedded wallet, without a frame: logins and requests wait until the test answers or fails them. */
export function createTestLogin({ accountUrl, logins }: Pick<ConnectorMeta, 'accountUrl' | 'logins'> = {}): TestLogin {
  const calls: Call[] = []
  const places: (Rect | null)[] = []
  const listeners = new Set<(data: ConnectorEvents['approval']) => void>()
  let rejections = 0
  let reopenings = 0
  let onStep: ((step: SocialStep) => void) | undefined
  const ask = (step: Step, text: string, signal: AbortSignal): Promise<unknown> =>
    new Promise((resolve, reject) => {
      calls.push({ step, text, resolve, reject })
      signal.addEventListener('abort', () => reject(signal.reason))
    })
  const find = (step: Step): Call => {
    const call = calls.findLast((entry) => entry.step === step)
    if (!call) throw new Error(`There is no "${step}" request.`)
    return call
  }
  const connector: Connector = {
    meta: {
      id: 'embeddedWallet',
      type: 'AUTH',
      name: 'Latchkey',
      accountUrl,
      logins,
      namespaces: ['eip155', 'solana'],
    },
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
      'phone:login': ({ phone, signal }) =>
        ask('phone', phone, signal) as Promise<{ readonly phone: string; readonly retryAfter: number }>,
      'phone:verify': ({ code, signal }) => ask('verifyPhone', code, signal) as Promise<void>,
      'passkey:login': ({ use, signal }) => ask('passkey', use, signal) as Promise<void>,
      'passkey:reopen': () => {
        reopenings++
      },
      'social:login': (request) => {
        onStep = request.onStep
        return ask('social', request.provider, request.signal) as Promise<void>
      },
      'social:reopen': () => {
        reopenings++
      },
      'farcaster:start': ({ signal }) => ask('farcasterStart', '', signal) as Promise<{ readonly url: string }>,
      'farcaster:wait': ({ signal }) => ask('farcasterWait', '', signal) as Promise<void>,
      'guest:login': ({ signal }) => ask('guest', '', signal) as Promise<void>,
      'guest:addLogin': ({ signal }) => ask('addLogin', '', signal) as Promise<{ readonly email: string }>,
      'account:type': ({ type, signal }) =>
        ask('accountType', type, signal) as ReturnType<ConnectorFeatures['account:type']>,
      'approval:slot': (place) => void places.push(place),
      'approval:reject': () => {
        rejections++
      },
    },
    async connect({ namespace }) {
      if (login.fault) throw login.fault
      const { email, username, socialProvider, isGuest, smartAccountNetworks } = login
      return {
        accounts: namespace === 'eip155' ? login.accounts : [solanaAccount],
        caipNetworkId: networkIds[namespace as keyof typeof networkIds],
        user: { email, username, socialProvider, isGuest },
        ...(namespace === 'eip155' && {
          smartAccountEnabledNetworks: smartAccountNetworks,
          smartAccountDeployed: smartAccountNetworks.length > 0 ? false : undefined,
        }),
      }
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
  const login: TestLogin = {
    plugin: { kind: 'connector', apiVersion, name: 'embeddedWallet', setup: () => connector },
    calls,
    answer: (step: Step, value?: unknown) => find(step).resolve(value),
    fail: (step, cause) => find(step).reject(cause),
    step: (step) => onStep?.(step),
    reopenings: () => reopenings,
    places,
    rejections: () => rejections,
    approval(id, status) {
      const namespace: Namespace = 'eip155'
      for (const listener of [...listeners]) listener({ namespace, id, status })
    },
    shown(id, height) {
      for (const listener of [...listeners]) listener({ namespace: 'eip155', id, status: 'shown', height })
    },
    email: 'ada@example.org',
    username: undefined,
    socialProvider: undefined,
    isGuest: undefined,
    accounts: [testEoa],
    smartAccountNetworks: [],
    fault: undefined,
  }
  return login
}
