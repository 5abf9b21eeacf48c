import { z } from 'zod'

/** What custody says of a mailed link, as far as the page shows it. */
export type LinkAnswer =
  | {
      readonly status: 'open' | 'approved' | 'gone'
      /** Of the app that asks. */
      readonly origin?: string | undefined
      readonly browser?: string | undefined
      readonly place?: string | undefined
      /** Milliseconds since the epoch. */
      readonly expiresAt?: number | undefined
    }
  | { readonly error: { readonly code: string; readonly message: string } }

export const linkAnswer: z.ZodType<LinkAnswer> = z.union([
  z.object({
    status: z.enum(['open', 'approved', 'gone']),
    origin: z.string().optional(),
    browser: z.string().optional(),
    place: z.string().optional(),
    expiresAt: z.number().optional(),
  }),
  z.object({ error: z.object({ code: z.string(), message: z.string() }) }),
])
