import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'

/**
 * What a passkey is created or used for, besides a plain `login`.
 * - `signup` creates one, and with it a user with a wallet
 * - `link`, on the page `/account`, adds one to the current wallet; `code` is the fresh one of its mailbox, if it has one
 * - `again`, there too, reauthenticates the user with a passkey that the wallet has
 */
export type PasskeyUse = 'login' | 'signup' | 'link' | 'again'

/** What the browser is asked, as the JSON of WebAuthn. It creates a passkey if it names a `user`, else it uses one. */
export type PasskeyOptions = PublicKeyCredentialCreationOptionsJSON | PublicKeyCredentialRequestOptionsJSON

/** What the browser answered. */
export type PasskeyResponse = RegistrationResponseJSON | AuthenticationResponseJSON
