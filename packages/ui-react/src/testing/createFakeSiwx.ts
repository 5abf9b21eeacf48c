import type { Siwx, SiwxSession } from '@latchkey/core'
import type { FakeWallet } from './createFakeWallet.js'

export type FakeSiwx = {
  readonly siwx: Siwx
  sessions: readonly SiwxSession[]
  isRequired: boolean
  /** Error that `addSession` throws. */
  fault: Error | undefined
}

/** An app's own sign-in. Accepts every session, unless `fault` is set. */
export function createFakeSiwx(): FakeSiwx {
  const isOf = ({ data }: SiwxSession, chainId: string, address: string): boolean =>
    data.accountAddress === address && data.chainId === chainId
  const fake: FakeSiwx = {
    sessions: [],
    isRequired: false,
    fault: undefined,
    siwx: {
      createMessage: async (request) => ({
        ...request,
        domain: 'app.example',
        uri: 'https://app.example',
        version: '1',
        nonce: 'nonce1234',
        toString: () => 'Sign in',
      }),
      async addSession(session) {
        if (fake.fault) throw fake.fault
        fake.sessions = [...fake.sessions, session]
      },
      async revokeSession(chainId, address) {
        fake.sessions = fake.sessions.filter((session) => !isOf(session, chainId, address))
      },
      async setSessions(sessions) {
        fake.sessions = sessions
      },
      getSessions: async (chainId, address) => fake.sessions.filter((session) => isOf(session, chainId, address)),
      getRequired: () => fake.isRequired,
    },
  }
  return fake
}

/** Makes a wallet sign messages with this function. */
export function setSigner({ connector }: FakeWallet, sign: (signal: AbortSignal) => Promise<string>): void {
  Object.assign(connector.features, {
    'message:sign': ({ signal }: { readonly signal: AbortSignal }) => sign(signal),
  })
}
