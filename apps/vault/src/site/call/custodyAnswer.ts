import { z } from 'zod'

/** What custody answers to a call: what the page is told, and what becomes of the visitor's cookie. */
export const custodyAnswer = z.object({
  result: z.unknown().optional(),
  error: z
    .object({
      code: z.string(),
      message: z.string(),
      retryAfter: z.number().optional(),
      now: z.number().optional(),
    })
    .optional(),
  /** A new one; null takes it away; absent changes nothing. */
  credential: z
    .string()
    .regex(/^[\w.~-]{16,512}$/)
    .nullish(),
})

export type CustodyAnswer = z.output<typeof custodyAnswer>
