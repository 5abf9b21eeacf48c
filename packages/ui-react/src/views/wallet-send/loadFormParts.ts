import { loadModule } from '@latchkey/core'
import type { FormParts } from './formParts.js'

/** What a form needs that is filled in, or that has no wallet. */
export async function loadFormParts(): Promise<FormParts> {
  return (await loadModule(() => import('./later.js'))).loadFormParts()
}
