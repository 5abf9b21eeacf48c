import { type PairingSignIn, tell } from '@latchkey/core'
import { InvalidWalletReplyError } from '@latchkey/core/plugin'
import type { Paired } from '../pairing/pair.js'
import { pickSessions } from './pickSessions.js'

export type ReportSignedOptions = {
  readonly signIn: PairingSignIn
  readonly warn: (cause: unknown) => void
}

/** Hands over what the wallet signed, as far as it was asked for; the rest is told to the developer. */
export function reportSigned({ cacaos, asked }: Paired, { signIn, warn }: ReportSignedOptions): void {
  if (cacaos.length === 0 || !asked) return
  const { sessions, dropped } = pickSessions(cacaos, asked)
  if (dropped > 0)
    warn(
      new InvalidWalletReplyError({ details: `${dropped} of ${cacaos.length} sign-ins are not what was asked for.` }),
    )
  if (sessions.length > 0) tell([signIn.onSigned], sessions, warn)
}
