import { z } from 'zod'
import type { AccountCalls } from '../../protocol/account.js'
import type { CustodyMethod, CustodyParams } from '../../protocol/custody.js'
import { factorKinds } from '../../protocol/factor.js'
import { providerId } from '../../protocol/login.js'
import type { PasskeyResponse } from '../../protocol/passkey.js'
import { CallError } from '../errors/callError.js'
import { maxNameLength } from '../passkeys/passkey.js'

const nothing = z.strictObject({})

/** Malformed codes are rejected when they are compared, and cost no attempt. */
const code = z.string().max(64).optional()

/** 32 bytes. */
const bytes = z.string().regex(/^[\w-]{43}$/)

const evmAddress = z.string().regex(/^0x[\da-fA-F]{40}$/)

const id = z.string().regex(/^[0-9a-f]{32}$/)

/** The user's name for a passkey. */
const passkeyName = z.string().trim().min(1).max(maxNameLength)

const base64url = (max: number): z.ZodString =>
  z
    .string()
    .max(max)
    .regex(/^[\w-]*$/)

const credential = {
  id: base64url(1_400),
  rawId: base64url(1_400),
  type: z.literal('public-key'),
  // not used: their content is up to the browser
  clientExtensionResults: z.unknown().transform(() => ({})),
}

/** The browser's response to a passkey ceremony; unused fields are dropped. */
const passkeyResponse = z.union([
  z.object({
    ...credential,
    response: z.object({
      clientDataJSON: base64url(4_096),
      attestationObject: base64url(16_384),
      transports: z.array(z.string()).max(16).optional(),
    }),
  }),
  z.object({
    ...credential,
    response: z.object({
      clientDataJSON: base64url(4_096),
      authenticatorData: base64url(2_048),
      signature: base64url(2_048),
      userHandle: base64url(128).optional(),
    }),
  }),
]) as unknown as z.ZodType<PasskeyResponse>

/** A code of an authenticator app, a backup code, or a passkey's response. */
const proof = z
  .discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('code'), code: z.string().max(64) }),
    z.strictObject({ kind: z.literal('passkey'), response: passkeyResponse }),
  ])
  .optional()

const digest = z.string().regex(/^[0-9a-f]{64}$/)

type Schemas = { readonly [method in keyof AccountCalls]: z.ZodType<AccountCalls[method]['params']> }

const accountSchemas: Schemas = {
  'devices.list': nothing,
  'devices.revoke': z.strictObject({ id }),
  'account.offers': nothing,
  'account.get': nothing,
  'account.code': z.strictObject({
    purpose: z.enum(['export', 'import', 'recovery', 'seal', 'link', 'unlink', 'freeze', 'factor', 'custody']),
  }),
  'account.export': z.strictObject({ code, proof, key: z.strictObject({ x: bytes, y: bytes }) }),
  'wallets.importKey': nothing,
  'wallets.import': z.strictObject({
    kind: z.enum(['phrase', 'key']).optional(),
    code,
    proof,
    phrase: z.strictObject({
      key: z.strictObject({ x: bytes, y: bytes }),
      nonce: z.string().regex(/^[\w-]{16}$/),
      sealed: z.string().regex(/^[\w-]{1,1024}$/),
    }),
    by: bytes.optional(),
  }),
  'logins.remove': z.strictObject({ id: z.string().regex(/^(?:email|[0-9a-f]{32})$/), code, proof }),
  'logins.rename': z.strictObject({ id, name: passkeyName }),
  'recovery.print': z.strictObject({ code, proof }),
  'recovery.start': z.strictObject({ printed: z.string().max(128), email: z.string().max(1_000) }),
  'recovery.confirm': z.strictObject({ printed: z.string().max(128), code: z.string().max(64) }),
  'recovery.cancel': nothing,
  'notices.list': nothing,
  'notices.seen': z.strictObject({ ids: z.array(z.string().regex(/^[0-9a-f]{32}$/)).max(50) }),
  'account.act': z.strictObject({ id: z.string().regex(/^[0-9a-f]{32}$/) }),
  'account.freeze': z.strictObject({ code }),
  'account.unfreeze': z.strictObject({ code, proof }),
  'seal.get': nothing,
  'seal.ask': nothing,
  'seal.confirm': z.strictObject({ id, approve: z.boolean() }),
  'seal.add': z.strictObject({
    code,
    proof,
    by: bytes.optional(),
    makesSeed: z.boolean().optional(),
    factor: z.discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('code'), value: bytes }),
      z.strictObject({ kind: z.literal('passkey'), credential: z.string().regex(/^[\w-]{1,1400}$/), value: bytes }),
    ]),
  }),
  'seal.unlock': z.strictObject({ value: bytes }),
  'seal.lock': nothing,
  'seal.cancel': nothing,
  'seal.remove': z.strictObject({ code, proof, by: bytes.optional() }),
  'wallets.choose': z.strictObject({ id, code, proof, by: bytes.optional() }),
  'factors.begin': z.strictObject({ code, proof }),
  'factors.confirm': z.strictObject({ code: z.string().max(64) }),
  'factors.addPasskey': z.strictObject({ code, proof, response: passkeyResponse }),
  'factors.remove': z.strictObject({ kind: z.enum(factorKinds), proof }),
  'factors.renew': z.strictObject({ proof }),
  'factors.limit': z.strictObject({
    above: z
      .string()
      .regex(/^(?:0|[1-9]\d{0,11})(?:\.\d{1,8})?$/)
      .nullable(),
    proof,
  }),
  'factors.lose': nothing,
  'factors.keep': nothing,
  'selfCustody.start': z.strictObject({ passkey: id, recovery: evmAddress.optional(), code, proof }),
  'selfCustody.finish': z.strictObject({ response: passkeyResponse, recovery: evmAddress.optional() }),
  'selfCustody.read': z.strictObject({ chain: z.string().regex(/^eip155:[1-9]\d{0,15}$/) }),
  'selfCustody.end': z.strictObject({ code, proof }),
}

/** Malformed codes are rejected when they are compared, and cost no attempt. */
const codeParams = z.strictObject({ code: z.string().max(64) })

const emailParams = z.strictObject({ email: z.string().max(1_000) })

const use = { use: z.enum(['link', 'again']).optional(), code: z.string().max(64).optional(), proof }

/** 256 bits. */
const token = z.string().regex(/^[\w-]{43}$/)

const request = z.strictObject({
  method: z.string().min(1).max(64),
  params: z.unknown(),
  chain: z.string().min(1).max(64),
})

const shown = z.strictObject({ id, digest })

const passkeyUse = z.enum(['login', 'signup', 'link', 'again'])

const schemas = {
  ...accountSchemas,
  hello: z.strictObject({
    resumeToken: z.string().max(256).optional(),
    cookies: z.literal(false).optional(),
    keepsKey: z.literal(true).optional(),
  }),
  'email.start': emailParams,
  'email.device': nothing,
  'email.verify': codeParams,
  'social.start': z.strictObject({
    provider: z.string().regex(providerId),
    ...use,
    popup: id.optional(),
  }),
  'social.finish': z.strictObject({ state: token, code: token.optional() }),
  'farcaster.start': z.strictObject(use),
  'farcaster.wait': nothing,
  'passkey.start': z.strictObject({ use: passkeyUse, code, proof }),
  'passkey.finish': z.strictObject({ use: passkeyUse, response: passkeyResponse, name: passkeyName.optional() }),
  'factors.login': z.strictObject({ proof }),
  'factors.passkey': z.strictObject({ method: z.string().min(1).max(32), digest: digest.optional() }),
  'token.login': z.strictObject({ token: z.string().min(1).max(8_192) }),
  'phone.start': z.strictObject({ phone: z.string().max(64), use: use.use }),
  'phone.verify': z.strictObject({ code: z.string().max(64), confirmation: code, proof }),
  'guest.login': nothing,
  'guest.addEmail': emailParams,
  'guest.confirmEmail': codeParams,
  'user.get': nothing,
  'session.share': z.strictObject({ key: z.strictObject({ x: z.string().length(43), y: z.string().length(43) }) }),
  'session.end': nothing,
  'update.start': z.strictObject({ email: z.string().max(1_000), proof }),
  'update.primary': codeParams,
  'update.secondary': codeParams,
  'operation.draft': request,
  'permissions.list': nothing,
  'calls.get': z.strictObject({ id: z.string().min(1).max(4_096) }),
  'request.prepare': request,
  'request.sign': shown.extend({ proof, passkey: passkeyResponse.optional() }),
  'consent.give': shown,
  'hold.cancel': nothing,
  'request.reject': z.strictObject({ id }),
} satisfies { readonly [method in CustodyMethod]: z.ZodType<CustodyParams<method>> }

type ParsedCall = {
  readonly [method in CustodyMethod]: { readonly method: method; readonly params: CustodyParams<method> }
}[CustodyMethod]

/** Validates a call's method and params. Throws `INVALID_PARAMS`. */
export function parseCall({ method, params }: { readonly method: string; readonly params: unknown }): ParsedCall {
  if (!Object.hasOwn(schemas, method)) throw new CallError('Unknown method.', { code: 'INVALID_PARAMS' })
  const name = method as CustodyMethod
  const { success, data } = schemas[name].safeParse(params)
  if (!success) throw new CallError('Invalid request.', { code: 'INVALID_PARAMS' })
  return { method: name, params: data } as ParsedCall
}
