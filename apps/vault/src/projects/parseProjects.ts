import { z } from 'zod'
import { isOrigin } from './isOrigin.js'
import { isPaymasterUrl } from './isPaymasterUrl.js'
import { policySchema } from './policy.js'
import type { Projects } from './project.js'

const schema = z.record(
  z.string().regex(/^[\w-]{1,64}$/, 'The id of a project has letters, digits, - and _, at most 64'),
  z.strictObject({
    name: z.string().trim().min(1).max(100),
    origins: z
      .array(
        z
          .string()
          .refine(
            isOrigin,
            'An origin is written as browsers write it, as https://app.example or http://localhost:4173: no wildcard, no path',
          ),
      )
      .min(1)
      .max(100),
    returnPaths: z
      .array(
        z
          .string()
          .max(1_024)
          .refine(isPath, 'A path is written as browsers write it, as /login: no query, no #, no wildcard'),
      )
      .max(100)
      .optional(),
    paymasters: z
      .array(
        z.strictObject({
          url: z
            .string()
            .refine(
              isPaymasterUrl,
              'A paymaster is a whole address on https, or on http of this machine: no user, no #',
            ),
          chains: z
            .array(z.string().regex(/^eip155:[1-9]\d{0,14}$/, 'A network of a paymaster is written as eip155:8453'))
            .min(1),
        }),
      )
      .max(100)
      .optional(),
    policy: policySchema.optional(),
  }),
)

/** As browsers write it: nothing in it that they would write otherwise. */
function isPath(text: string): boolean {
  return /^\/[^?#*]*$/.test(text) && new URL(`https://app.example${text}`).pathname === text
}

/** The projects of a JSON text. Throws what is wrong with it. */
export function parseProjects(text: string): Projects {
  const { success, data, error } = schema.safeParse(JSON.parse(text))
  if (!success) throw new Error(z.prettifyError(error))
  return new Map(Object.entries(data))
}
