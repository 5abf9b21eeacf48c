import { z } from 'zod'
import { getAnalyticsConfig, getProjectConfig, getProjectOrigins } from '../api/projects.js'
import { GatewayError } from '../errors.js'
import { createRoute, type Route } from '../http/route.js'

type Project = {
  /** Features that override the page's options. Default: the page decides. */
  readonly features?: readonly ProjectFeature[] | undefined
  /** Origins that may use logins. Default: all. `*` stands for one whole label of a host, or for any port. */
  readonly allowedOrigins: readonly string[]
  readonly isAnalyticsEnabled: boolean
}

type ProjectFeature = { readonly id: string; readonly isEnabled: boolean; readonly config: readonly string[] }

/** By project id. */
type Projects = Readonly<Record<string, Project>>

/** Settings by project id; everything that has a default is optional. */
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

/** Parses project settings. Throws for invalid ones. */
export function parseProjects(value: unknown): Projects {
  const { success, data, error } = projectsSchema.safeParse(value)
  if (success) return data
  throw new Error(`Invalid project settings: ${z.prettifyError(error)}`)
}

/** Serves a project's settings: features, allowed origins, and whether analytics events are collected. [S7.27] */
export function createProjectRoutes(projects: Projects): readonly Route[] {
  const find = (id: string): Project => {
    const project = Object.hasOwn(projects, id) ? projects[id] : undefined
    if (project) return project
    throw new GatewayError('projectId: Unknown project.', { status: 404, code: 'NOT_FOUND' })
  }
  // a missing id is an unknown project, not an invalid request
  const parseQuery = (query: URLSearchParams): { projectId: string } => ({ projectId: query.get('projectId') ?? '' })
  return [
    createRoute(getProjectConfig, ({ query }) => ({ features: find(query.projectId).features ?? null }), {
      parseQuery,
    }),
    createRoute(getProjectOrigins, ({ query }) => ({ allowedOrigins: find(query.projectId).allowedOrigins }), {
      parseQuery,
    }),
    createRoute(getAnalyticsConfig, ({ query }) => ({ isAnalyticsEnabled: find(query.projectId).isAnalyticsEnabled }), {
      parseQuery,
    }),
  ]
}
