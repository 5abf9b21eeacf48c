import { z } from 'zod'

type BalanceQuery = { readonly chainId?: string | undefined; readonly forceUpdate: boolean }

/** Query of `/v1/account/{address}/balance`; fields that are not known pass. */
export const balanceQuery: z.ZodType<BalanceQuery> = z.object({
  currency: z.literal('usd').optional(),
  chainId: z.string().optional(),
  // any word but these: the modal sends `true`, others the time of their clock
  forceUpdate: z
    .string()
    .optional()
    .transform((text) => text !== undefined && !['', '0', 'false', 'undefined'].includes(text)),
})
