import type { Cacao, SiwxSession } from '@latchkey/core'
import type { AuthPayload } from './toAuthPayload.js'
import { toSiwxSession } from './toSiwxSession.js'

export type PickedSessions = {
  /** One for each account and chain. */
  readonly sessions: readonly SiwxSession[]
  /** How many were not what was asked for. */
  readonly dropped: number
}

/** The sign-ins that answer what was asked: on one of the chains, for this site and with this nonce. */
export function pickSessions(cacaos: readonly Cacao[], asked: AuthPayload): PickedSessions {
  const picked = new Map<string, SiwxSession>()
  for (const cacao of cacaos) {
    const { iss, domain, aud, nonce } = cacao.p
    const isAsked = domain === asked.domain && aud === asked.aud && nonce === asked.nonce
    const session = toSiwxSession(cacao)
    if (isAsked && asked.chains.includes(session.data.chainId) && !picked.has(iss)) picked.set(iss, session)
  }
  return { sessions: [...picked.values()], dropped: cacaos.length - picked.size }
}
