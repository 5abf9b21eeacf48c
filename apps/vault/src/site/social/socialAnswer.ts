import { z } from 'zod'
import type { SocialReply } from '../../protocol/custody.js'

const provider = z.enum(['google', 'github', 'apple', 'facebook', 'x', 'discord'])

const uri = z.string().max(8_192)

/** What custody says of a login by another provider. */
export const socialReplySchema: z.ZodType<
  Exclude<SocialReply, { readonly error: object }> | { readonly error: { code: string; message: string } }
> = z.union([
  z.object({ status: z.enum(['waiting', 'gone', 'notListed']) }),
  z.object({ status: z.literal('elsewhere'), origin: z.string(), app: z.string() }),
  z.object({ status: z.literal('go'), uri }),
  z.object({
    status: z.literal('answered'),
    provider,
    origin: z.string(),
    app: z.string(),
    resultUri: uri,
    returnTo: uri.optional(),
    fault: z.string().optional(),
  }),
  z.object({
    status: z.literal('ask'),
    provider,
    account: z.string().optional(),
    origin: z.string(),
    app: z.string(),
    browser: z.string(),
    place: z.string().optional(),
  }),
  z.object({ status: z.literal('confirmed'), origin: z.string() }),
  z.object({ error: z.object({ code: z.string(), message: z.string() }) }),
])

export type SocialReplyOrError = z.output<typeof socialReplySchema>

/** What a page of a login by another provider is told by its site. */
export type SocialSettings =
  /** The popup's first page. */
  | { readonly page: 'loading' }
  /** The provider has answered: `resultUri` is for the app's page at `origin` alone. */
  | { readonly page: 'result'; readonly resultUri: string; readonly origin: string }
  /** The user is asked whether they began this login. */
  | { readonly page: 'ask' }
  /** All is done here. */
  | { readonly page: 'done' }
