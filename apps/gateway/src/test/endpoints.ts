import { expect } from 'vitest'
import * as accounts from '../api/accounts.js'
import type { Endpoint } from '../api/endpoint.js'
import * as monitoring from '../api/monitoring.js'
import * as names from '../api/names.js'
import * as onramp from '../api/onramp.js'
import { errorResponse } from '../api/openapi.js'
import * as projects from '../api/projects.js'
import * as sessions from '../api/sessions.js'
import * as swaps from '../api/swaps.js'
import * as wallets from '../api/wallets.js'

const areas = [accounts, monitoring, names, onramp, projects, sessions, swaps, wallets]

/** Every endpoint of the API. */
export const endpoints: readonly Endpoint[] = areas.flatMap((area) => Object.values(area))

type ApiResponse = { readonly method: string; readonly path: string; readonly status: number; readonly body: unknown }

/** Finds the endpoint of a request, with or without a query. */
export function findEndpoint(method: string, path: string): Endpoint | undefined {
  const [pathname = ''] = path.split('?')
  const toPattern = (template: string): RegExp => new RegExp(`^${template.replaceAll(/\{\w+\}/g, '[^/]+')}$`)
  return endpoints.find((one) => one.method === method && toPattern(one.path).test(pathname))
}

/** Fails unless a JSON response has exactly the fields that its endpoint declares. */
export function expectDeclared({ method, path, status, body }: ApiResponse): void {
  const endpoint = findEndpoint(method, path)
  if (!endpoint || status === 404) return
  if (status >= 400) errorResponse.parse(body)
  else if (typeof endpoint.response !== 'string') {
    expect(status).toBe(endpoint.status ?? 200)
    // parsing drops fields that the schema doesn't declare
    expect(endpoint.response.parse(body)).toEqual(body)
  }
}
