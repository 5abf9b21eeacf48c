import { browserSupportsWebAuthnAutofill } from '@simplewebauthn/browser'
import { runCeremony } from '../../frame/passkey/runCeremony.js'
import type { CallVault } from '../../frame/session/client.js'
import type { PasskeyUse } from '../../protocol/passkey.js'

/** Runs a ceremony on this page, from custody's request to its check of the browser's answer. */
export async function finishPasskey(
  call: CallVault,
  use: PasskeyUse,
  { isAutofill }: { readonly isAutofill?: boolean | undefined } = {},
): Promise<void> {
  const { options } = await call('passkey.start', { use })
  const response = await runCeremony({ options, isAutofill })
  await call('passkey.finish', { use, response })
}

/**
 * Offers the user's passkeys in the email field, where the browser can. Ends with the page, or with another ceremony; its failure shows
 * nothing, as the user has the other ways to log in. [WebAuthn §5.1.4]
 */
export async function offerPasskeys(call: CallVault, onDone: () => Promise<void>): Promise<void> {
  try {
    if (!(await browserSupportsWebAuthnAutofill())) return
    await finishPasskey(call, 'login', { isAutofill: true })
  } catch {
    return
  }
  await onDone()
}
