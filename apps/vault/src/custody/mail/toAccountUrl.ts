import type { Custody } from '../custody.js'

/** The page where a visitor of a project sees to their own wallet. */
export function toAccountUrl({ publicUrl }: Pick<Custody, 'publicUrl'>, project: string): string {
  return `${publicUrl}/account?projectId=${encodeURIComponent(project)}`
}
