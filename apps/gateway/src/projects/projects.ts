import { z } from 'zod'
import { GatewayError } from '../errors.js'
import { type Route, toJsonResponse } from '../http/route.js'

export type Project = {
  /** Features that override what the page says; none: the page decides. */
  readonly features?: readonly ProjectFeature[] | undefined
  /** Pages that may use logins; none: all of them. `*` stands for one whole label of a host, or for any port. */
  readonly allowedOrigins: readonly string[]
  readonly isAnalyticsEnabled: boolean
}

type ProjectFeature = { readonly id: string; readonly isEnabled: boolean; readonly config: readonly string[] }

/** By project id. */
type Projects = Readonly<Record<string, Project>>

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

const projectsSchema = z.record(z.string().min(1).max(128), project)

/** Throws what is wrong with the settings. */
export function parseProjects(value: unknown): Projects {
  const { success, data, error } = projectsSchema.safeParse(value)
  if (success) return data
  throw new Error(`These are no settings of projects: ${z.prettifyError(error)}`)
}

/** Seconds that settings of a project may be kept. */
const settingsMaxAge = 60

/** What is set for a project: features, pages that may use logins, and whether events are gathered. [S7.27] */
export function createProjectRoutes(projects: Projects): readonly Route[] {
  const answer =
    (toReply: (project: Project) => unknown): Route['answer'] =>
    ({ query }) => {
      const id = query.get('projectId') ?? ''
      const project = Object.hasOwn(projects, id) ? projects[id] : undefined
      if (project) return toJsonResponse(toReply(project), { maxAge: settingsMaxAge })
      throw new GatewayError('projectId: There is no such project here.', { status: 404, code: 'NOT_FOUND' })
    }
  return [
    {
      method: 'GET',
      path: '/v1/config',
      // null: the page decides
      answer: answer(({ features }) => ({ features: features ?? null })),
    },
    { method: 'GET', path: '/v1/origins', answer: answer(({ allowedOrigins }) => ({ allowedOrigins })) },
    {
      method: 'GET',
      path: '/v1/analytics-config',
      answer: answer(({ isAnalyticsEnabled }) => ({ isAnalyticsEnabled })),
    },
  ]
}
