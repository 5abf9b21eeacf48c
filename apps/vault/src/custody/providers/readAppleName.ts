import { z } from 'zod'
import { toShownName } from './toShownName.js'

const schema = z.object({
  name: z.object({ firstName: z.string().optional(), lastName: z.string().optional() }).optional(),
})

/** The name that Apple sends along with the first login. It counts for nothing but to be shown. */
export function readAppleName(text: string | null): string | undefined {
  if (text === null) return undefined
  try {
    const { firstName = '', lastName = '' } = schema.parse(JSON.parse(text)).name ?? {}
    return toShownName(`${firstName} ${lastName}`)
  } catch {
    return undefined // no name of Apple's
  }
}
