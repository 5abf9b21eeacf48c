import { createBitcoinVerifier } from '@latchkey/adapter-bitcoin/verify'
import { createEvmVerifier } from '@latchkey/adapter-evm/verify'
import { createSolanaVerifier } from '@latchkey/adapter-solana/verify'
import { createSiwxHandlers, type SiwxHandler } from '@latchkey/siwx/server'
import type { Database } from '../database/openDatabase.js'
import { answerMembers } from '../members/answerMembers.js'
import { createNonceStore } from './createNonceStore.js'
import { createSessionStore } from './createSessionStore.js'
import type { SiwxSettings } from './siwxSettings.js'

export type StartSiwxOptions = {
  readonly database: Database
  readonly settings: SiwxSettings
  readonly now: () => number
  readonly warn: (cause: unknown) => void
}

export type RunningSiwx = {
  /** Answers `/siwx/…`. */
  readonly handle: SiwxHandler
  /** Answers who is signed in. */
  readonly members: SiwxHandler
  /** Gives up what is asked of nodes. The database is closed by who opened it. */
  readonly stop: () => void
}

/** Sign-in over a database. Throws a TypeError for settings that are not good; the database need not be there yet. */
export function startSiwx({ database, settings, now, warn }: StartSiwxOptions): RunningSiwx {
  const { origins, networks, statement, session, sameSite } = settings
  const ended = new AbortController()
  const handlers = createSiwxHandlers({
    verifiers: [createEvmVerifier({ signal: ended.signal }), createSolanaVerifier(), createBitcoinVerifier()],
    networks,
    origins,
    nonces: createNonceStore(database),
    sessions: createSessionStore(database),
    session,
    cookie: { sameSite },
    statement,
    now,
    warn,
  })
  return { handle: handlers.handle, members: handlers.protect(answerMembers), stop: () => ended.abort() }
}
