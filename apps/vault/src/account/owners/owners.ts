import { bytesToHex } from 'viem'
import { fromBase64url } from '../../encoding/base64url.js'
import { toPrintedCode } from '../../encoding/printedCode.js'
import type { PasskeyResponse } from '../../protocol/passkey.js'
import { assertGuardians } from '../../signing/smart/guardians.js'
import {
  encodePasskeySignature,
  type PasskeyKey,
  passkeySharedSigner,
  toSignerAddress,
} from '../../signing/smart/passkeyOwner.js'
import { cancelRequest, changeGuardians } from './changeGuardians.js'
import { changeOwners, OwnersError, toSelfCustodialAddress } from './changeOwners.js'
import { toRecoveryKey } from './recoveryCode.js'

/** A new recovery code, which exists on this page alone. */
function createRecoveryCode(): string {
  return toPrintedCode(crypto.getRandomValues(new Uint8Array(16)))
}

/**
 * Throws unless a passkey of this public key has signed the challenge, in base64url. Custody names the keys of the user's passkeys: before one
 * becomes an owner, the page has seen for itself that the user's own device has it.
 */
function assertSignedBy(
  key: PasskeyKey,
  { challenge, response: { response } }: { readonly challenge: string; readonly response: PasskeyResponse },
): void {
  try {
    if (!('signature' in response)) throw new TypeError('The browser returned no signature')
    const signing = { challenge: bytesToHex(fromBase64url(challenge)), key, owner: passkeySharedSigner }
    encodePasskeySignature(response, signing)
  } catch (cause) {
    throw new OwnersError('This is not the passkey that the wallet service has named.', { reason: 'key', cause })
  }
}

/** The functions that the account page loads when a user changes owners. */
export const owners = {
  ...{ assertSignedBy, createRecoveryCode, toRecoveryKey, toSelfCustodialAddress, toSignerAddress },
  ...{ assertGuardians, cancelRequest, changeGuardians, changeOwners },
}
