import { toJsonAnswer } from '../http/answer.js'
import { GatewayFault } from '../http/GatewayFault.js'
import type { Route } from '../http/route.js'
import type { Project, Projects } from './parseProjects.js'

/** Seconds that settings of a project may be kept. */
const maxAge = 60

/** What is set for a project: features, pages that may use logins, and whether events are gathered. [S7.27] */
export function createProjectRoutes(projects: Projects): readonly Route[] {
  const answer =
    (toReply: (project: Project) => unknown): Route['answer'] =>
    ({ query }) => {
      const id = query.get('projectId') ?? ''
      const project = Object.hasOwn(projects, id) ? projects[id] : undefined
      if (project) return toJsonAnswer(toReply(project), { maxAge })
      throw new GatewayFault('projectId: There is no such project here.', { status: 404, code: 'NOT_FOUND' })
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
