import { createBitcoinVerifier } from '@latchkey/adapter-bitcoin/verify'
import { createEvmVerifier } from '@latchkey/adapter-evm/verify'
import { createSolanaVerifier } from '@latchkey/adapter-solana/verify'
import { createSiwxHandlers } from '../src/server/createSiwxHandlers.js'
import type { SiwxHandlers, SiwxHandlersOptions } from '../src/server/siwxHandlers.js'
import { createMemoryNonceStore } from '../src/server/stores/nonceStore.js'
import { createMemorySessionStore } from '../src/server/stores/sessionStore.js'
import { createTestBrowser, type TestBrowser } from './createTestBrowser.js'
import { createTestNetworks } from './testAccounts.js'

export type TestServer = {
  readonly siwx: SiwxHandlers
  readonly browser: TestBrowser
  readonly createBrowser: (origin?: string) => TestBrowser
  /** Arguments of `warn`. */
  readonly warnings: unknown[]
  /** Moves the clock, in milliseconds. */
  readonly wait: (milliseconds: number) => void
}

/** Handlers with the verifiers of all namespaces and in-memory stores, on a test clock. */
export function createTestServer(options: Partial<SiwxHandlersOptions> & { rpcUrl?: string } = {}): TestServer {
  const { rpcUrl, ...own } = options
  let time = Date.parse('2030-01-01T00:00:00.000Z')
  const now = (): number => time
  const warnings: unknown[] = []
  const siwx = createSiwxHandlers({
    verifiers: [createEvmVerifier(), createSolanaVerifier(), createBitcoinVerifier()],
    networks: createTestNetworks(rpcUrl),
    origins: ['https://app.example.org:8443', 'https://other.example.org'],
    nonces: createMemoryNonceStore({ now }),
    sessions: createMemorySessionStore({ now }),
    now,
    warn: (cause) => warnings.push(cause),
    ...own,
  })
  const createBrowser = (origin?: string): TestBrowser => createTestBrowser({ answer: siwx.handle, origin })
  return {
    siwx,
    browser: createBrowser(),
    createBrowser,
    warnings,
    wait: (milliseconds) => {
      time += milliseconds
    },
  }
}
