import { z } from 'zod'
import type { AccountCalls } from '../../protocol/account.js'

const nothing = z.strictObject({})
/** What looks like no code is refused where it is compared, and costs no attempt. */
const code = z.string().max(64).optional()
/** 32 bytes. */
const bytes = z.string().regex(/^[\w-]{43}$/)
const id = z.string().regex(/^[0-9a-f]{32}$/)

type Schemas = { readonly [method in keyof AccountCalls]: z.ZodType<AccountCalls[method]['params']> }

export const accountSchemas: Schemas = {
  'devices.list': nothing,
  'devices.revoke': z.strictObject({ id }),
  'account.offers': nothing,
  'account.get': nothing,
  'account.code': z.strictObject({ purpose: z.enum(['export', 'recovery', 'seal', 'link', 'unlink', 'freeze']) }),
  'account.export': z.strictObject({ code, key: z.strictObject({ x: bytes, y: bytes }) }),
  'logins.remove': z.strictObject({ id: z.string().regex(/^(?:email|[0-9a-f]{32})$/), code }),
  'recovery.print': z.strictObject({ code }),
  'recovery.start': z.strictObject({ printed: z.string().max(128), email: z.string().max(1_000) }),
  'recovery.cancel': nothing,
  'notices.list': nothing,
  'notices.seen': z.strictObject({ ids: z.array(z.string().regex(/^[0-9a-f]{32}$/)).max(50) }),
  'account.act': z.strictObject({ id: z.string().regex(/^[0-9a-f]{32}$/) }),
  'account.freeze': z.strictObject({ code }),
  'account.unfreeze': z.strictObject({ code }),
  'seal.get': nothing,
  'seal.ask': nothing,
  'seal.confirm': z.strictObject({ id, approve: z.boolean() }),
  'seal.add': z.strictObject({
    code,
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
  'seal.remove': z.strictObject({ code, by: bytes.optional() }),
  'wallets.choose': z.strictObject({ id, code, by: bytes.optional() }),
}
