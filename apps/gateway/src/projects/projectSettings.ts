import { z } from 'zod'

const feature = z.object({
  id: z.string().min(1).max(64),
  isEnabled: z.boolean(),
  config: z.array(z.string().max(64)).max(64).default([]),
})

/** `*` stands for one whole label of a host, or for any port. */
const origin = z.string().regex(/^(https?:\/\/)?[a-zA-Z0-9.*-]+(:(\d{1,5}|\*))?$/, 'is no origin')

const project = z.strictObject({
  /** Features that override what the page says; none: the page decides. */
  features: z.array(feature).max(64).optional(),
  /** Pages that may use logins; none: all of them. */
  allowedOrigins: z.array(origin).max(1_000).default([]),
  isAnalyticsEnabled: z.boolean().default(false),
})

/** Projects by their id. */
export const projectSettings = z.record(z.string().min(1).max(128), project)

export type ProjectSettings = z.input<typeof projectSettings>
export type Projects = z.output<typeof projectSettings>
