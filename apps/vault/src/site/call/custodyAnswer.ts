import { z } from 'zod'
import type { CallFault } from '../../protocol/statement.js'

/** What custody answers to a call: what the page is told, and what becomes of the visitor's cookie. */
export type CustodyAnswer = {
  readonly result?: unknown
  readonly error?: CallFault | undefined
  /** A new one; null takes it away; absent changes nothing. */
  readonly credential?: string | null | undefined
}

export const custodyAnswer: z.ZodType<CustodyAnswer> = z.object({
  result: z.unknown().optional(),
  error: z
    .object({
      code: z.string(),
      message: z.string(),
      retryAfter: z.number().optional(),
      now: z.number().optional(),
    })
    .optional(),
  credential: z
    .string()
    .regex(/^[\w.~-]{16,512}$/)
    .nullish(),
})
