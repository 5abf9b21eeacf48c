import { GatewayFault } from './GatewayFault.js'
import type { Question, Route } from './route.js'

export type FoundRoute = { readonly route: Route; readonly path: Question['path'] }

/** The routes of a path, one for each method that it answers; none where there is nothing. Throws where it is not well encoded. */
export function findRoute(routes: readonly Route[], pathname: string): readonly FoundRoute[] {
  const parts = pathname.split('/')
  return routes.flatMap((route) => {
    const path = match(route.path.split('/'), parts)
    return path ? [{ route, path }] : []
  })
}

function match(template: readonly string[], parts: readonly string[]): Question['path'] | undefined {
  if (template.length !== parts.length) return undefined
  const named = template.map((one, index) => [one, parts[index] ?? ''] as const)
  if (!named.every(([one, part]) => (isName(one) ? part !== '' : one === part))) return undefined
  return Object.fromEntries(named.filter(([one]) => isName(one)).map(([one, part]) => [one.slice(1, -1), decode(part)]))
}

function isName(part: string): boolean {
  return part.startsWith('{')
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch (cause) {
    throw new GatewayFault('The address is not well encoded.', { status: 400, code: 'BAD_REQUEST', cause })
  }
}
