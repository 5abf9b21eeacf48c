import { parseCaipNetworkId, type SiwxMessageFields } from '@latchkey/core'
import { SignInRefusedError } from '@latchkey/core/plugin'
import { findDifference } from './findDifference.js'
import { findTimeFault } from './findTimeFault.js'
import { readMessageText } from './readMessageText.js'
import { isSignInNamespace } from './signInNamespace.js'

/** Milliseconds by which clocks may differ: unless told, and at most. */
export const clockTolerance = { usual: 60_000, most: 300_000 } as const

export type CheckMessageRequest = {
  /** The text that was signed. */
  readonly message: string
  /**
   * What was asked for, all of it: a field that is missing here must be missing there. An account or a network that was not
   * known then is the one that the sign-in claims: the signature has to prove it.
   */
  readonly expected: SiwxMessageFields
  /** Milliseconds since the epoch. */
  readonly now: number
  /** Milliseconds, {@link clockTolerance}. */
  readonly tolerance?: number | undefined
  /** Whether a ReCap may follow the resources, and be said by the statement: of a wallet that signed while it connected. */
  readonly allowsRecap?: boolean | undefined
}

/**
 * Compares a signed text with what was asked for, field by field, and its times with the clock. Resolves nothing about its
 * signature. Throws `SIGN_IN_REFUSED` that names the field. [EIP-4361] [CAIP-122] [EIP-5573]
 */
export function checkMessage(request: CheckMessageRequest): SiwxMessageFields {
  const { message, expected, now, tolerance = clockTolerance.usual, allowsRecap = false } = request
  if (!(tolerance >= 0 && tolerance <= clockTolerance.most))
    throw new RangeError(`The tolerance of clocks is 0 to ${clockTolerance.most} ms, not ${tolerance}.`)
  const namespace = parseCaipNetworkId(expected.chainId)?.namespace
  if (!isSignInNamespace(namespace)) throw refuse('chainId', `Nobody signs in on ${expected.chainId}.`)
  const reading = readMessageText(message, namespace)
  if (!reading.isValid) throw refuse(reading.field, reading.reason)
  if (reading.scheme !== undefined) throw refuse('scheme', `${reading.scheme} was not asked for.`)
  const fault =
    findDifference(reading.fields, expected, { allowsRecap }) ?? findTimeFault(reading.fields, { now, tolerance })
  if (fault) throw refuse(fault.field, fault.reason)
  return reading.fields
}

function refuse(field: string, details: string): SignInRefusedError {
  return new SignInRefusedError({ field, details })
}
