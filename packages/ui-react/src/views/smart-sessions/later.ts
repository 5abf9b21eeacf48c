import { loadModule } from '@latchkey/core'

// A file between, so that the view has no list of the files that taking back needs.

export async function loadRevoke(): Promise<typeof import('./revokeVerb.js')> {
  return loadModule(() => import('./revokeVerb.js'))
}
