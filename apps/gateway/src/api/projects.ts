import { z } from 'zod'
import { type DeepReadonly, defineEndpoint } from './endpoint.js'

const query = z.object({ projectId: z.string() })

/** Seconds for which project settings may be cached. */
const maxAge = 60

const featureId = z.string().meta({ examples: ['social_login', 'onramp'] })
const featureChoice = z.string().meta({ description: 'A login or a provider', examples: ['email', 'google'] })

export const getProjectConfig = defineEndpoint({
  method: 'GET',
  path: '/v1/config',
  summary: 'The features that are configured for a project',
  query,
  response: z.object({
    features: z
      .array(z.object({ id: featureId, isEnabled: z.boolean(), config: z.array(featureChoice) }))
      .nullable()
      .describe('null: the page decides'),
  }),
  maxAge,
})

export const getProjectOrigins = defineEndpoint({
  method: 'GET',
  path: '/v1/origins',
  summary: 'The origins that may use logins; empty for all',
  query,
  response: z.object({ allowedOrigins: z.array(z.string()) }),
  maxAge,
})

export const getAnalyticsConfig = defineEndpoint({
  method: 'GET',
  path: '/v1/analytics-config',
  summary: 'Whether analytics events are collected',
  query,
  response: z.object({ isAnalyticsEnabled: z.boolean() }),
  maxAge,
})

const shortText = z.string().max(100)

export const reportError = defineEndpoint({
  method: 'POST',
  path: '/e',
  summary: 'Reports an error in a page; up to five per minute',
  query: z.object({ projectId: z.string().regex(/^[\w.-]{1,128}$/, 'is not a project id') }),
  body: z.object({
    eventId: z.string().regex(/^[\w-]{1,64}$/),
    url: z.string().max(2_000),
    domain: z.string().max(253),
    timestamp: z.number().describe("Milliseconds since the epoch, by the page's clock"),
    props: z.object({
      type: shortText,
      event: shortText,
      errorType: shortText.optional(),
      errorMessage: z.string().max(2_000).optional(),
      stackTrace: z.string().max(10_000).optional(),
    }),
  }),
  response: z.object({}),
  status: 202,
})

export type ErrorReport = DeepReadonly<z.output<typeof reportError.body>>
