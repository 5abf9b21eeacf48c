import { fromBase64url, toBase64url } from '../encoding/base64url.js'
import type { Factor } from '../protocol/account.js'

/** Input of the passkey's PRF: one purpose, the same everywhere. */
const salt = new TextEncoder().encode('latchkey/wallet seal/1')

type Extensions = {
  readonly prf?: { readonly results?: { readonly first?: BufferSource | undefined } | undefined } | undefined
}

/** Creates a passkey that holds a secret. Throws if this browser or its passkeys can't. */
export async function createPasskey({ name }: { readonly name: string }): Promise<Factor> {
  const credential = (await navigator.credentials.create({
    publicKey: {
      challenge: crypto.getRandomValues(new Uint8Array(32)),
      rp: { name: 'Wallet' },
      user: { id: crypto.getRandomValues(new Uint8Array(16)), name, displayName: name },
      pubKeyCredParams: [
        { type: 'public-key', alg: -7 },
        { type: 'public-key', alg: -257 },
      ],
      authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
      extensions: { prf: { eval: { first: salt } } },
    },
  })) as PublicKeyCredential | null
  if (!credential) throw new Error('No passkey was made.')
  const id = toBase64url(new Uint8Array(credential.rawId))
  const made = toValue(credential)
  // some passkeys return their secret only on use
  return { kind: 'passkey', credential: id, value: made ?? (await readPasskey([id])) }
}

/** Returns the secret of one of these passkeys. */
export async function readPasskey(credentials: readonly string[]): Promise<string> {
  const credential = (await navigator.credentials.get({
    publicKey: {
      challenge: crypto.getRandomValues(new Uint8Array(32)),
      allowCredentials: credentials.map((id) => ({ type: 'public-key', id: fromBase64url(id) })),
      userVerification: 'required',
      extensions: { prf: { eval: { first: salt } } },
    },
  })) as PublicKeyCredential | null
  const value = credential && toValue(credential)
  if (!value) throw new Error('This passkey cannot hold a secret. Use your printed code.')
  return value
}

function toValue(credential: PublicKeyCredential): string | undefined {
  const { prf } = credential.getClientExtensionResults() as Extensions
  const first = prf?.results?.first
  if (first === undefined) return undefined
  const bytes = first instanceof ArrayBuffer ? new Uint8Array(first) : new Uint8Array(first.buffer)
  return toBase64url(bytes.slice(0, 32))
}
