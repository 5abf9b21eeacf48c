import { startAuthentication, startRegistration, WebAuthnAbortService } from '@simplewebauthn/browser'
import type { PasskeyOptions, PasskeyResponse } from '../../protocol/passkey.js'
import type { PasskeyFailure } from '../../protocol/passkeyWindow.js'

/** Why the browser returned no passkey. The message is for people. */
export class PasskeyError extends Error {
  override readonly name = 'PasskeyError'
  readonly reason: PasskeyFailure
  constructor(reason: PasskeyFailure, options: ErrorOptions = {}) {
    super(messages[reason], options)
    this.reason = reason
  }
}

const messages: { readonly [reason in PasskeyFailure]: string } = {
  canceled: 'The passkey request was canceled, or this browser has no passkey for this wallet.',
  expired: 'The passkey request has expired. Try again.',
  popup: 'This browser uses passkeys in a separate window only.',
  blocked: 'Your browser blocked the window. Allow pop-ups for this site, then try again.',
  exists: 'This device already has a passkey for this wallet.',
  unsupported: 'This browser or device can’t use passkeys. Try another one, or another way to log in.',
  failed: 'The passkey could not be used. Try again.',
}

export type CeremonyOptions = {
  readonly options: PasskeyOptions
  /** Ends the browser's dialog. */
  readonly signal?: AbortSignal | undefined
  /** Offers passkeys in the autofill list of the page's email field instead of a dialog, until the user picks one. */
  readonly isAutofill?: boolean | undefined
}

/**
 * Creates or uses a passkey as custody has asked. A later ceremony in this page ends an earlier one. Throws a `PasskeyError`, or the
 * signal's reason. [WebAuthn §5.1]
 */
export async function runCeremony({ options, signal, isAutofill = false }: CeremonyOptions): Promise<PasskeyResponse> {
  signal?.throwIfAborted()
  if (!canUsePasskeys()) throw new PasskeyError('unsupported')
  const isNew = 'user' in options
  const started = performance.now()
  signal?.addEventListener('abort', endCeremony, { once: true })
  try {
    return isNew
      ? await startRegistration({ optionsJSON: options })
      : await startAuthentication({ optionsJSON: options, useBrowserAutofill: isAutofill })
  } catch (cause) {
    signal?.throwIfAborted()
    const hasExpired = performance.now() - started >= (options.timeout ?? Number.POSITIVE_INFINITY)
    throw new PasskeyError(hasExpired ? 'expired' : toFailure(cause), { cause })
  } finally {
    signal?.removeEventListener('abort', endCeremony)
  }
}

/** Ends the ceremony of this page, if one is running. */
export function endCeremony(): void {
  WebAuthnAbortService.cancelCeremony()
}

/** Whether this browser has WebAuthn: only on https and localhost. */
export function canUsePasskeys(): boolean {
  return typeof PublicKeyCredential === 'function'
}

/** By the names of the errors, which are the same in every browser. [WebAuthn §5.1.3, §5.1.4] */
function toFailure(thrown: unknown): PasskeyFailure {
  const cause = thrown instanceof Error && thrown.cause instanceof Error ? thrown.cause : thrown
  switch (cause instanceof Error ? cause.name : '') {
    case 'NotAllowedError':
    case 'AbortError':
      return 'canceled'
    case 'TimeoutError':
      return 'expired'
    case 'InvalidStateError':
      return 'exists'
    case 'NotSupportedError':
    case 'ConstraintError':
      return 'unsupported'
    default:
      return 'failed'
  }
}
