import { createBitcoinVerifier } from '@latchkey/adapter-bitcoin/verify'
import { createEvmVerifier } from '@latchkey/adapter-evm/verify'
import { createSolanaVerifier } from '@latchkey/adapter-solana/verify'
import { createSiwxHandlers, type SiwxHandler } from '@latchkey/siwx/server'
import { openDatabase } from '../database/openDatabase.js'
import { removeExpired } from '../database/removeExpired.js'
import { answerMembers } from '../members/answerMembers.js'
import { createNonceStore } from './createNonceStore.js'
import { createSessionStore } from './createSessionStore.js'
import type { SiwxSettings } from './siwxSettings.js'

export type StartSiwxOptions = {
  readonly databaseUrl: string
  readonly settings: SiwxSettings
  readonly now: () => number
  readonly warn: (cause: unknown) => void
}

export type RunningSiwx = {
  /** Answers `/siwx/…`. */
  readonly handle: SiwxHandler
  /** Answers who is signed in. */
  readonly members: SiwxHandler
  readonly stop: () => Promise<void>
}

/** Milliseconds between two looks for what is no longer valid. */
const cleaningInterval = 60_000

/** Sign-in over a database. Throws a TypeError for settings that are not good; the database need not be there yet. */
export function startSiwx({ databaseUrl, settings, now, warn }: StartSiwxOptions): RunningSiwx {
  const { origins, networks, statement, session, sameSite } = settings
  const database = openDatabase({ url: databaseUrl, warn })
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
  // also makes the tables; where the database is not there now, the first request that finds it does
  const clean = (): void => void removeExpired(database, now()).catch(warn)
  clean()
  const timer = setInterval(clean, cleaningInterval)
  timer.unref()
  return {
    handle: handlers.handle,
    members: handlers.protect(answerMembers),
    stop: async () => {
      clearInterval(timer)
      ended.abort()
      await database.close()
    },
  }
}
