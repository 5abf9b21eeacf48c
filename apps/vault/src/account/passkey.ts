import { toBase64url } from '../encoding/base64url.js'
import { runCeremony } from '../frame/passkey/runCeremony.js'
import type { Factor } from '../protocol/account.js'
import type { PasskeyResponse } from '../protocol/passkey.js'
import { words } from './texts.js'

/** Input of the passkey's PRF: one purpose, the same everywhere. [WebAuthn §10.1.4] */
const salt = new TextEncoder().encode('latchkey/wallet seal/1')

/** Asks for the PRF, which the library passes to the browser without having a type for it. */
const extensions: object = { prf: { eval: { first: salt } } }

type Results = {
  readonly prf?: { readonly results?: { readonly first?: BufferSource | undefined } | undefined } | undefined
}

/** Creates a passkey that holds a secret. Throws if this browser or its passkeys can't. */
export async function createPasskey({ name }: { readonly name: string }): Promise<Factor> {
  const created = await runCeremony({
    options: {
      challenge: toRandom(32),
      rp: { name: 'Wallet' },
      user: { id: toRandom(16), name, displayName: name },
      pubKeyCredParams: [
        { type: 'public-key', alg: -7 },
        { type: 'public-key', alg: -257 },
      ],
      authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
      extensions,
    },
  })
  // some passkeys return their secret only on use
  return { kind: 'passkey', credential: created.id, value: toSecret(created) ?? (await readPasskey([created.id])) }
}

/** Returns the secret of one of these passkeys. */
export async function readPasskey(credentials: readonly string[]): Promise<string> {
  const used = await runCeremony({
    options: {
      challenge: toRandom(32),
      allowCredentials: credentials.map((id) => ({ type: 'public-key', id })),
      userVerification: 'required',
      extensions,
    },
  })
  const secret = toSecret(used)
  if (!secret) throw new Error(words.errors.passkey.noSecret)
  return secret
}

function toRandom(length: number): string {
  return toBase64url(crypto.getRandomValues(new Uint8Array(length)))
}

function toSecret({ clientExtensionResults }: PasskeyResponse): string | undefined {
  const first = (clientExtensionResults as Results).prf?.results?.first
  if (first === undefined) return undefined
  const bytes = first instanceof ArrayBuffer ? new Uint8Array(first) : new Uint8Array(first.buffer)
  return toBase64url(bytes.slice(0, 32))
}
