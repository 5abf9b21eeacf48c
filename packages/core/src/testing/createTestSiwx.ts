import { vi } from 'vitest'
import type { Siwx, SiwxSession } from '../contracts/auth.js'
import { parseCaipNetworkId } from '../utils/caip.js'
import { settle } from './settle.js'

type Action = 'createMessage' | 'addSession' | 'revokeSession' | 'getSessions'

export type TestSiwx = {
  /** As the app passes it to the modal. */
  readonly siwx: Siwx
  sessions: readonly SiwxSession[]
  /** All calls so far, e.g. `getSessions eip155:1 0xf39…`. */
  readonly calls: string[]
  /** Errors that actions throw from now on. */
  readonly faults: Map<Action, unknown>
  /** Makes an action wait before it responds. Returns a function that resumes it. */
  hold(action: Action): () => void
  isRequired: boolean
  /** Sessions are valid on their own network only, like those verified by a contract. */
  isChainBound: boolean
  /** Milliseconds for which sessions are valid. Default: unlimited. */
  lifetime: number | undefined
  count(action: Action): number
  listenerCount(): number
  /** Reports a sign-in or sign-out that happened elsewhere. */
  notify(): void
}

export type TestSiwxOptions = {
  readonly isRequired?: boolean | undefined
  readonly isChainBound?: boolean | undefined
  readonly signOutOnDisconnect?: boolean | undefined
  readonly now?: (() => number) | undefined
}

/** Creates an app's own sign-in in memory. It accepts only signatures of the test wallets. */
export function createTestSiwx(options: TestSiwxOptions = {}): TestSiwx {
  const { isRequired = false, isChainBound = false, signOutOnDisconnect, now = () => 1_700_000_000_000 } = options
  const listeners = new Set<() => void>()
  const gates = new Map<Action, Promise<void>>()

  const call = async (action: Action, ...words: readonly string[]): Promise<void> => {
    test.calls.push([action, ...words].join(' '))
    await gates.get(action)
    if (test.faults.has(action)) throw test.faults.get(action)
  }
  const isOf = ({ data }: SiwxSession, chainId: string, address: string): boolean =>
    data.accountAddress === address &&
    (test.isChainBound ? data.chainId === chainId : toNamespace(data.chainId) === toNamespace(chainId))

  const test: TestSiwx = {
    siwx: {
      async createMessage({ accountAddress, chainId }) {
        await call('createMessage', chainId, accountAddress)
        const nonce = `nonce${test.count('createMessage')}`
        const expirationTime = test.lifetime === undefined ? undefined : new Date(now() + test.lifetime).toISOString()
        return {
          accountAddress,
          chainId,
          domain: 'app.example',
          uri: 'https://app.example/',
          version: '1',
          nonce,
          expirationTime,
          toString: () => `Sign in as ${accountAddress}\n${nonce}`,
        }
      },
      async addSession(session) {
        await call('addSession', session.data.chainId, session.data.accountAddress)
        const { accountAddress } = session.data
        if (session.signature !== `0xsigned:${accountAddress}`) throw new Error('Invalid signature.')
        test.sessions = [...test.sessions, session]
      },
      async revokeSession(chainId, address) {
        await call('revokeSession', chainId, address)
        test.sessions = test.sessions.filter((session) => !isOf(session, chainId, address))
      },
      async setSessions(sessions) {
        test.sessions = sessions
      },
      async getSessions(chainId, address) {
        await call('getSessions', chainId, address)
        return test.sessions.filter((session) => isOf(session, chainId, address))
      },
      getRequired: () => test.isRequired,
      signOutOnDisconnect,
      onChange(listener) {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
    },
    sessions: [],
    calls: [],
    faults: new Map(),
    hold(action) {
      let open: () => void = () => undefined
      gates.set(
        action,
        new Promise<void>((resolve) => {
          open = resolve
        }),
      )
      return () => {
        gates.delete(action)
        open()
      }
    },
    isRequired,
    isChainBound,
    lifetime: undefined,
    count: (action) => test.calls.filter((line) => line.startsWith(`${action} `)).length,
    listenerCount: () => listeners.size,
    notify() {
      for (const listener of [...listeners]) listener()
    },
  }
  return test
}

/** Creates a session of an account, signed like a test wallet does. */
export function createTestSession(chainId: SiwxSession['data']['chainId'], accountAddress: string): SiwxSession {
  const data = { accountAddress, chainId, domain: 'app.example', uri: 'https://app.example/', version: '1', nonce: 'n' }
  return { data, message: 'Sign in', signature: `0xsigned:${accountAddress}` }
}

/** Waits until the sign-in chunks have loaded and all promises have settled. */
export async function siwxSettled(): Promise<void> {
  // one chunk loads the next
  for (let chunk = 0; chunk < 3; chunk++) {
    await vi.dynamicImportSettled()
    await settle()
  }
}

function toNamespace(chainId: string): string | undefined {
  return parseCaipNetworkId(chainId)?.namespace
}
