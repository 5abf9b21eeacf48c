import type { Summary } from '../../protocol/summary.js'

/**
 * Whether approving it could cost something, so that it is approved in a window of its own where the browser cannot tell
 * what lies over a frame. Typed data counts as such whatever it says: markets sell by it.
 */
export function needsWindow({ kind, warnings }: Summary): boolean {
  return (kind !== 'message' && kind !== 'signIn') || warnings.includes('hashLike') || warnings.includes('notText')
}
