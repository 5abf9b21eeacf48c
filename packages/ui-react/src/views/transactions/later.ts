import { loadModule } from '@latchkey/core'

// What stands in for a list, and what long ones need. A file between, so that the list has no list of the files that these need.

export async function loadNote(): Promise<typeof import('./ActivityNote.js')> {
  return loadModule(() => import('./ActivityNote.js'))
}

export async function loadSight(): Promise<typeof import('../../primitives/LongList/LinesInSight.js')> {
  return loadModule(() => import('../../primitives/LongList/LinesInSight.js'))
}
