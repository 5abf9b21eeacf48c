import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'

/**
 * Purposes of creating or using a passkey.
 * - `signup` creates one, and with it a user with a wallet
 * - `link`, on the page `/account`, adds one to the current wallet; `code` is the fresh one of its mailbox, if it has one
 * - `again`, there too, reauthenticates the user with a passkey that the wallet has
 */
export type PasskeyUse = 'login' | 'signup' | 'link' | 'again'

/** Options of the browser's ceremony, as JSON of WebAuthn. With a `user`, it creates a passkey, else it uses one. */
export type PasskeyOptions = PublicKeyCredentialCreationOptionsJSON | PublicKeyCredentialRequestOptionsJSON

/** The browser's response. */
export type PasskeyResponse = RegistrationResponseJSON | AuthenticationResponseJSON
