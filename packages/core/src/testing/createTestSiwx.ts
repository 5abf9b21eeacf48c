import { vi } from 'vitest'
import type { Siwx, SiwxSession } from '../contracts/auth.js'
import { parseCaipNetworkId } from '../utils/caip.js'
import { settle } from './settle.js'

type Verb = 'createMessage' | 'addSession' | 'revokeSession' | 'getSessions'

export type TestSiwx = {
  /** As the app passes it. */
  readonly siwx: Siwx
  sessions: readonly SiwxSession[]
  /** Every call so far, e.g. `getSessions eip155:1 0xf39…`. */
  readonly calls: string[]
  /** What a verb throws from now on. */
  readonly faults: Map<Verb, unknown>
  /** A verb waits from now on before it answers; the result lets it go on. */
  hold(verb: Verb): () => void
  isRequired: boolean
  /** A session counts on its own network only, as one that a contract has proved. */
  isChainBound: boolean
  /** Milliseconds from now that sessions are good for; for good unless set. */
  lifetime: number | undefined
  count(verb: Verb): number
  listenerCount(): number
  /** Somebody signed in or out elsewhere. */
  tell(): void
}

export type TestSiwxOptions = {
  readonly isRequired?: boolean | undefined
  readonly isChainBound?: boolean | undefined
  readonly signOutOnDisconnect?: boolean | undefined
  readonly now?: (() => number) | undefined
}

/** An app's own sign-in, in memory: it takes what the wallets of the tests sign, and nothing else. */
export function createTestSiwx(options: TestSiwxOptions = {}): TestSiwx {
  const { isRequired = false, isChainBound = false, signOutOnDisconnect, now = () => 1_700_000_000_000 } = options
  const listeners = new Set<() => void>()
  const gates = new Map<Verb, Promise<void>>()

  const call = async (verb: Verb, ...words: readonly string[]): Promise<void> => {
    test.calls.push([verb, ...words].join(' '))
    await gates.get(verb)
    if (test.faults.has(verb)) throw test.faults.get(verb)
  }
  const isOf = ({ data }: SiwxSession, chainId: string, address: string): boolean =>
    data.accountAddress === address &&
    (test.isChainBound ? data.chainId === chainId : toFamily(data.chainId) === toFamily(chainId))

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
        if (session.signature !== `0xsigned:${accountAddress}`) throw new Error('The signature is not good.')
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
    hold(verb) {
      let open: () => void = () => undefined
      gates.set(
        verb,
        new Promise<void>((resolve) => {
          open = resolve
        }),
      )
      return () => {
        gates.delete(verb)
        open()
      }
    },
    isRequired,
    isChainBound,
    lifetime: undefined,
    count: (verb) => test.calls.filter((line) => line.startsWith(`${verb} `)).length,
    listenerCount: () => listeners.size,
    tell() {
      for (const listener of [...listeners]) listener()
    },
  }
  return test
}

/** A session of an account, as a wallet of the tests signs it. */
export function createTestSession(chainId: SiwxSession['data']['chainId'], accountAddress: string): SiwxSession {
  const data = { accountAddress, chainId, domain: 'app.example', uri: 'https://app.example/', version: '1', nonce: 'n' }
  return { data, message: 'Sign in', signature: `0xsigned:${accountAddress}` }
}

/** Lets the parts of sign-in load, and what they do happen. */
export async function siwxSettled(): Promise<void> {
  // one part loads the next
  for (let part = 0; part < 3; part++) {
    await vi.dynamicImportSettled()
    await settle()
  }
}

function toFamily(chainId: string): string | undefined {
  return parseCaipNetworkId(chainId)?.namespace
}
