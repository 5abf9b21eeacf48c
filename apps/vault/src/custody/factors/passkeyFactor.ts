import type { CustodyParams, CustodyResult } from '../../protocol/custody.js'
import type { FactorKind } from '../../protocol/factor.js'
import type { PasskeyResponse } from '../../protocol/passkey.js'
import { type Call, getUserId } from '../devices/caller.js'
import { CallError } from '../errors/callError.js'
import { reportingCopies, startAssertion, toAssertion, verifyAssertion } from '../passkeys/ceremony.js'
import { listPasskeys } from '../passkeys/passkey.js'
import { findFactors } from './factors.js'

/** The method that turns passkeys on as a second factor. It requires one of them. */
const addPasskeyMethod = 'factors.addPasskey'

/**
 * Starts the ceremony in which one of the user's passkeys is the second factor of a call of this device, also for a login that waits for
 * it. Throws `NOT_ALLOWED` if passkeys aren't a second factor of theirs, and `TOO_MANY`.
 */
export async function startPasskeyFactor(
  call: Call,
  { method, digest }: CustodyParams<'factors.passkey'>,
): Promise<CustodyResult<'factors.passkey'>> {
  const { custody, caller } = call
  const userId = caller.waiting?.userId ?? getUserId(caller)
  return custody.database.inTransaction(async (client) => {
    const passkeys = await listPasskeys(custody, client, userId)
    const isOn =
      method === addPasskeyMethod || (await findFactors(custody, client, userId))?.kinds.includes('passkey') === true
    if (passkeys.length === 0 || !isOn)
      throw new CallError('Passkeys aren’t a second factor of your wallet.', { code: 'NOT_ALLOWED' })
    return startAssertion(call, client, { purpose: 'factor', userId, subject: toSubject(method, digest), passkeys })
  })
}

type PasskeyToVerify = {
  readonly userId: string
  /** Of the request that it confirms, hex. */
  readonly digest?: string | undefined
  /** Those the user has, for errors about their second factor. */
  readonly kinds?: readonly FactorKind[] | undefined
  readonly response: PasskeyResponse
}

/**
 * Verifies that a passkey of the user has confirmed this call, which counts once: a call that fails after that takes another ceremony. Throws
 * `PASSKEY_REFUSED`, `PASSKEY_UNKNOWN` and `OTHER_LOGIN`, with the kinds that the user has.
 */
export async function verifyPasskeyFactor(
  call: Call,
  { userId, digest, kinds, response }: PasskeyToVerify,
): Promise<void> {
  const { custody, caller } = call
  const asked = { purpose: 'factor', userId, subject: toSubject(caller.method, digest) } as const
  try {
    await reportingCopies(call, () =>
      custody.database.inTransaction((client) =>
        verifyAssertion(call, client, { ...asked, response: toAssertion(response) }),
      ),
    )
  } catch (cause) {
    if (!(cause instanceof CallError)) throw cause
    const isExpired = cause.code === 'NO_LOGIN'
    const message = isExpired ? 'This took too long, or was already used. Use your passkey again.' : cause.message
    throw new CallError(message, { code: isExpired ? 'PASSKEY_REFUSED' : cause.code, factors: kinds, cause })
  }
}

function toSubject(method: string, digest: string | undefined): string {
  return digest === undefined ? method : `${method} ${digest}`
}
