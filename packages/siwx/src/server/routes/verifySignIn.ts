import { toJson } from '../http/answerRequest.js'
import { createSecret, hashSecret, readSessionId, toCookieHeader } from '../http/credential.js'
import { readJson, requireOrigin } from '../http/readRequest.js'
import type { SiwxSetup } from '../resolveOptions.js'
import { SiwxRefusal, whileAvailable } from '../SiwxRefusal.js'
import type { NonceEntry } from '../stores/nonceStore.js'
import type { SignedIn } from '../stores/sessionStore.js'
import { checkFields, checkSignature } from '../verify/checkSignIn.js'
import { parseSignIn } from '../verify/parseSignIn.js'

/** Bytes of what a browser holds. */
const secretLength = 32

/**
 * Signs in. The nonce is used up by the one sign-in that is accepted with it, and by a signature that is not the account's; a message
 * that was not asked for, a node or a store that does not answer leave it as it is.
 */
export async function verifySignIn(setup: SiwxSetup, request: Request): Promise<Response> {
  const origin = requireOrigin(request, setup.origins)
  const signIn = parseSignIn(await readJson(request))
  const { nonce } = signIn.data
  const entry = await findEntry(setup, { nonce, origin })
  const fields = checkFields(setup, signIn, entry)
  const { message, signature, cacao } = signIn
  const verdict = await checkSignature(setup, { fields, message, signature })
  // of all that came this far with the same nonce, one goes on
  if (!(await whileAvailable('The store of nonces', setup.nonces.consume(nonce)))) throw refuseNonce()
  if (!verdict.isValid) {
    const refusal = { status: 401, code: 'SIGNATURE_REFUSED', field: 'signature' } as const
    throw new SiwxRefusal('The signature is not one of this account for this message.', refusal)
  }
  const validUntil = Date.parse(entry.expirationTime)
  const { by } = verdict
  return startSession(setup, request, { data: fields, message, signature, ...(cacao && { cacao }), by, validUntil })
}

async function findEntry(
  { nonces, now }: SiwxSetup,
  { nonce, origin }: { readonly nonce: string; readonly origin: string },
): Promise<NonceEntry> {
  // what was never given here need not be looked for
  const isOurs = /^[a-z0-9]{8,64}$/.test(nonce)
  const entry = isOurs ? await whileAvailable('The store of nonces', nonces.find(nonce)) : undefined
  if (!entry || entry.validUntil <= now()) throw refuseNonce()
  if (entry.origin === origin) return entry
  const refusal = { status: 401, code: 'MESSAGE_REFUSED', field: 'domain' } as const
  throw new SiwxRefusal('The nonce was given to another page.', refusal)
}

function refuseNonce(): SiwxRefusal {
  const refusal = { status: 401, code: 'NONCE_REFUSED', field: 'nonce' } as const
  return new SiwxRefusal('The nonce is not of this server, was used, or is too old.', refusal)
}

/** A new secret for each sign-in, so that nobody who knew the old one is signed in by it. [OWASP ASVS 7.2.4] */
async function startSession(setup: SiwxSetup, request: Request, signedIn: SignedIn): Promise<Response> {
  const { sessions, cookie, now } = setup
  const secret = createSecret(secretLength)
  const [id, previousId] = await Promise.all([hashSecret(secret), readSessionId(setup, request)])
  await whileAvailable('The store of sessions', sessions.add({ id, previousId, signedIn }))
  const { accountAddress: address, chainId, expirationTime } = signedIn.data
  const session = { address, chainId, by: signedIn.by, expirationTime }
  if (!cookie) return toJson({ session, token: secret })
  const maxAge = signedIn.validUntil - now()
  return toJson({ session }, { headers: { 'set-cookie': toCookieHeader(cookie, { secret, maxAge }) } })
}
