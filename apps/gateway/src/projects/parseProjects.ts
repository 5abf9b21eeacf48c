import { z } from 'zod'

export type Project = {
  /** Features that override what the page says; none: the page decides. */
  readonly features?: readonly ProjectFeature[] | undefined
  /** Pages that may use logins; none: all of them. `*` stands for one whole label of a host, or for any port. */
  readonly allowedOrigins: readonly string[]
  readonly isAnalyticsEnabled: boolean
}

type ProjectFeature = { readonly id: string; readonly isEnabled: boolean; readonly config: readonly string[] }

/** By project id. */
export type Projects = Readonly<Record<string, Project>>

/** The same, with nothing that need not be said. */
export type ProjectSettings = Readonly<
  Record<
    string,
    Partial<Omit<Project, 'features'>> & {
      readonly features?: readonly (Omit<ProjectFeature, 'config'> & Partial<Pick<ProjectFeature, 'config'>>)[]
    }
  >
>

const feature = z.object({
  id: z.string().min(1).max(64),
  isEnabled: z.boolean(),
  config: z.array(z.string().max(64)).max(64).default([]),
})

const origin = z.string().regex(/^(https?:\/\/)?[a-zA-Z0-9.*-]+(:(\d{1,5}|\*))?$/, 'is no origin')

const project = z.strictObject({
  features: z.array(feature).max(64).optional(),
  allowedOrigins: z.array(origin).max(1_000).default([]),
  isAnalyticsEnabled: z.boolean().default(false),
})

const schema = z.record(z.string().min(1).max(128), project)

/** Throws what is wrong with the settings. */
export function parseProjects(value: unknown): Projects {
  const { success, data, error } = schema.safeParse(value)
  if (success) return data
  throw new Error(`These are no settings of projects: ${z.prettifyError(error)}`)
}
