import { z } from 'zod'
import type { CustodyMethod, CustodyParams } from '../../protocol/custody.js'
import { CustodyFault } from '../CustodyFault.js'
import { accountSchemas } from './accountSchemas.js'

const nothing = z.strictObject({})
/** What looks like no code is refused where it is compared, and costs no attempt. */
const code = z.strictObject({ code: z.string().max(64) })
const email = z.strictObject({ email: z.string().max(1_000) })
const id = z.string().regex(/^[0-9a-f]{32}$/)

const use = { use: z.enum(['link', 'again']).optional(), code: z.string().max(64).optional() }

/** 256 bits. */
const token = z.string().regex(/^[\w-]{43}$/)
const request = z.strictObject({
  method: z.string().min(1).max(64),
  params: z.unknown(),
  chain: z.string().min(1).max(64),
})

const shown = z.strictObject({ id, digest: z.string().regex(/^[0-9a-f]{64}$/) })

const schemas = {
  ...accountSchemas,
  hello: z.strictObject({
    resumeToken: z.string().max(256).optional(),
    cookies: z.literal(false).optional(),
    keepsKey: z.literal(true).optional(),
  }),
  'email.start': email,
  'email.device': nothing,
  'email.verify': code,
  'social.start': z.strictObject({
    provider: z.enum(['google', 'github', 'apple', 'facebook', 'x', 'discord']),
    ...use,
    popup: id.optional(),
  }),
  'social.finish': z.strictObject({ state: token, code: token.optional() }),
  'farcaster.start': z.strictObject(use),
  'farcaster.wait': nothing,
  'user.get': nothing,
  'session.end': nothing,
  'update.start': email,
  'update.primary': code,
  'update.secondary': code,
  'operation.draft': request,
  'calls.get': z.strictObject({ id: z.string().min(1).max(4_096) }),
  'request.prepare': request,
  'request.sign': shown,
  'consent.give': shown,
  'hold.cancel': nothing,
  'request.reject': z.strictObject({ id }),
} satisfies { readonly [method in CustodyMethod]: z.ZodType<CustodyParams<method>> }

export type ParsedCall = {
  readonly [method in CustodyMethod]: { readonly method: method; readonly params: CustodyParams<method> }
}[CustodyMethod]

/** Reads what is asked. Throws `INVALID_PARAMS`. */
export function parseCall({ method, params }: { readonly method: string; readonly params: unknown }): ParsedCall {
  if (!Object.hasOwn(schemas, method)) throw new CustodyFault('Nothing is called that.', { code: 'INVALID_PARAMS' })
  const name = method as CustodyMethod
  const { success, data } = schemas[name].safeParse(params)
  if (!success) throw new CustodyFault('The call is not as it is read here.', { code: 'INVALID_PARAMS' })
  return { method: name, params: data } as ParsedCall
}
