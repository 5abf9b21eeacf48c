import { z } from 'zod'
import type { SocialReply } from '../../protocol/custody.js'
import { providerId } from '../../protocol/login.js'

const provider = z.string().regex(providerId)

const project = z.string().optional()

const uri = z.string().max(8_192)

/** Custody's reply about a provider login. */
export const socialReplySchema: z.ZodType<
  Exclude<SocialReply, { readonly error: object }> | { readonly error: { code: string; message: string } }
> = z.union([
  z.object({ status: z.enum(['waiting', 'gone', 'notListed']) }),
  z.object({ status: z.literal('elsewhere'), project, origin: z.string(), app: z.string() }),
  z.object({ status: z.literal('go'), uri }),
  z.object({
    status: z.literal('answered'),
    project,
    provider,
    providerName: z.string().optional(),
    origin: z.string(),
    app: z.string(),
    resultUri: uri,
    returnTo: uri.optional(),
    fault: z.string().optional(),
  }),
  z.object({
    status: z.literal('ask'),
    project,
    provider,
    providerName: z.string().optional(),
    account: z.string().optional(),
    origin: z.string(),
    app: z.string(),
    browser: z.string(),
    place: z.string().optional(),
  }),
  z.object({ status: z.literal('confirmed'), project, origin: z.string() }),
  z.object({ error: z.object({ code: z.string(), message: z.string() }) }),
])

export type SocialReplyOrError = z.output<typeof socialReplySchema>

/** Settings of a page of a provider login. */
export type SocialSettings =
  /** The popup's first page. */
  | { readonly page: 'loading' }
  /** The provider has answered: `resultUri` is only for the app's page at `origin`. */
  | { readonly page: 'result'; readonly resultUri: string; readonly origin: string }
  /** Asks the user whether they started this login. */
  | { readonly page: 'ask' }
  /** Nothing is left to do here. */
  | { readonly page: 'done' }
