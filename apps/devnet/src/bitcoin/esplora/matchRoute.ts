import type { Handler, Routes } from './route.js'

export type RouteMatch = { readonly handler: Handler; readonly parts: Readonly<Record<string, string>> }

/** The first route that fits; undefined where none does. */
export function matchRoute(routes: Routes, method: string, path: string): RouteMatch | undefined {
  const given = path.split('/')
  for (const [route, handler] of Object.entries(routes)) {
    const [wantedMethod, pattern = ''] = route.split(' ')
    const wanted = pattern.split('/')
    if (wantedMethod !== method || wanted.length !== given.length) continue
    const isFit = wanted.every((part, index) => part.startsWith(':') || part === given[index])
    if (!isFit) continue
    const parts = wanted.flatMap((part, index) => (part.startsWith(':') ? [[part.slice(1), given[index] ?? '']] : []))
    return { handler, parts: Object.fromEntries(parts) as Record<string, string> }
  }
  return undefined
}
