import { loadModule } from '@latchkey/core'
import type { FormParts } from './formParts.js'

// A file between, so that the view has no list of the files that these need.

export async function loadFormParts(): Promise<FormParts> {
  return (await loadModule(() => import('./formParts.js'))).formParts
}
