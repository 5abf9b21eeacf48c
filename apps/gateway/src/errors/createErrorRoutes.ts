import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { GatewayContext } from '../context.js'
import { needDatabase } from '../database/needDatabase.js'
import { toJsonAnswer } from '../http/answer.js'
import { GatewayFault } from '../http/GatewayFault.js'
import { parseInput } from '../http/parseInput.js'
import type { Route } from '../http/route.js'
import { createErrorStore } from './createErrorStore.js'
import { parseReport } from './parseReport.js'

const sender = z.object({ projectId: z.string().regex(/^[\w.-]{1,128}$/, 'is no id of a project') })

/** Takes in what went wrong in pages: five in a minute of each visitor of a project. [S7.23, S7.24] */
export function createErrorRoutes(context: GatewayContext): readonly Route[] {
  return [
    {
      method: 'POST',
      path: '/e',
      bodyLimit: 20_000,
      answer: async ({ query, body, client }) => {
        const { projectId } = parseInput(sender, Object.fromEntries(query))
        const report = parseReport(body)
        const from = { project: projectId, caller: toCaller(projectId, client), now: context.now() }
        if (await createErrorStore(needDatabase(context)).add(report, from)) return toJsonAnswer({}, { status: 202 })
        const options = { status: 429, code: 'RATE_LIMITED', retryAfter: 60 }
        throw new GatewayFault('Five reports in a minute are taken, and so many of a project.', options)
      },
    },
  ]
}

/** Tells callers apart for a minute; the row that bears it goes then. */
function toCaller(projectId: string, client: string): string {
  return createHash('sha256')
    .update(JSON.stringify([projectId, client]))
    .digest('base64url')
}
