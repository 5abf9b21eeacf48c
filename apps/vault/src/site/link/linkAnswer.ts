import { z } from 'zod'

/** What custody says of a mailed link. */
export const linkAnswer = z.union([
  z.object({
    status: z.enum(['open', 'approved', 'gone']),
    /** Of the app that asks. */
    origin: z.string().optional(),
    /** As far as it is known from what the browser says. */
    browser: z.string().optional(),
    place: z.string().optional(),
    /** Milliseconds since the epoch. */
    expiresAt: z.number().optional(),
  }),
  z.object({ error: z.object({ code: z.string(), message: z.string() }) }),
])

export type LinkAnswer = z.output<typeof linkAnswer>
