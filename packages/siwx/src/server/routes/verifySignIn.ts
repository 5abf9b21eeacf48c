import type { SiwxSession } from '@latchkey/core'
import { toJson } from '../http/answerRequest.js'
import { createSecret, hashSecret, readSessionId, toCookieHeader } from '../http/credential.js'
import { readJson, requireOrigin } from '../http/readRequest.js'
import type { SiwxSetup } from '../resolveOptions.js'
import { SiwxRefusal, whileAvailable } from '../SiwxRefusal.js'
import type { NonceEntry } from '../stores/nonceStore.js'
import type { SignedIn } from '../stores/sessionStore.js'
import { checkFields, checkSignature } from '../verify/checkSignIn.js'
import { parseOthers, parseSignIn } from '../verify/parseSignIn.js'

/** Bytes of the secret that the browser stores. */
const secretLength = 32

/**
 * Signs in. The nonce is consumed by the request that is accepted, and by an invalid signature. A message that was not requested,
 * or a node or store that doesn't respond, leaves it valid.
 *
 * A wallet that signs while it connects has one nonce for all networks, and a contract's signature is valid on one of them. So the
 * request that consumes the nonce may have those for the other networks.
 */
export async function verifySignIn(setup: SiwxSetup, request: Request): Promise<Response> {
  const origin = requireOrigin(request, setup.origins)
  const body = await readJson(request)
  const signIn = parseSignIn(body)
  const others = parseOthers(body, signIn)
  const { nonce } = signIn.data
  const entry = await findEntry(setup, { nonce, origin })
  const fields = checkFields(setup, signIn, entry)
  const { message, signature, cacao } = signIn
  const verdict = await checkSignature(setup, { fields, message, signature, cacao })
  // of concurrent requests with the same nonce, only one continues
  if (!(await whileAvailable('The nonce store', setup.nonces.consume(nonce)))) throw refuseNonce()
  if (!verdict.isValid) {
    const refusal = { status: 401, code: 'SIGNATURE_REFUSED', field: 'signature' } as const
    throw new SiwxRefusal('The signature is not valid for this account and message.', refusal)
  }
  const validUntil = Date.parse(entry.expirationTime)
  const { by } = verdict
  const signedIn = { data: fields, message, signature, ...(cacao && { cacao }), by, validUntil }
  // a key's sign-in is valid on all networks
  const more = by === 'contract' ? await acceptOthers(setup, others, entry) : []
  try {
    return await startSession(setup, request, [signedIn, ...more])
  } catch (cause) {
    // no session was started, so the same request may be sent again
    await setup.nonces.create(entry).catch(setup.warn)
    throw cause
  }
}

/** Verifies sign-ins for other networks. Leaves out invalid ones, and those whose node doesn't respond. */
async function acceptOthers(
  setup: SiwxSetup,
  others: readonly SiwxSession[],
  entry: NonceEntry,
): Promise<readonly SignedIn[]> {
  const validUntil = Date.parse(entry.expirationTime)
  const results = await Promise.allSettled(
    others.map(async ({ data, message, signature, cacao }): Promise<SignedIn | undefined> => {
      const fields = checkFields(setup, { data, message, signature, cacao }, entry)
      const verdict = await checkSignature(setup, { fields, message, signature, cacao })
      if (!verdict.isValid) return undefined
      return { data: fields, message, signature, ...(cacao && { cacao }), by: verdict.by, validUntil }
    }),
  )
  return results.flatMap((result) => (result.status === 'fulfilled' && result.value ? [result.value] : []))
}

async function findEntry(
  { nonces, now }: SiwxSetup,
  { nonce, origin }: { readonly nonce: string; readonly origin: string },
): Promise<NonceEntry> {
  // skips the lookup for a nonce that we can't have issued
  const isOurs = /^[a-z0-9]{8,64}$/.test(nonce)
  const entry = isOurs ? await whileAvailable('The nonce store', nonces.find(nonce)) : undefined
  if (!entry || entry.validUntil <= now()) throw refuseNonce()
  if (entry.origin === origin) return entry
  const refusal = { status: 401, code: 'MESSAGE_REFUSED', field: 'domain' } as const
  throw new SiwxRefusal('The nonce was issued to another page.', refusal)
}

function refuseNonce(): SiwxRefusal {
  const refusal = { status: 401, code: 'NONCE_REFUSED', field: 'nonce' } as const
  return new SiwxRefusal('The nonce is unknown, used, or expired.', refusal)
}

/** Creates a new secret for each sign-in, so that an attacker who planted the old one isn't signed in. [OWASP ASVS 7.2.4] */
async function startSession(
  setup: SiwxSetup,
  request: Request,
  [signedIn, ...others]: readonly [SignedIn, ...SignedIn[]],
): Promise<Response> {
  const { sessions, cookie, now, warn } = setup
  const secret = createSecret(secretLength)
  const [id, previousId] = await Promise.all([hashSecret(secret), readSessionId(setup, request)])
  await whileAvailable('The session store', sessions.add({ id, previousId, signedIn }))
  // the earlier sign-ins have moved to the new secret, so the browser must get it
  for (const other of others) await sessions.add({ id, signedIn: other }).catch(warn)
  const { accountAddress: address, chainId } = signedIn.data
  // the text may lack it
  const expirationTime = new Date(signedIn.validUntil).toISOString()
  const session = { address, chainId, by: signedIn.by, expirationTime }
  if (!cookie) return toJson({ session, token: secret })
  const maxAge = signedIn.validUntil - now()
  return toJson({ session }, { headers: { 'set-cookie': toCookieHeader(cookie, { secret, maxAge }) } })
}
