import { z } from 'zod'
import { projectSettings } from '../api/admin.js'

type ProjectFeature = { readonly id: string; readonly isEnabled: boolean; readonly config: readonly string[] }

/** The settings of a project. */
export type Project = {
  /** Features that override the page's options. Default: the page decides. */
  readonly features?: readonly ProjectFeature[] | undefined
  /** Origins that may use logins. Default: all. `*` matches one whole label of a host, or any port. */
  readonly allowedOrigins: readonly string[]
  readonly isAnalyticsEnabled: boolean
  /** The project's own quota; 0 for unlimited. Default: that of all projects. */
  readonly requestsPerMinute?: number | undefined
}

/** By project id. */
export type Projects = Readonly<Record<string, Project>>

/** Settings by project id; everything that has a default is optional. */
export type ProjectSettings = Readonly<
  Record<
    string,
    Partial<Omit<Project, 'features'>> & {
      readonly features?: readonly (Omit<ProjectFeature, 'config'> & Partial<Pick<ProjectFeature, 'config'>>)[]
    }
  >
>

const projectsSchema = z.record(z.string().min(1).max(128), projectSettings)

/** Parses the settings of `PROJECTS_FILE`. Throws for invalid ones. */
export function parseProjects(value: unknown): Projects {
  const { success, data, error } = projectsSchema.safeParse(value)
  if (success) return data
  throw new Error(`Invalid project settings: ${z.prettifyError(error)}`)
}
